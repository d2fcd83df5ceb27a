import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openMemory, type StoredMessage, textOf } from '@daybook/memory-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseArguments, UsageError } from '../src/arguments.ts'
import { play } from '../src/play.ts'
import { bensDocs, bensConversation as conversationIn, demo, main, type Outcome } from './run-demo.ts'
import { allTurns, shortConversation, turnsIn } from './short-conversation.ts'

let root = ''

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'daybook-demo-'))
})

afterEach(() => rm(root, { recursive: true }))

const bensConversation = (answer: string): Promise<string> => conversationIn(root, answer)

async function storedIn(directory: string, sessions: readonly string[]): Promise<StoredMessage[]> {
  const memory = await openMemory({ directory, consolidation: { auto: false } })
  try {
    const messages = await Promise.all(sessions.map((id) => memory.sessions.messages(id, { archived: true })))
    return messages.flat()
  } finally {
    await memory.close()
  }
}

describe('the command', () => {
  let ended = ''
  /** A run that is complete; tests that go on with it take a copy. */
  let first: Outcome
  const inCopy = async (): Promise<string> => {
    await cp(join(ended, 'w'), join(root, 'w'), { recursive: true })
    return join(root, 'w')
  }

  beforeAll(async () => {
    ended = await mkdtemp(join(tmpdir(), 'daybook-demo-'))
    const conversation = await conversationIn(ended, 'Greta')
    first = await demo('--verbose', '--conversation', conversation, '--directory', join(ended, 'w'))
  })

  afterAll(() => rm(ended, { recursive: true }))

  it('shows the context with its reasons, the answer, the folder, MEMORY.md and the history', () => {
    const { code, out } = first
    expect(code).toBe(0)
    expect(out).toMatch(/facts +1\.00 +1 lines of MEMORY\.md +\[facts are always in context\]/)
    expect(out).toMatch(/sessions +\d+\.\d\d +\S.*\[recalled from sessions, score/)
    expect(out).toMatch(/> .*I call her Greta/)
    expect(out).toContain('planted "Greta": in context · evidence: ')
    expect(out).toMatch(/MEMORY\.md {2}\d+ B/)
    expect(out).not.toContain('ACROSS FRAMEWORKS')
    expect(out).toMatch(/\nMEMORY\.md\n(?: {2}.*\n)* {2}- My bicycle is a green Peugeot.*\(2026-02-01\)\n/)
    expect(out).toMatch(/HISTORY, the last entries\n {2}2026-02-01T09:03:00\.000Z .*I always keep her in the cellar/)
  })

  it('shows a wrong answer as wrong, and exits with 1: the planted fact is not in the context of its question', async () => {
    const args = ['--conversation', await bensConversation('Gudrun'), '--directory', join(root, 'w')]
    const { code, out, problems } = await demo(...args)
    expect(out).toMatch(
      /✗ What does Ben call his bicycle\?\n.*Greta.*\n.*MEMORY\.md:\d+ {2}wrong: it should say "Gudrun"/,
    )
    expect(problems).toContain('the planted fact of question q1 is not in the context')
    expect(code).toBe(1)
  })

  it('asks nothing of a directory in which it has not played', async () => {
    const { code, problems } = await demo('--directory', join(root, 'empty'), '--ask', 'Anything?')
    expect(code).toBe(2)
    expect(problems).toContain('holds no run of this conversation to ask')
  })

  it('exits with 2 and says what is wrong with an argument', async () => {
    const { code, problems } = await demo('--bogus')
    expect({ code, problems }).toEqual({ code: 2, problems: "Unknown option '--bogus'. --help lists what there is.\n" })
    const refused = (...args: string[]) => expect(() => parseArguments(args))
    refused('stray').toThrow(new UsageError("Unexpected argument 'stray'. --help lists what there is."))
    refused('--budget', 'much').toThrow(new UsageError('--budget is "much", expected a whole number such as 3000'))
    refused('--model', 'http://127.0.0.1:1/v1').toThrow(
      new UsageError('--model and --model-name belong together: --model http://127.0.0.1:11434/v1 --model-name NAME'),
    )
  })

  it('names the place in a conversation that it cannot read', async () => {
    const file = join(root, 'broken.json')
    const broken = bensDocs.map((each) => (each['id'] === 'D1:4' ? { ...each, timestamp: 'noon' } : each))
    await writeFile(file, JSON.stringify({ name: 'x', collections: [{ id: 'x', docs: broken, queries: [] }] }))
    const { code, problems } = await demo('--conversation', file, '--directory', join(root, 'w'))
    expect(code).toBe(2)
    expect(problems).toContain('collections[0].docs[3].timestamp is "noon"')
  })

  it('never empties a directory in which it has not played', async () => {
    const directory = join(root, 'photos')
    await mkdir(directory)
    await writeFile(join(directory, 'cat.txt'), 'meow')
    const { code } = await demo('--directory', directory, '--fresh')
    expect(code).toBe(2)
    expect(await readFile(join(directory, 'cat.txt'), 'utf8')).toBe('meow')
  })

  it('only asks again when the run in the directory is complete', async () => {
    const args = ['--verbose', '--conversation', await bensConversation('Greta'), '--directory', await inCopy()]
    const ledger = join(root, 'w', 'ben-bot~4a06073809d8', '.daybook', 'consolidation', 'applied.jsonl')
    const before = await readFile(ledger, 'utf8')
    const { code, out } = await demo(...args)
    expect(code).toBe(0)
    expect(out).toContain('planted "Greta": in context')
    expect(await readFile(ledger, 'utf8')).toBe(before)
  })

  it('refuses a directory in which another conversation was played', async () => {
    const { code, problems } = await demo('--directory', await inCopy())
    expect(code).toBe(2)
    expect(problems).toContain('holds another conversation')
  })
})

describe('its own conversation', () => {
  let directory = ''
  /** What the second run shows of it; the first one was killed. */
  let figures: Outcome

  beforeAll(async () => {
    directory = join(await mkdtemp(join(tmpdir(), 'daybook-demo-')), 'workspace')
    const args = ['--verbose', '--directory', directory]
    const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'ignore'] })
    child.stdout.on('data', (text) => String(text).includes('94 of 234 turns') && child.kill('SIGKILL'))
    const signal = await new Promise((resolve) => child.once('close', (_code, name) => resolve(name)))
    expect(signal).toBe('SIGKILL')
    figures = await demo(...args)
  })

  afterAll(() => rm(dirname(directory), { recursive: true }))

  it('goes on where a killed run stopped', () => {
    expect(figures.out).toContain('going on in')
    expect(figures.out).toContain('messages              234 in 12 sessions')
    expect(figures.code).toBe(0)
  })

  it('has every planted fact in a context, within the budget, through every framework', () => {
    expect({ code: figures.code, problems: figures.problems }).toEqual({ code: 0, problems: '' })
    expect(figures.out).toContain('planted facts         32 of 32 in context')
    expect(figures.out).toContain('never exceeded')
    expect(figures.out).toContain('234 turns (100.0 %) consolidated')
    expect(figures.out).not.toContain('\u001b')
    expect(figures.out).toMatch(/\nACROSS FRAMEWORKS, one memory in .*_across-frameworks\n(?:.*\n){6} {2}all 3 agree\n/)
  })

  it('is told as a story, whose answers follow the line that was edited', async () => {
    const { code, out, problems } = await demo('--directory', directory)
    expect({ code, problems }).toEqual({ code: 0, problems: '' })
    expect(out.split('\n').length).toBeLessThanOrEqual(45)
    expect(out.match(/^[✓✗] /gm)).toHaveLength(5)
    expect(out).not.toContain('\u001b')
    const [, line] =
      /✓ Does Ada prefer npm.*\n {4}I prefer pnpm over npm\n {4}memory\/MEMORY\.md:(\d+)\n/.exec(out) ?? []
    expect(out).toMatch(/asked through Mastra too: all 3 know the correction/)

    const page = join(directory, 'ada', 'memory', 'MEMORY.md')
    expect(out).toContain(`perl -pi -e 's/pnpm/yarn/ if $. == ${line}' ${page}`)
    const lines = (await readFile(page, 'utf8')).split('\n')
    await writeFile(page, lines.with(Number(line) - 1, '- I prefer yarn over npm (2026-01-11)').join('\n'))
    const again = await demo('--directory', directory, '--ask', 'Does Ada prefer npm or another package manager?')
    expect(again.out).toContain(`    I prefer yarn over npm\n    memory/MEMORY.md:${line}\n`)
  })
})

