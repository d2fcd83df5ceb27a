import type { Command, CommandAnswer } from '@daybook/memory-core/tools'
import { confirmed, refuseUnasked } from './confirm.ts'
import { exitCodeOf, messageOf, UsageError } from './exit-codes.ts'
import { type Call, parseCall } from './parse-call.ts'
import { progressOn } from './progress.ts'

/** The part of a process that the command line uses. */
export interface Io {
  readonly stdin: NodeJS.ReadableStream & { isTTY?: boolean }
  readonly stdout: Output
  readonly stderr: Output
  readonly env: Readonly<Record<string, string | undefined>>
  cwd(): string
}

type Output = NodeJS.WritableStream & { isTTY?: boolean }

/**
 * Runs one command line, given without `node` and the program's name. Returns the exit code: 0 done, 1 failed, 2 wrong
 * usage. Never throws.
 */
export async function runDaybook(args: readonly string[], io: Io): Promise<number> {
  let refused: Error | undefined
  // A reader that closes early, such as `head`, is not a failure; a full disk is one.
  io.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') refused = error
  })
  const code = await answerTo(args, io)
  await new Promise((done) => io.stdout.write('', done))
  if (refused === undefined) return code
  io.stderr.write(`daybook: the answer could not be written: ${refused.message}\n`)
  return code === 0 ? 1 : code
}

async function answerTo(args: readonly string[], io: Io): Promise<number> {
  const isJson = args.includes('--json')
  try {
    const call = await parseCall(args)
    if (typeof call === 'string') {
      io.stdout.write(`${call}\n`)
      return 0
    }
    return await runCall(await withStdin(call, io), io)
  } catch (error) {
    const code = exitCodeOf(error)
    const message = messageOf(error)
    if (isJson) io.stdout.write(`${JSON.stringify({ error: { code, message } })}\n`)
    else io.stderr.write(`daybook: ${message}\n`)
    return code
  }
}

/** Commands that wait for a person or for requests, and leave the terminal to an editor or to their own text. */
const isWaiting: ReadonlySet<string> = new Set(['edit', 'inspect', 'mcp'])

/** The call with the text of stdin in place of a `-`, as in `daybook remember -`. */
async function withStdin(call: Call, { stdin }: Io): Promise<Call> {
  const { command, input } = call
  if (command.line?.name !== 'remember' || input['text'] !== '-') return call
  const chunks: Buffer[] = []
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk))
  const text = Buffer.concat(chunks).toString('utf8').trim()
  // A line from a list, such as MEMORY.md, has a bullet, which is no part of what it says.
  return { ...call, input: { ...input, text: text.replaceAll(/^[-*•]\s+/gm, '') } }
}

async function runCall(call: Call, io: Io): Promise<number> {
  const { command, input, options } = call
  const { openPlace } = await import('./open-place.ts')
  const opened = await openPlace(call, io)
  const stopping = new AbortController()
  const stop = (): void => stopping.abort(new UsageError('stopped', 1))
  process.once('SIGINT', stop)
  const done = isWaiting.has(command.line?.name ?? '') ? () => undefined : progressOn(io.stderr, command.purpose)
  try {
    const run = (given: object) => command.answer(opened.sources, given, { signal: stopping.signal })
    if (isDestroying(command, input) && !options.yes) {
      const first = await run({ ...input, dryRun: true })
      done()
      refuseUnasked(options, io)
      if (first.isNothing) return print(first, call, io)
      if (!(await confirmed(first.text, io))) return 1
    }
    const answer = await run(input)
    done()
    return print(answer, call, io)
  } finally {
    done()
    process.removeListener('SIGINT', stop)
    await opened.close()
  }
}

/** Prints an answer. Returns the exit code: 1 for a damaged memory, and for an id to be removed that there is not. */
function print({ value, text }: CommandAnswer, { command, input, options }: Call, { stdout }: Io): number {
  if (options.json) stdout.write(`${JSON.stringify(value, null, 2)}\n`)
  else if (text !== '') stdout.write(`${text}\n`)
  const notFound: unknown = Reflect.get(value, 'notFound')
  const isMissing = Array.isArray(notFound) && notFound.length > 0 && isDestroying(command, input)
  return isMissing || Reflect.get(value, 'isSound') === false ? 1 : 0
}

function isDestroying({ effect }: Command, input: object): boolean {
  return effect === 'destroys' && Reflect.get(input, 'dryRun') !== true
}
