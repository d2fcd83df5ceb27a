import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMemories } from '@daybook/memory-core'
import { Agent, type AgentConfig } from '@mastra/core/agent'
import type { MastraDBMessage } from '@mastra/core/agent/message-list'
import { Mastra } from '@mastra/core/mastra'
import type { MastraMemory } from '@mastra/core/memory'
import { InMemoryStore } from '@mastra/core/storage'
import { LibSQLStore } from '@mastra/libsql'
import { Memory } from '@mastra/memory'
import { MockLanguageModelV3 } from 'ai6/test'
import { DaybookMemory } from '../src/index.ts'

/** A memory to measure. */
interface Contender {
  name: string
  memory: MastraMemory
  /** Waits for what is done after a call was answered. */
  settle(): Promise<void>
  close(): Promise<void>
}

const batch = 100
/** So many calls in a row are one memory's, then it is the next one's turn: whatever else the machine does hits all alike. */
const inARow = { save: 10, recall: 10, turn: 5 }
const turns = 30
const recalls = 30
/** A small thread is filled, read and talked in so often anew that there are so many batches to take the median of. */
const leastBatches = 30
/** Before anything is measured, every memory has done this: code that runs for the first time is slow, whosever it is. */
const warmUp = { messages: 2_000, turns: 150 }
const place = { threadId: 'thread', resourceId: 'ada' }

async function daybook(directory: string): Promise<Contender> {
  const memories = openMemories({ directory: join(directory, 'daybook') })
  const memory = new DaybookMemory({ memory: memories, tools: false })
  return { name: '@daybook/mastra', memory, settle: () => memory.settled(), close: () => memories.close() }
}

/** As it is set up by default: what it has stored survives the process, and may be lost with the machine. */
const libsql = (directory: string): Promise<Contender> => openLibsql(directory, '@mastra/memory + libsql')

/** What it has stored is on the disk, as it is with Daybook. */
async function syncedLibsql(directory: string): Promise<Contender> {
  return openLibsql(directory, '@mastra/memory + libsql, synchronous = FULL', async (execute) => {
    await execute('PRAGMA synchronous = FULL')
    const setting = JSON.stringify((await execute('PRAGMA synchronous')).rows)
    if (!setting.includes('2')) throw new Error(`synchronous is ${setting}, expected 2`)
  })
}

type Execute = (sql: string) => Promise<{ rows: unknown }>

async function openLibsql(
  directory: string,
  name: string,
  prepare: (execute: Execute) => Promise<void> = async () => undefined,
): Promise<Contender> {
  const storage = new LibSQLStore({ id: 'bench', url: `file:${join(directory, 'mastra.db')}` })
  await storage.init()
  const { client } = storage as unknown as { client: { execute: Execute } } // private, and the one connection that it has
  await prepare((sql) => client.execute(sql))
  const memory = new Memory({ storage, options: { semanticRecall: false } })
  return { name, memory, settle: async () => undefined, close: () => storage.close() }
}

function messages(from: number): MastraDBMessage[] {
  return Array.from({ length: batch }, (_, offset) => {
    const number = from + offset
    const text = `Message ${number}: we spoke of order ${number * 7919} and of what has to be done about it by tomorrow.`
    return {
      id: `m${number}`,
      role: number % 2 === 0 ? 'user' : 'assistant',
      createdAt: new Date(Date.UTC(2026, 0, 1) + number * 1000),
      ...place,
      content: { format: 2, parts: [{ type: 'text', text }], content: text },
    }
  })
}

/** What a call took, in milliseconds: on the clock, and of all processors. */
interface Taken {
  ms: number
  cpuMs: number
}

async function timed(work: () => Promise<unknown>): Promise<Taken> {
  const before = process.cpuUsage()
  const start = performance.now()
  await work()
  const ms = performance.now() - start
  const { user, system } = process.cpuUsage(before)
  return { ms, cpuMs: (user + system) / 1_000 }
}

function median(taken: readonly number[]): number {
  return taken.toSorted((a, b) => a - b)[Math.floor(taken.length / 2)] ?? 0
}