describe('playing', () => {
  it('stores every turn once, in order, at its time: two in a row, one at the start, one at the end', async () => {
    const acknowledged: string[] = []
    const directory = join(root, 'm')
    await play({ collection: shortConversation, directory, onTurn: ({ turn }) => acknowledged.push(turn.id) })
    const stored = await storedIn(directory, ['S1', 'S2', 'S3', 'S4'])
    expect(stored.flatMap((message) => turnsIn(textOf(message)))).toEqual(allTurns)
    expect(acknowledged).toEqual(allTurns)
    const { turns = [] } = shortConversation.sittings[1] ?? {}
    const secondDay = stored.slice(15, 30)
    expect(secondDay.map(({ role }) => role)).toEqual(turns.map(({ role }) => role))
    expect(secondDay[9]?.createdAt).toBe(new Date(turns[9]?.at ?? 0).toISOString())
    expect(secondDay[14]?.createdAt).toBe(new Date(turns[14]?.at ?? 0).toISOString())
  })

  it('goes on in the middle of a session and resets one that was only complete', async () => {
    const directory = join(root, 'm')
    const beginning = { ...shortConversation, sittings: shortConversation.sittings.slice(0, 2) }
    const stop = new Error('stop here')
    const stopped = play({
      collection: beginning,
      directory,
      onTurn: ({ turn }) => {
        if (turn.id === 'S2:6') throw stop
      },
    })
    await expect(stopped).rejects.toBe(stop)
    const old: string[] = []
    await play({ collection: shortConversation, directory, onTurn: ({ turn, isOld }) => isOld && old.push(turn.id) })
    expect(old.slice(0, 20)).toEqual(allTurns.slice(0, 20))
    const stored = await storedIn(directory, ['S1', 'S2', 'S3', 'S4'])
    expect(stored.flatMap((message) => turnsIn(textOf(message)))).toEqual(allTurns)
  })

  it('refuses a directory that holds another conversation', async () => {
    const directory = join(root, 'm')
    await play({ collection: shortConversation, directory })
    const sittings = shortConversation.sittings.map(({ id, turns }) => ({
      id,
      turns: turns.map((turn) => ({ ...turn, text: `not ${turn.text}` })),
    }))
    await expect(play({ collection: { ...shortConversation, sittings }, directory })).rejects.toThrow(
      /another conversation/,
    )
  })
})

