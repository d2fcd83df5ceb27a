/**
 * What a memory adds to a model call: as a difference and a ratio to the same mock model without one, in turns in the same
 * run; and what of it is the memory's own work, and what the adapter's. In milliseconds.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Memory, openMemory } from '@daybook/memory-core'
import { generateText, type LanguageModel, streamText } from 'ai'
import { MockLanguageModelV4, simulateReadableStream } from 'ai/test'
import { createCorpus } from '../../memory-core/bench/corpus.ts'
import { memoryOptions, withMemory } from '../src/index.ts'

const sizes = [0, 1_000, 10_000]
const warmUp = 30
const samples = 200
const messagesPerSession = 200
const turnsPerSession = 10
const facts = 40

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}
const finishReason = { unified: 'stop' as const, raw: 'stop' }
const answer = 'That is what we agreed on, as far as I know.'
const plain = new MockLanguageModelV4({
  doGenerate: async () => ({ content: [{ type: 'text', text: answer }], finishReason, usage, warnings: [] }),
  doStream: async () => ({
    stream: simulateReadableStream({
      chunkDelayInMs: null,
      initialDelayInMs: null,
      chunks: [
        { type: 'stream-start', warnings: [] },
        { type: 'text-start', id: '0' },
        { type: 'text-delta', id: '0', delta: answer },
        { type: 'text-end', id: '0' },
        { type: 'finish', finishReason, usage },
      ],
    }),
  }),
})

async function fill(directory: string, size: number, sentence: () => string): Promise<Memory> {
  const memory = await openMemory({ directory, consolidation: { auto: false } })
  await memory.facts.append(Array.from({ length: facts }, () => `- ${sentence()}`).join('\n'))
  for (let stored = 0; stored < size; stored += messagesPerSession) {
    const messages = Array.from({ length: messagesPerSession }, (_, place) => {
      return { role: place % 2 === 0 ? ('user' as const) : ('assistant' as const), content: sentence() }
    })
    await memory.addMessages(`earlier-${stored}`, messages)
  }
  await memory.flush()
  return memory
}

/** A memory, and how long it has been at work since it was asked last. */
interface Timed {
  memory: Memory
  takeMs: () => number
}

/** The same memory, with the time of what the adapter asks of it for a call; one thing after the other, never two at once. */
function timedMemory(memory: Memory): Timed {
  let spent = 0
  function timed<Given extends readonly unknown[], Result>(work: (...given: Given) => Promise<Result>) {
    return async (...given: Given): Promise<Result> => {
      const started = performance.now()
      try {
        return await work(...given)
      } finally {
        spent += performance.now() - started
      }
    }
  }
  return {
    memory: {
      ...memory,
      buildContext: timed(memory.buildContext),
      addMessages: timed(memory.addMessages),
      sessions: { ...memory.sessions, align: timed(memory.sessions.align) },
    },
    takeMs: () => {
      const taken = spent
      spent = 0
      return taken
    },
  }
}

interface Sample {
  plain: number
  wrapped: number
  /** What of it the memory took for its own work: storing what is new, context, storing the reply. */
  memory: number
}

interface Kind {
  name: string
  /** The time of one call, and what of it the memory took. */
  call: (model: LanguageModel, request: Request, takeMs: () => number) => Promise<{ ms: number; memory: number }>
}

interface Request {
  prompt: string
  providerOptions: ReturnType<typeof memoryOptions>
}

const kinds: readonly Kind[] = [
  {
    name: 'generate',
    async call(model, request, takeMs) {
      const started = performance.now()
      await generateText({ model, ...request })
      return { ms: performance.now() - started, memory: takeMs() }
    },
  },
  {
    name: 'first chunk',
    async call(model, request, takeMs) {
      const started = performance.now()
      let first: { ms: number; memory: number } | undefined
      for await (const text of streamText({ model, ...request }).textStream)
        if (text !== '') first ??= { ms: performance.now() - started, memory: takeMs() }
      // What is stored at the end belongs to no call that is measured.
      takeMs()
      return first ?? { ms: Number.NaN, memory: Number.NaN }
    },
  },
]

async function measure(memory: Memory, kind: Kind, question: () => string): Promise<Sample[]> {
  const timed = timedMemory(memory)
  const model = withMemory(plain, { memory: timed.memory })
  const taken: Sample[] = []
  for (let round = 0; round < warmUp + samples; round++) {
    const session = `${kind.name}-${Math.floor(round / turnsPerSession)}`
    const request = { prompt: question(), providerOptions: memoryOptions({ session }) }
    const without = await kind.call(plain, request, timed.takeMs)
    const { ms, memory: inMemory } = await kind.call(model, request, timed.takeMs)
    if (round >= warmUp) taken.push({ plain: without.ms, wrapped: ms, memory: inMemory })
  }
  return taken
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN
}

const columns: readonly (readonly [string, (sample: Sample) => number])[] = [
  ['plain', ({ plain: ms }) => ms],
  ['wrapped', ({ wrapped }) => wrapped],
  ['added', ({ wrapped, plain: ms }) => wrapped - ms],
  ['memory', ({ memory }) => memory],
  ['adapter', ({ wrapped, plain: ms, memory }) => wrapped - ms - memory],
]
const shares = [0.5, 0.95]

function row(name: string, size: number, taken: readonly Sample[]): string {
  const at = (share: number, of: (sample: Sample) => number): number => percentile(taken.map(of), share)
  const numbers = columns.flatMap(([, of]) => shares.map((share) => at(share, of).toFixed(3).padStart(11)))
  const ratios = shares.map((share) => {
    const ratio = at(share, ({ wrapped }) => wrapped) / at(share, ({ plain: ms }) => ms)
    return `${ratio.toFixed(1)} ×`.padStart(9)
  })
  return `| ${[name.padEnd(11), String(size).padStart(6), ...numbers, ...ratios].join(' | ')} |`
}

function head(): string {
  const names = columns.flatMap(([name]) => [`${name} p50`, `${name} p95`])
  const titles = ['call       ', 'stored', ...names.map((name) => name.padStart(11)), 'ratio p50', 'ratio p95']
  const rule = titles.map((title, place) => (place === 0 ? '-'.repeat(13) : `${'-'.repeat(title.length + 1)}:`))
  return `| ${titles.join(' | ')} |\n|${rule.join('|')}|`
}

const root = await mkdtemp(join(tmpdir(), 'daybook-bench-ai-sdk-'))
console.log(head())
for (const size of sizes) {
  const corpus = createCorpus(size)
  const sentence = (): string => corpus.message()
  const memory = await fill(join(root, String(size)), size, sentence)
  for (const kind of kinds) console.log(row(kind.name, size, await measure(memory, kind, () => corpus.question())))
  await memory.close()
}
await rm(root, { recursive: true, force: true })