function agentWith(memory: MastraMemory) {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  }
  const model = new MockLanguageModelV3({
    doGenerate: async () => ({
      content: [{ type: 'text', text: 'Fine.' }],
      finishReason: { unified: 'stop', raw: 'stop' },
      usage,
      warnings: [],
    }),
  })
  const own = model as unknown as AgentConfig['model'] // of another copy of the same specification
  const agent = new Agent({ id: 'agent', name: 'agent', instructions: '', model: own, memory })
  return new Mastra({ agents: { agent }, storage: new InMemoryStore(), logger: false }).getAgent('agent')
}

/** What was measured of one memory. */
interface Measured {
  name: string
  save: Taken[]
  recall: Taken[]
  turn: Taken[]
  /** All that was done after batches were answered. */
  later: number
}

/** One that takes part, and what is measured of it. */
interface Entrant extends Measured {
  contender: Contender
  agent: Agent
}

async function begin(contender: Contender): Promise<Entrant> {
  const now = new Date()
  const thread = { id: 'thread', resourceId: 'ada', title: 'Bench', metadata: {}, createdAt: now, updatedAt: now }
  await contender.memory.saveThread({ thread })
  const { name, memory } = contender
  return { name, contender, agent: agentWith(memory), save: [], recall: [], turn: [], later: 0 }
}

/** Does the calls of all memories by turns, a few of one in a row. */
async function byTurns(
  all: readonly Entrant[],
  what: 'save' | 'recall' | 'turn',
  times: number,
  call: (entrant: Entrant, number: number) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < times; from += inARow[what])
    for (const place of all.keys()) {
      const entrant = all[(place + from / inARow[what]) % all.length]
      if (!entrant) continue
      for (let number = from; number < Math.min(times, from + inARow[what]); number++)
        entrant[what].push(await timed(() => call(entrant, number)))
      const later = await timed(entrant.contender.settle)
      if (what === 'save') entrant.later += later.ms
    }
}

async function measure(count: number, all: readonly Entrant[], talked: number): Promise<void> {
  await byTurns(all, 'save', count / batch, ({ contender }, number) =>
    contender.memory.saveMessages({ messages: messages(number * batch) }),
  )
  await byTurns(all, 'recall', recalls, ({ contender }) => contender.memory.recall({ ...place, perPage: 40 }))
  await byTurns(all, 'turn', talked, ({ agent }, number) =>
    agent.generate(`What about order ${number}?`, { memory: { thread: 'thread', resource: 'ada' } }),
  )
}

/** All memories from empty to `count` messages. */
async function oneRound(count: number, talked: number = turns): Promise<Measured[]> {
  const directories: string[] = []
  const all: Entrant[] = []
  for (const open of [libsql, syncedLibsql, daybook]) {
    const directory = await mkdtemp(join(tmpdir(), 'daybook-bench-mastra-'))
    directories.push(directory)
    all.push(await begin(await open(directory)))
  }
  await measure(count, all, talked)
  for (const { contender } of all) await contender.close()
  for (const directory of directories) await rm(directory, { recursive: true, force: true })
  return all
}

function printed(count: number, rounds: readonly Measured[]): string {
  const [all] = rounds
  const medianOf = (what: 'save' | 'recall' | 'turn', unit: keyof Taken): number =>
    median(rounds.flatMap((round) => round[what].map((taken) => taken[unit])))
  const later = rounds.reduce((sum, round) => sum + round.later, 0) / rounds.flatMap(({ save }) => save).length
  const numbers = [
    ...[medianOf('save', 'ms'), later, medianOf('recall', 'ms'), medianOf('turn', 'ms')],
    ...[medianOf('save', 'cpuMs'), medianOf('turn', 'cpuMs')],
  ]
  return `| ${[count, all?.name, ...numbers.map((ms) => ms.toFixed(2))].join(' | ')} |`
}

await oneRound(warmUp.messages, warmUp.turns)
for (const count of (process.argv[2] ?? '1000,10000').split(',').map(Number)) {
  const rounds: Measured[][] = []
  for (let batches = 0; batches < leastBatches; batches += count / batch) rounds.push(await oneRound(count))
  for (const place of rounds[0]?.keys() ?? [])
    console.log(
      printed(
        count,
        rounds.flatMap((round) => round[place] ?? []),
      ),
    )
}
