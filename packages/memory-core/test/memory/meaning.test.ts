import { inspect } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { MemoryEvent } from '../../src/events.ts'
import { inMemoryStorage } from '../../src/in-memory/storage.ts'
import { localStorage } from '../../src/local/storage.ts'
import { type Memory, openMemory } from '../../src/memory.ts'
import type { EmbedFunction } from '../../src/model.ts'
import type { MemoryOptions } from '../../src/options.ts'
import { compareTexts } from '../../src/storage/compare-texts.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { synonymEmbedder, synonymVector } from './synonym-embedder.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const said = (content: string, id: string) => ({ role: 'user' as const, content, id })
const model = { name: 'unnamed', dimensions: 64 }

interface Opened {
  memory: Memory
  events: MemoryEvent[]
  storage: Storage
}

async function open(options: Partial<MemoryOptions> & { storage?: Storage } = {}): Promise<Opened> {
  const events: MemoryEvent[] = []
  const storage = options.storage ?? inMemoryStorage()
  const memory = await openMemory({
    consolidation: { auto: false },
    capture: { auto: false },
    onEvent: (event) => events.push(event),
    ...options,
    storage,
  })
  onTestFinished(() => memory.close())
  return { memory, events, storage }
}

async function ids(memory: Memory, query: string): Promise<string[]> {
  const { items } = await memory.recall(query)
  return items.map(({ source }) => ('messageId' in source ? source.messageId : ''))
}

const pets = [said('My hound sleeps all day', 'm1'), said('The weather in Porto is fine', 'm2')]

