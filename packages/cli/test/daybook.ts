import { PassThrough } from 'node:stream'
import { type Io, runDaybook } from '../src/index.ts'

/** What a run left. */
export interface Ran {
  code: number
  out: string
  err: string
}

/** Runs a command line in this process, as in that folder; `answer` is typed on a terminal. */
export async function daybook(
  cwd: string,
  args: readonly string[],
  { answer, env = {}, input = '' }: { answer?: string; env?: Io['env']; input?: string } = {},
): Promise<Ran> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const isTTY = answer !== undefined
  const io: Io = {
    stdin: Object.assign(stdin, { isTTY }),
    stdout: Object.assign(stdout, { isTTY }),
    stderr: Object.assign(stderr, { isTTY }),
    env,
    cwd: () => cwd,
  }
  stdin.end(isTTY ? `${answer}\n` : input)
  const code = await runDaybook(args, io)
  return { code, out: String(stdout.read() ?? ''), err: String(stderr.read() ?? '') }
}
