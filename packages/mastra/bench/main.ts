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
const turns = 15
const recalls = 30
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

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
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

/** What was measured of one memory, in milliseconds. */
interface Measured {
  contender: Contender
  agent: Agent
  save: number[]
  recall: number[]
  turn: number[]
  /** All that was done after batches were answered. */
  later: number
}

async function begin(contender: Contender): Promise<Measured> {
  const now = new Date()
  const thread = { id: 'thread', resourceId: 'ada', title: 'Bench', metadata: {}, createdAt: now, updatedAt: now }
  await contender.memory.saveThread({ thread })
  return { contender, agent: agentWith(contender.memory), save: [], recall: [], turn: [], later: 0 }
}

/** Does the calls of all memories by turns, a few of one in a row. */
async function byTurns(
  all: readonly Measured[],
  what: 'save' | 'recall' | 'turn',
  times: number,
  call: (measured: Measured, number: number) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < times; from += inARow[what])
    for (const place of all.keys()) {
      const measured = all[(place + from / inARow[what]) % all.length]
      if (!measured) continue
      for (let number = from; number < Math.min(times, from + inARow[what]); number++)
        measured[what].push(await timed(() => call(measured, number)))
      const later = await timed(measured.contender.settle)
      if (what === 'save') measured.later += later
    }
}

async function measure(count: number, all: readonly Measured[]): Promise<void> {
  await byTurns(all, 'save', count / batch, ({ contender }, number) =>
    contender.memory.saveMessages({ messages: messages(number * batch) }),
  )
  await byTurns(all, 'recall', recalls, ({ contender }) => contender.memory.recall({ ...place, perPage: 40 }))
  await byTurns(all, 'turn', turns, ({ agent }, number) =>
    agent.generate(`What about order ${number}?`, { memory: { thread: 'thread', resource: 'ada' } }),
  )
}

for (const count of (process.argv[2] ?? '1000,10000').split(',').map(Number)) {
  const directories: string[] = []
  const all: Measured[] = []
  for (const open of [libsql, syncedLibsql, daybook]) {
    const directory = await mkdtemp(join(tmpdir(), 'daybook-bench-mastra-'))
    directories.push(directory)
    all.push(await begin(await open(directory)))
  }
  await measure(count, all)
  for (const { contender, save, recall, turn, later } of all) {
    const numbers = [median(save), later / save.length, median(recall), median(turn)]
    console.log(`| ${[count, contender.name, ...numbers.map((ms) => ms.toFixed(2))].join(' | ')} |`)
    await contender.close()
  }
  for (const directory of directories) await rm(directory, { recursive: true, force: true })
}