describe('recall with an embedder', () => {
  it('finds what says the same in other words, and says how', async () => {
    const { embed } = synonymEmbedder()
    const { memory } = await open({ embed })
    await memory.addMessages('s', pets)
    await memory.flush()
    const { mode, degraded, items } = await memory.recall('dog', { explain: true })
    expect({ mode, degraded }).toEqual({ mode: 'hybrid', degraded: undefined })
    expect(items[0]?.text).toBe('My hound sleeps all day')
    expect(items[0]?.explain).toEqual({ meaning: 0.2 })
    expect(items[0]?.score).toBeCloseTo(0.2)
  })

  it('finds nothing that is unlike the question, even when it is the likest', async () => {
    const { memory } = await open({ embed: synonymEmbedder().embed })
    await memory.addMessages('s', pets)
    await memory.flush()
    for (const query of ['quarterly tax return', '?!']) expect((await memory.recall(query)).items).toEqual([])
    const { items } = await memory.recall('weather in Porto', { explain: true })
    const { explain = {}, score = 0 } = items[0] ?? {}
    expect(explain).toHaveProperty('length')
    expect(Object.values(explain).reduce((sum, part) => sum + part, 0)).toBeCloseTo(score, 9)
  })

  it('says no secret when it says why it failed', async () => {
    const key = ['sk', 'proj', 'aB3dEf5hIj7lMn9pQr1tUv3xYz5b'].join('-')
    const embed = async (): Promise<never> => {
      throw new Error(`401 Incorrect API key provided: ${key}`)
    }
    const rerank = embed
    const { memory, events } = await open({ embed, rerank })
    await memory.addMessages('s', pets)
    const { degraded = '' } = await memory.recall('hound')
    expect(degraded).toContain('401')
    expect(degraded).not.toContain(key)
    expect(events.some(({ error }) => error !== undefined)).toBe(true)
    for (const { message, error } of events) expect(`${message} ${inspect(error)}`).not.toContain(key)
  })

  it('joins the words of what is found with its meaning by the weight that is asked for', async () => {
    const order = async (weight: number): Promise<string[]> => {
      const { memory } = await open({ embed: { embed: synonymEmbedder().embed, weight } })
      await memory.addMessages('s', [said('puppy puppy', 'near'), said('the rusty gate of the dog', 'said')])
      await memory.flush()
      return ids(memory, 'rusty dog')
    }
    expect(await order(0)).toEqual(['said', 'near'])
    expect(await order(1)).toEqual(['near', 'said'])
  })

  it('keeps to the layers, the sessions and the times that are asked for', async () => {
    const { memory } = await open({ embed: synonymEmbedder().embed })
    await memory.addMessages('a', { ...said('a hound', 'm1'), createdAt: '2026-01-01' })
    await memory.addMessages('b', { ...said('a puppy', 'm2'), createdAt: '2026-02-01' })
    await memory.flush()
    const found = async (options: object): Promise<string[]> =>
      (await memory.recall('dog', options)).items.map(({ text }) => text).toSorted(compareTexts)
    expect(await found({})).toEqual(['a hound', 'a puppy'])
    expect(await found({ sessions: ['b'] })).toEqual(['a puppy'])
    expect(await found({ until: '2026-01-15' })).toEqual(['a hound'])
    expect(await found({ layers: ['facts'] })).toEqual([])
    expect(await found({ exclude: ['m1'] })).toEqual(['a puppy'])
    expect(await found({ limit: 1 })).toHaveLength(1)
  })

  it('tells the embedder which texts are questions, and sends it what is stored', async () => {
    const { embed, asked } = synonymEmbedder()
    const { memory } = await open({ embed: { embed, batch: 2, maxChars: 10 } })
    await memory.addMessages('s', [said('one', '1'), said('two \ud800', '2'), said('three'.repeat(9), '3')])
    await memory.flush()
    await memory.recall('four')
    expect(asked.map(({ texts, use }) => [use, texts.length])).toEqual([
      ['document', 2],
      ['document', 1],
      ['query', 1],
    ])
    const texts = asked.flatMap((one) => one.texts)
    expect(texts.every((text) => text.isWellFormed())).toBe(true)
    expect(texts.sort()).toEqual(['four', 'one', 'threethree', 'two \ufffd'])
  })

  it('asks nothing of a storage or an embedder for an empty question', async () => {
    const { embed, asked } = synonymEmbedder()
    const { memory } = await open({ embed })
    await memory.addMessages('s', pets)
    await memory.flush()
    expect(await memory.recall('  ')).toEqual({ mode: 'lexical', items: [] })
    expect(asked.map(({ use }) => use)).toEqual(['document'])
  })

  it('embeds each text once, across flushes and openings', async () => {
    const directory = await temporaryDirectory()
    const { embed, asked } = synonymEmbedder()
    for (const id of ['m1', 'm2', 'm3']) {
      const storage = await localStorage({ directory })
      const memory = await openMemory({ storage, embed, capture: { auto: false } })
      await memory.addMessages('s', said(`hound ${id}`, id))
      await memory.flush()
      await memory.flush()
      await memory.close()
    }
    expect(asked.flatMap(({ texts }) => texts)).toEqual(['hound m1', 'hound m2', 'hound m3'])
  })

  it('embeds everything anew for a model of another name', async () => {
    const directory = await temporaryDirectory()
    const counts: number[] = []
    for (const name of ['small', 'small', 'large']) {
      const { embed, asked } = synonymEmbedder()
      const storage = await localStorage({ directory })
      const memory = await openMemory({ storage, embed: { embed, name }, capture: { auto: false } })
      await memory.addMessages('s', pets)
      await memory.flush()
      counts.push(asked.flatMap(({ texts }) => texts).length)
      expect((await memory.recall('dog')).mode).toBe('hybrid')
      await memory.close()
    }
    expect(counts).toEqual([2, 0, 2])
  })

  it('compares nothing with vectors of another length, and embeds all texts again', async () => {
    const storage = inMemoryStorage()
    const kept = { ...storage, close: async () => undefined }
    const first = await openMemory({ storage: kept, embed: synonymEmbedder().embed })
    await first.addMessages('s', pets)
    await first.flush()
    await first.close()
    const { memory } = await open({ storage, embed: async (texts) => texts.map(() => [1, 2]) })
    const { mode, degraded } = await memory.recall('weather')
    expect({ mode, degraded }).toEqual({
      mode: 'lexical',
      degraded: 'no text has a vector of the model "unnamed" yet',
    })
    await expect.poll(async () => (await memory.recall('weather')).mode).toBe('hybrid')
    await memory.flush()
    expect(await storage.vectors?.model()).toMatchObject({ dimensions: 2 })
    expect(await storage.vectors?.missing('unnamed', 9)).toEqual([])
  })

  it('forgets the vector with what is forgotten', async () => {
    const { memory, storage } = await open({ embed: synonymEmbedder().embed })
    await memory.facts.append({ text: 'The hound is called Rex', category: 'pets' })
    await memory.flush()
    const [item] = (await memory.recall('dog')).items
    await memory.forget({ ids: [item?.id ?? ''] })
    await memory.flush()
    expect((await memory.recall('dog')).items).toEqual([])
    const query = { model, vector: synonymVector('dog'), limit: 9, also: [item?.id ?? ''] }
    expect(await storage.vectors?.nearest(query)).toEqual({ nearest: [], also: new Map() })
  })

  it('says so while no text has a vector yet', async () => {
    const { memory } = await open({ embed: synonymEmbedder((_, use) => use === 'document' && never()).embed })
    await memory.addMessages('s', pets)
    const { mode, degraded, items } = await memory.recall('weather')
    expect({ mode, degraded }).toEqual({
      mode: 'lexical',
      degraded: 'no text has a vector of the model "unnamed" yet',
    })
    expect(items[0]?.text).toBe('The weather in Porto is fine')
  })

  it('refuses to be opened on a storage without vectors', async () => {
    const { vectors: _, ...storage } = inMemoryStorage()
    await expect(openMemory({ storage, embed: synonymEmbedder().embed })).rejects.toMatchObject({ code: 'bad-option' })
  })

  it.each([
    [{ embed: 'openai' }, 'openMemory.embed is "openai", expected a function, or { embed: a function, name?'],
    [{ embed: { name: 'x' } }, 'openMemory.embed'],
    [{ embed: { embed: () => [], weight: 2 } }, 'embed.weight is 2, expected a number from 0 to 1'],
    [{ embed: { embed: () => [], batch: 0 } }, 'embed.batch is 0'],
    [{ embed: { embed: () => [], model: 'x' } }, 'embed has no option "model"'],
    [{ rerank: { candidates: 3 } }, 'openMemory.rerank'],
    [{ rerank: { rerank: () => [], candidates: 0 } }, 'rerank.candidates is 0'],
  ])('refuses the options %j', async (options, message) => {
    const opening = Reflect.apply(openMemory, undefined, [{ storage: inMemoryStorage(), ...options }])
    await expect(opening).rejects.toThrow(message)
  })
})

