import { type Clock, inMemoryStorage } from '@daybook/memory-core'
import { fixedClock } from '@daybook/memory-core/testing'
import type { Operation } from '@langchain/langgraph-checkpoint'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startCpuClock } from '../../../memory-core/test/cpu-clock.ts'
import { temporaryMemory } from '../../test/temporary-memory.ts'
import { WordEmbeddings, wordDimensions } from '../testing/word-embeddings.ts'
import { DaybookStore } from './daybook-store.ts'
import { decodeLabel, encodeLabel, namespaceOf } from './labels.ts'
import type { DaybookStoreOptions, StoreIndex } from './store-options.ts'

const words = (options: Partial<StoreIndex> = {}): StoreIndex => ({
  dims: wordDimensions,
  embeddings: new WordEmbeddings(),
  fields: ['text'],
  ...options,
})

function inRam(options: Omit<DaybookStoreOptions, 'memory'> = {}): {
  store: DaybookStore
  memory: ReturnType<typeof inMemoryStorage>
} {
  const memory = inMemoryStorage()
  return { store: new DaybookStore({ memory, ...options }), memory }
}

const keys = (items: readonly { key: string }[]): string[] => items.map(({ key }) => key)

describe('a store', () => {
  it('shows the newest first', async () => {
    const clock = fixedClock()
    const { store } = inRam({ clock })
    for (const key of ['b', 'c', 'a']) {
      await store.put(['x'], key, { key })
      clock.advance(1)
    }
    await store.put(['x'], 'b', { key: 'again' })
    expect(keys(await store.search(['x']))).toEqual(['b', 'a', 'c'])
  })

  it('lies beside what else a memory keeps, unseen', async () => {
    const memory = await temporaryMemory()
    await memory.responses.put(memory.responses.key({ model: 'm', message: 'p' }), 'kept')
    const store = new DaybookStore({ memory })
    await store.put(['responses'], 'k', { n: 1 })
    expect(await store.listNamespaces()).toEqual([['responses']])
    expect(await store.search([])).toHaveLength(1)
    expect(await memory.responses.stats()).toMatchObject({ size: 1 })
  })

  it('leaves out fields that are undefined and refuses what else JSON has not', async () => {
    const { store } = inRam()
    await store.put(['x'], 'k', { a: undefined, b: { c: undefined, d: 1 } })
    expect((await store.get(['x'], 'k'))?.value).toEqual({ b: { d: 1 } })
    const circle: Record<string, unknown> = {}
    circle['self'] = circle
    const wrong = [
      { at: new Date(0) },
      { f: () => 1 },
      { n: Number.NaN },
      { big: 1n },
      { map: new Map() },
      { a: [undefined] },
      circle,
    ]
    for (const value of wrong) await expect(store.put(['x'], 'bad', value)).rejects.toMatchObject({ code: 'bad-input' })
    expect(await store.get(['x'], 'bad')).toBeNull()
  })

  it.each<[string, unknown]>([
    ['a key that is no text', { namespace: ['x'], key: 7, value: {} }],
    ['a value that is no object', { namespace: ['x'], key: 'k', value: 'text' }],
    ['a value that is a list', { namespace: ['x'], key: 'k', value: [] }],
    ['a query that is no text', { namespacePrefix: ['x'], query: 7 }],
    ['a limit that is none', { namespacePrefix: ['x'], limit: -1 }],
    ['an operator that there is not', { namespacePrefix: ['x'], filter: { a: { $regex: 'b' } } }],
    ['a condition that is undefined', { namespacePrefix: ['x'], filter: { user: undefined } }],
    ['a condition that is a function', { namespacePrefix: ['x'], filter: { user: () => 1 } }],
    ['a match that there is not', { matchConditions: [{ matchType: 'middle', path: ['x'] }], limit: 1, offset: 0 }],
  ])('refuses %s, and stores nothing of that batch before it', async (_, wrong) => {
    const { store } = inRam()
    await store.put(['x'], 'there', { user: 'ada' })
    const batch: Promise<unknown> = Reflect.apply(store.batch, store, [[wrong]])
    await expect(batch).rejects.toMatchObject({ code: 'bad-input' })
  })

  it('stores nothing of a batch with a namespace that is forbidden', async () => {
    const { store } = inRam()
    const batch: Operation[] = [
      { namespace: ['x'], key: 'k', value: { n: 1 } },
      { namespace: ['a.b'], key: 'k', value: { n: 2 } },
    ]
    await expect(store.batch(batch)).rejects.toThrow(/periods/)
    expect(await store.search([])).toEqual([])
  })

  it('refuses options that cannot be', () => {
    const memory = inMemoryStorage()
    const wrong = [
      undefined,
      {},
      { memory: 7 },
      { memory, index: { dims: 0, embeddings: new WordEmbeddings() } },
      { memory, index: { dims: 3 } },
      { memory, ttl: { defaultMs: -1 } },
      { memory, ttl: { defaultTtl: 1 } },
      { memory, index: words({ textWeight: 2 }) },
      { memory, clck: Date.now },
    ]
    for (const options of wrong)
      expect(() => Reflect.construct(DaybookStore, [options])).toThrow(expect.objectContaining({ code: 'bad-option' }))
  })
})

