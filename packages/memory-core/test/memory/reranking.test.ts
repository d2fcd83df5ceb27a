import { describe, expect, it, onTestFinished } from 'vitest'
import type { MemoryEvent } from '../../src/events.ts'
import { inMemoryStorage } from '../../src/in-memory/storage.ts'
import { type Memory, openMemory } from '../../src/memory.ts'
import type { RerankFunction, RerankOptions } from '../../src/model.ts'

interface Opened {
  memory: Memory
  events: MemoryEvent[]
}

/** A memory with five messages about cranes, each longer than the one before. */
async function open(rerank?: RerankFunction | RerankOptions): Promise<Opened> {
  const events: MemoryEvent[] = []
  const memory = await openMemory({
    storage: inMemoryStorage(),
    capture: { auto: false },
    ...(rerank ? { rerank } : {}),
    onEvent: (event) => events.push(event),
  })
  onTestFinished(() => memory.close())
  const contents = [1, 2, 3, 4, 5].map((n) => `crane${' over the wide marsh'.repeat(n)} number${n}`)
  await memory.addMessages(
    's',
    contents.map((content, i) => ({ role: 'user' as const, content, id: `m${i + 1}` })),
  )
  return { memory, events }
}

async function found(memory: Memory, limit = 10): Promise<string[]> {
  const { items } = await memory.recall('crane', { limit })
  return items.map(({ source }) => ('messageId' in source ? source.messageId : ''))
}

const longestFirst: RerankFunction = async (_, texts) => texts.map((text) => text.length)
const byLength = ['m5', 'm4', 'm3', 'm2', 'm1']

/** What is found without a reranker. */
async function foundByWords(): Promise<string[]> {
  return found((await open()).memory)
}

function longest(ids: readonly string[]): string[] {
  return byLength.filter((id) => ids.includes(id))
}

describe('recall with a reranker', () => {
  it('answers in its order, and says what it said', async () => {
    const asked: unknown[] = []
    const { memory } = await open(async (query, texts) => {
      asked.push([query, texts.length])
      return longestFirst(query, texts)
    })
    expect(await found(memory)).toEqual(byLength)
    expect(asked).toEqual([['crane', 5]])
    const [item] = (await memory.recall('crane', { explain: true })).items
    expect(item?.explain).toEqual({ rerank: item?.text.length })
    expect(item?.score).toBe(item?.text.length)
  })

  it('asks it about more than the limit, and no more than the candidates', async () => {
    const { memory } = await open({ rerank: longestFirst, candidates: 4 })
    const plain = await foundByWords()
    expect(await found(memory, 1)).toEqual(longest(plain.slice(0, 4)).slice(0, 1))
    expect(await found(memory)).toEqual([...longest(plain.slice(0, 4)), ...plain.slice(4)])
    const { items } = await memory.recall('crane')
    const scores = items.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  })

  it('keeps the rest behind what it has sorted, whatever its scores are', async () => {
    const { memory } = await open({
      rerank: async (_, texts) => texts.map((text) => text.length - 1_000),
      candidates: 3,
    })
    const { items } = await memory.recall('crane')
    const scores = items.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(scores[3]).toBe(scores[2])
    const plain = await foundByWords()
    expect(await found(memory)).toEqual([...longest(plain.slice(0, 3)), ...plain.slice(3)])
  })

  it('does not ask it about nothing', async () => {
    const { memory } = await open(() => Promise.reject(new Error('asked')))
    expect(await memory.recall('unicorn')).toEqual({ mode: 'lexical', items: [] })
  })

  it.each<[string, RerankFunction]>([
    ['throws', () => Promise.reject(new Error('no credit'))],
    ['throws at once', () => Reflect.apply(JSON.parse, undefined, ['{'])],
    ['gives too few scores', async () => [1]],
    ['gives NaN', async (_, texts) => texts.map(() => Number.NaN)],
    ['gives texts', async (_, texts) => Reflect.apply(Array.from, Array, [texts])],
    ['hangs', () => new Promise(() => undefined)],
  ])('keeps the order without one that %s, says why, and reports it once', async (_, rerank) => {
    const { memory, events } = await open({ rerank, timeoutMs: 30 })
    expect(await found(memory)).toEqual(await foundByWords())
    const { degraded, items } = await memory.recall('crane')
    expect(degraded).toMatch(/a moment ago/)
    expect(items).toHaveLength(5)
    expect(events.filter(({ type }) => type === 'recall-degraded')).toHaveLength(1)
  })

  it('leaves an aborted recall to its signal', async () => {
    const { memory, events } = await open(() => new Promise(() => undefined))
    const recalling = memory.recall('crane', { signal: AbortSignal.timeout(20) })
    await expect(recalling).rejects.toMatchObject({ name: 'TimeoutError' })
    expect(events.filter(({ type }) => type === 'recall-degraded')).toEqual([])
  })
})
