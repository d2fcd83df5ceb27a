import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Memory, type Message, openMemory, type StoredMessage } from '@daybook/memory-core'
import { HumanMessage } from '@langchain/core/messages'
import { FakeListChatModel } from '@langchain/core/utils/testing'
import { createAgent } from 'langchain'
import { memoryMiddleware } from '../src/middleware.ts'

/** Milliseconds of one run, the median of many. */
export interface AgentRuns {
  bare: number
  /** With a memory that answers at once: what the adapter adds. */
  atOnce: number
  /** With a memory on disk, its recall and its fsyncs included. */
  onDisk: number
}

const warmUp = 60
const runs = 300

/** Runs the same agent without memory and with it, in turns, so that a busy machine slows all of them. */
export async function measureRuns(): Promise<AgentRuns> {
  const directory = await mkdtemp(join(tmpdir(), 'daybook-bench-'))
  const memory = await openMemory({ directory })
  const model = new FakeListChatModel({ responses: ['Noted.'] })
  const bare = createAgent({ model })
  const remembering = (used: Memory): ReturnType<typeof createAgent> =>
    createAgent({ model, middleware: [memoryMiddleware({ memory: used, tools: false })] })
  const atOnce = remembering(answeringAtOnce(memory))
  const onDisk = remembering(memory)
  const times = { bare: [] as number[], atOnce: [] as number[], onDisk: [] as number[] }
  for (let n = -warmUp; n < runs; n++) {
    const input = { messages: [new HumanMessage(`Message ${n} about topic ${n % 17}.`)] }
    const run = { context: { session: `s${n % 50}` } }
    const bareMs = await took(() => bare.invoke(input, run))
    const atOnceMs = await took(() => atOnce.invoke(input, run))
    const onDiskMs = await took(() => onDisk.invoke(input, run))
    // What the memory does behind the run, for the index, must not be taken for the next one's.
    await memory.flush()
    if (n < 0) continue
    times.bare.push(bareMs)
    times.atOnce.push(atOnceMs)
    times.onDisk.push(onDiskMs)
  }
  await memory.close()
  await rm(directory, { recursive: true })
  return { bare: median(times.bare), atOnce: median(times.atOnce), onDisk: median(times.onDisk) }
}

/** A memory that knows one thing, and stores nothing. */
function answeringAtOnce(memory: Memory): Memory {
  const createdAt = new Date(0).toISOString()
  const stored = (messages: readonly Message[]): StoredMessage[] =>
    messages.map((message, place) => ({ ...message, id: message.id ?? `m${place}`, createdAt }))
  return {
    ...memory,
    buildContext: async () => ({ stable: 'Known.', volatile: 'Recalled.', tokens: 4, items: [], dropped: [] }),
    addMessages: async (_, messages) => stored([messages].flat()),
    sessions: {
      ...memory.sessions,
      messages: async () => [],
      align: async (_, messages) => ({ stored: stored(messages), appended: [], aside: [] }),
    },
  }
}

/** Milliseconds that some work takes. */
export async function took(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** The middle one. */
export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}