describe('a search by words', () => {
  it('ends soon, however long the question', async () => {
    const { store } = inRam()
    await store.batch(
      Array.from({ length: 2_000 }, (_, n) => ({ namespace: ['x'], key: `k${n}`, value: { text: `w${n}` } })),
    )
    const query = Array.from({ length: 100_000 }, (_, n) => `w${n}`).join(' ')
    const spentMs = startCpuClock()
    expect(keys(await store.search(['x'], { query, limit: 500 }))).toHaveLength(128)
    expect(spentMs()).toBeLessThan(2_000)
  })
})

describe('an index', () => {
  it('finds what only the words know, and what only the meaning knows', async () => {
    const index = words({ embeddings: Object.assign(new WordEmbeddings(), { embedQuery: async () => vectorAt(3) }) })
    Object.assign(index.embeddings, {
      embedDocuments: async (texts: string[]) => texts.map((text) => vectorAt(text === 'feline' ? 3 : 9)),
    })
    const { store } = inRam({ index })
    await store.put(['x'], 'meaning', { text: 'feline' })
    await store.put(['x'], 'word', { text: 'my cat' })
    await store.put(['x'], 'neither', { text: 'tax form' })
    const scores = new Map((await store.search(['x'], { query: 'cat' })).map(({ key, score }) => [key, score]))
    expect([...scores.keys()]).toEqual(['meaning', 'word', 'neither'])
    expect([scores.get('meaning'), scores.get('word'), scores.get('neither')]).toEqual([0.75, 0.25, 0])
  })

  it('weighs words and meaning as it is told', async () => {
    for (const [textWeight, score] of [
      [0, 1],
      [1, undefined],
    ] as const) {
      const { store } = inRam({ index: words({ textWeight }) })
      await store.put(['x'], 'k', { text: 'red fox', other: 'blue' })
      expect((await store.search(['x'], { query: 'fox red' }))[0]?.score).toBeCloseTo(
        score ?? 0,
        score === undefined ? -9 : 6,
      )
      expect(keys(await store.search(['x'], { query: 'blue' }))).toEqual(['k'])
    }
  })

  it('embeds each text of a batch once, and nothing where nothing is asked', async () => {
    const embeddings = new WordEmbeddings()
    const { store } = inRam({ index: words({ embeddings }) })
    await store.batch(['a', 'b', 'c'].map((key) => ({ namespace: ['x'], key, value: { text: 'the same' } })))
    expect(embeddings.texts).toEqual(['the same'])
    await store.get(['x'], 'a')
    await store.search(['x'])
    await store.search(['x'], { query: '  ' })
    await store.delete(['x'], 'a')
    expect(embeddings.texts).toEqual(['the same'])
  })

  it('stores nothing of a batch that cannot be embedded', async () => {
    const failing = Object.assign(new WordEmbeddings(), {
      embedDocuments: async () => Promise.reject(new Error('no embedder')),
    })
    const { store } = inRam({ index: words({ embeddings: failing }) })
    await expect(store.put(['x'], 'k', { text: 'a' })).rejects.toThrow('no embedder')
    expect(await store.get(['x'], 'k')).toBeNull()
    const short = inRam({ index: words({ dims: 3 }) }).store
    await expect(short.put(['x'], 'k', { text: 'a' })).rejects.toMatchObject({
      code: 'model-failed',
      message: expect.stringContaining('index.dims'),
    })
  })

  it('leaves no vector of what was removed, and ignores those of values that were replaced without it', async () => {
    const clock = fixedClock()
    const { store, memory } = inRam({ index: words(), clock })
    await store.put(['x'], 'k', { text: 'purple elephants' })
    const plain = new DaybookStore({ memory, clock })
    clock.advance(1)
    await plain.put(['x'], 'k', { text: 'tax forms' })
    expect(await store.search(['x'], { query: 'purple elephants' })).toEqual([])
    await plain.delete(['x'], 'k')
    expect(await memory.items.count([], new Date(clock()).toISOString())).toBe(0)
  })

  it('keeps vectors exactly enough', async () => {
    const { store } = inRam({ index: words() })
    await store.put(['x'], 'k', { text: 'one two two three' })
    expect((await store.search(['x'], { query: 'one two two three' }))[0]?.score).toBeCloseTo(1, 6)
  })
})

