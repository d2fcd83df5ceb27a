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
  close(): Promise<void>
}

const batch = 100
const turns = 15
const recalls = 30
const place = { threadId: 'thread', resourceId: 'ada' }

/** As it is by default: what leaves the window of a thread is archived meanwhile, for which the others have nothing. */
const daybook = (directory: string): Promise<Contender> => openDaybook(directory, true)
/** Doing what the others do: storing. */
const storing = (directory: string): Promise<Contender> => openDaybook(directory, false)

async function openDaybook(directory: string, auto: boolean): Promise<Contender> {
  const memories = openMemories({ directory: join(directory, 'daybook'), consolidation: { auto } })
  const memory = new DaybookMemory({ memory: memories, tools: false })
  const name = auto ? '@daybook/mastra' : '@daybook/mastra, consolidation off'
  return { name, memory, close: () => memories.close() }
}

async function libsql(directory: string): Promise<Contender> {
  const storage = new LibSQLStore({ id: 'bench', url: `file:${join(directory, 'mastra.db')}` })
  await storage.init()
  const memory = new Memory({ storage, options: { semanticRecall: false } })
  return { name: '@mastra/memory + libsql', memory, close: () => storage.close() }
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

async function median(times: number, work: (turn: number) => Promise<unknown>): Promise<number> {
  const taken: number[] = []
  for (let turn = 0; turn < times; turn++) taken.push(await timed(() => work(turn)))
  return taken.sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0
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

/** Milliseconds for a batch, for a page of the newest messages, and for a whole turn of an agent. */
async function measure({ memory }: Contender, count: number) {
  await memory.saveThread({
    thread: {
      id: 'thread',
      resourceId: 'ada',
      title: 'Bench',
      metadata: {},
      createdAt: new Date(),
      updatedAt: new Date(),
    },
  })
  const saving = await timed(async () => {
    for (let from = 0; from < count; from += batch) await memory.saveMessages({ messages: messages(from) })
  })
  const recall = await median(recalls, () => memory.recall({ ...place, perPage: 40 }))
  const agent = agentWith(memory)
  const turn = await median(turns, (number) =>
    agent.generate(`What about order ${number}?`, { memory: { thread: 'thread', resource: 'ada' } }),
  )
  return { save: saving / (count / batch), recall, turn }
}

for (const count of (process.argv[2] ?? '1000,10000').split(',').map(Number)) {
  for (const open of [libsql, storing, daybook]) {
    const directory = await mkdtemp(join(tmpdir(), 'daybook-bench-mastra-'))
    const contender = await open(directory)
    const { save, recall, turn } = await measure(contender, count)
    const row = [count, contender.name, ...[save, recall, turn].map((ms) => ms.toFixed(2))]
    console.log(`| ${row.join(' | ')} |`)
    await contender.close()
    await rm(directory, { recursive: true, force: true })
  }
}