describe('with a model', () => {
  const answered = { id: 'c1', created: 1, model: 'tiny' }
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
  let server: Server
  let requests: string[] = []

  beforeEach(async () => {
    requests = []
    server = createServer((request, response) => {
      let body = ''
      request.on('data', (text) => (body += text))
      request.on('end', () => {
        requests.push(body)
        const isStream = body.includes('"stream":true')
        response.setHeader('content-type', isStream ? 'text/event-stream' : 'application/json')
        response.end(isStream ? streamed(contentFor(body)) : JSON.stringify(completion(contentFor(body))))
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })

  afterEach(() => new Promise((resolve) => server.close(resolve)))

  /** Consolidates when it is asked to, otherwise says how many requests there were. */
  function contentFor(body: string): string {
    const consolidation = {
      history_entry: 'Ben spoke of Greta.',
      memory_update:
        '# Memory\n\n## About you\n\n- My bicycle is a green Peugeot, and I call her Greta (2026-02-01)\n- The bicycle that was called Greta was stolen\n',
    }
    return body.includes('memory consolidation') ? JSON.stringify(consolidation) : `answer ${requests.length}`
  }

  function completion(content: string): unknown {
    const choice = { index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }
    return { ...answered, object: 'chat.completion', choices: [choice], usage }
  }

  /** The same as server-sent events, in two pieces. */
  function streamed(content: string): string {
    const middle = Math.ceil(content.length / 2)
    const chunk = (delta: unknown, finish: string | null): unknown => ({
      ...{ ...answered, object: 'chat.completion.chunk' },
      choices: [{ index: 0, delta, finish_reason: finish }],
    })
    const chunks = [
      chunk({ role: 'assistant', content: content.slice(0, middle) }, null),
      chunk({ content: content.slice(middle) }, null),
      chunk({}, 'stop'),
    ]
    return [...chunks.map((each) => JSON.stringify(each)), '[DONE]'].map((line) => `data: ${line}\n\n`).join('')
  }

  it('lets it answer and consolidate, and reports a missing planted fact without failing', async () => {
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const directory = join(root, 'w')
    const { code, out, problems } = await demo(
      ...['--verbose', '--conversation', await bensConversation('Gudrun'), '--directory', directory],
      ...['--model', `http://127.0.0.1:${port}/v1`, '--model-name', 'tiny'],
    )
    expect(problems).toBe('')
    expect(code).toBe(0)
    expect(out).toContain('planted "Gudrun": MISSING')
    expect(out).toContain('do not change the exit code')
    expect(out).toContain('  - The bicycle that was called Greta was stolen')
    expect(requests.filter((body) => body.includes('"model":"tiny"'))).toHaveLength(requests.length)
    expect(requests.at(-1)).toContain('<recalled>')
  })
})