describe('the time that items live', () => {
  const minute = 60_000
  const timed = (clock: Clock): ReturnType<typeof inRam> =>
    inRam({ clock, ttl: { defaultMs: 10 * minute }, index: words() })

  it('is that of the put where it says one, and begins anew as long as that', async () => {
    const clock = fixedClock()
    const { store } = timed(clock)
    await store.put(['x'], 'short', { text: 'a' }, undefined, { ttlMs: minute })
    await store.put(['x'], 'good', { text: 'b' }, undefined, { ttlMs: null })
    await store.put(['x'], 'usual', { text: 'c' })
    clock.advance(50_000)
    expect(await store.get(['x'], 'short')).not.toBeNull()
    clock.advance(50_000)
    expect(await store.get(['x'], 'short')).not.toBeNull()
    clock.advance(minute)
    expect(await store.get(['x'], 'short')).toBeNull()
    clock.advance(60 * minute)
    expect(keys(await store.search(['x']))).toEqual(['good'])
    await expect(store.put(['x'], 'k', { n: 1 }, undefined, { ttlMs: 0 })).rejects.toMatchObject({ code: 'bad-input' })
  })

  it('is that of its vectors, too', async () => {
    const clock = fixedClock()
    const { store } = timed(clock)
    await store.put(['x'], 'k', { text: 'red fox' })
    for (let times = 0; times < 3; times++) {
      clock.advance(6 * minute)
      expect((await store.search(['x'], { query: 'red fox' }))[0]?.score).toBeCloseTo(1, 6)
    }
  })

  it('ends on the disk, too, when something is put', async () => {
    const clock = fixedClock()
    const { store, memory } = timed(clock)
    await store.put(['x'], 'k', { text: 'a' })
    clock.advance(20 * minute)
    await store.put(['x'], 'l', { text: 'b' }, false, { ttlMs: null })
    expect(await memory.items.count([], '2000-01-01T00:00:00.000Z')).toBe(2)
  })
})

describe('labels', () => {
  it('are what LangGraph takes, whatever the text, and give the text back', async () => {
    const { store } = inRam()
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, unit: 'binary' }), async (text) => {
        const label = encodeLabel(text)
        expect(decodeLabel(label)).toBe(text)
        await store.put([label], 'k', { text: 'x' })
        expect(await store.get([label], 'k')).not.toBeNull()
      }),
      { numRuns: 200 },
    )
  })

  it('differ where the texts differ, and stay readable', () => {
    expect(namespaceOf('users', 'ada@example.com')).toEqual(['users', 'ada@example%2Ecom'])
    expect(encodeLabel('langgraph')).not.toBe('langgraph')
    expect(decodeLabel(encodeLabel('langgraph'))).toBe('langgraph')
    expect(new Set(['a.b', 'a%2Eb', 'a:b', 'a%3Ab', '*', '%2A'].map(encodeLabel)).size).toBe(6)
  })

  it('are not made of nothing', () => {
    for (const text of ['', undefined, 7])
      expect(() => Reflect.apply(encodeLabel, undefined, [text])).toThrow(/expected a text/)
  })
})

function vectorAt(place: number): number[] {
  return Array.from({ length: wordDimensions }, (_, at) => (at === place ? 1 : 0))
}