describe('an embedder that fails', () => {
  const answers: [string, () => unknown][] = [
    ['throws', () => Promise.reject(new Error('no credit'))],
    ['gives too few vectors', () => []],
    ['gives no vectors', () => [['a'], ['b']]],
    ['gives NaN', (texts: readonly string[] = ['']) => texts.map(() => [Number.NaN, 1])],
    ['gives empty vectors', (texts: readonly string[] = ['']) => texts.map(() => [])],
  ]

  it.each(answers)('that %s breaks neither writing nor recall, and is told once', async (_, answer) => {
    const { embed } = synonymEmbedder(answer)
    const { memory, events } = await open({ embed })
    await memory.addMessages('s', pets)
    await memory.flush()
    await memory.flush()
    for (let i = 0; i < 2; i++) {
      const { mode, degraded, items } = await memory.recall('weather porto')
      expect(mode).toBe('lexical')
      expect(degraded).toBeTypeOf('string')
      expect(items[0]?.text).toBe('The weather in Porto is fine')
    }
    const types = events.map(({ type }) => type)
    expect(types.filter((type) => type === 'embedding-failed')).toHaveLength(1)
    expect(types.filter((type) => type === 'recall-degraded').length).toBeLessThanOrEqual(1)
  })

  it('is not asked again at once when it failed a question', async () => {
    const state: { isBroken: boolean } = { isBroken: false }
    const { embed, asked } = synonymEmbedder((_, use) => {
      if (state.isBroken && use === 'query') throw new Error('gone')
    })
    const { memory, events } = await open({ embed })
    await memory.addMessages('s', pets)
    await memory.flush()
    expect((await memory.recall('dog')).mode).toBe('hybrid')
    state.isBroken = true
    expect(await memory.recall('dog')).toEqual({ mode: 'lexical', degraded: 'gone', items: [] })
    expect((await memory.recall('dog')).degraded).toBe('gone (a moment ago; retried later)')
    expect(asked.filter(({ use }) => use === 'query')).toHaveLength(2)
    expect(events.filter(({ type }) => type === 'recall-degraded')).toHaveLength(1)
  })

  it('is asked again after a while', async () => {
    const state: { isBroken: boolean } = { isBroken: true }
    const { embed } = synonymEmbedder((_, use) => {
      if (state.isBroken && use === 'query') throw new Error('gone')
    })
    const { memory } = await open({ embed })
    await memory.addMessages('s', pets)
    await memory.flush()
    expect((await memory.recall('dog')).mode).toBe('lexical')
    state.isBroken = false
    await new Promise((resolve) => setTimeout(resolve, 1_050))
    expect((await memory.recall('dog')).mode).toBe('hybrid')
  })

  it('that hangs is waited for as long as allowed, its signal is aborted, and closing does not wait', async () => {
    const { embed, asked } = synonymEmbedder(never)
    const { memory } = await open({ embed: { embed, timeoutMs: 30, batchTimeoutMs: 40 } })
    await memory.addMessages('s', pets)
    const { mode, degraded } = await memory.recall('weather')
    expect({ mode, degraded }).toEqual({ mode: 'lexical', degraded: 'the embedder did not answer within 30 ms' })
    await memory.flush()
    await memory.close()
    expect(asked.filter(({ use }) => use === 'document')).toHaveLength(1)
    expect(asked.every(({ signal }) => signal?.aborted)).toBe(true)
  })

  it('that hangs without end does not keep a memory from closing', async () => {
    const { embed, asked } = synonymEmbedder(never)
    const { memory } = await open({ embed })
    await memory.addMessages('s', pets)
    await memory.recall('weather').catch(() => undefined)
    await expect.poll(() => asked.some(({ use }) => use === 'document')).toBe(true)
    await memory.close()
    expect(asked.every(({ signal }) => signal?.aborted)).toBe(true)
  })

  it('is asked again for a batch that failed, and everything gets its vector', async () => {
    let failures = 2
    const { embed, asked } = synonymEmbedder(() => {
      if (failures-- > 0) throw new Error('busy')
    })
    const { memory, events } = await open({ embed })
    await memory.addMessages('s', pets)
    await memory.flush()
    expect(asked).toHaveLength(3)
    expect((await memory.recall('dog')).mode).toBe('hybrid')
    expect(events.filter(({ type }) => type === 'embedding-failed')).toEqual([])
  })

  it('for one text goes on with the others, and is not asked for that text again', async () => {
    const { embed, asked } = synonymEmbedder((texts) => {
      if (texts.some((text) => text.includes('poison'))) throw new Error('refused')
    })
    const { memory, events } = await open({ embed })
    await memory.addMessages('s', [...pets, said('poison', 'm3')])
    await memory.flush()
    const count = asked.length
    await memory.flush()
    expect(asked).toHaveLength(count)
    expect(await ids(memory, 'dog')).toContain('m1')
    expect((await ids(memory, 'poison'))[0]).toBe('m3')
    expect(events.filter(({ type }) => type === 'embedding-failed').map(({ message }) => message)).toEqual([
      'the embedder refuses 1 texts: they are found by their words alone (Error: refused)',
    ])
  })

  it('whose vectors have another length than the option says is refused', async () => {
    const { embed } = synonymEmbedder()
    const { memory, events, storage } = await open({ embed: { embed, dimensions: 3 } })
    await memory.addMessages('s', pets)
    await memory.flush()
    expect(await storage.vectors?.model()).toBeUndefined()
    expect(events.map(({ message }) => message).join()).toContain('gave a vector of 64 numbers, expected 3')
  })

  it('that changes the length of its vectors is believed the first time only', async () => {
    let length = 0
    const { embed } = synonymEmbedder((texts) => {
      length += 1
      return texts.map(() => Array.from({ length }, () => 1))
    })
    const { memory, storage } = await open({ embed })
    await memory.addMessages('s', pets)
    await memory.flush()
    expect((await memory.recall('weather')).degraded).toBe(
      'the embedder gave a vector of 2 numbers, expected 1 as before',
    )
    await memory.addMessages('s', said('one more', 'm3'))
    await memory.flush()
    expect(await storage.vectors?.model()).toEqual({ name: 'unnamed', dimensions: 1 })
  })

  it('leaves an aborted recall to its signal', async () => {
    const { memory, events } = await open({ embed: synonymEmbedder((_, use) => use === 'query' && never()).embed })
    await memory.addMessages('s', pets)
    await memory.flush()
    const controller = new AbortController()
    const recalling = memory.recall('dog', { signal: controller.signal })
    setTimeout(() => controller.abort(new Error('enough')), 10)
    await expect(recalling).rejects.toThrow('enough')
    expect(events.filter(({ type }) => type === 'recall-degraded')).toEqual([])
  })
})

describe('two processes with embedders', () => {
  it('embed a memory once', async () => {
    const directory = await temporaryDirectory()
    const { embed, asked } = synonymEmbedder(() => new Promise((resolve) => setTimeout(resolve, 20)))
    const both = await Promise.all([0, 1].map(async () => open({ storage: await localStorage({ directory }), embed })))
    const [one, other] = both.map(({ memory }) => memory)
    await one?.addMessages('s', pets)
    await Promise.all([one?.flush(), other?.flush()])
    await one?.flush()
    await other?.flush()
    expect(asked.flatMap(({ texts }) => texts)).toHaveLength(2)
    expect(await Promise.all(both.map(async ({ memory }) => (await memory.recall('dog')).mode))).toEqual([
      'hybrid',
      'hybrid',
    ])
  })

  it('of two models do not take turns for ever: the first to be overruled leaves it', async () => {
    const directory = await temporaryDirectory()
    const [first, second] = [synonymEmbedder(), synonymEmbedder()]
    const openOwn = async (embed: EmbedFunction, name: string): Promise<Opened> =>
      open({ storage: await localStorage({ directory }), embed: { embed, name } })
    const a = await openOwn(first.embed, 'a')
    await a.memory.addMessages('s', pets)
    await a.memory.flush()
    const b = await openOwn(second.embed, 'b')
    await b.memory.addMessages('s', said('one more', 'm3'))
    await b.memory.flush()
    await a.memory.flush()
    await a.memory.addMessages('s', said('and more', 'm4'))
    await a.memory.flush()
    expect(first.asked.flatMap(({ texts }) => texts)).toHaveLength(2)
    expect(a.events.filter(({ type }) => type === 'embedding-failed')).toHaveLength(1)
    expect((await a.memory.recall('dog')).mode).toBe('lexical')
    expect((await b.memory.recall('dog')).mode).toBe('hybrid')
  })
})

function never(): Promise<never> {
  return new Promise(() => undefined)
}
