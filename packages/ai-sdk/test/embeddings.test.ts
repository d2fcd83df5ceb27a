import { inMemoryStorage, openMemory } from '@daybook/memory-core'
import type { embedMany } from 'ai'
import * as mocks from 'ai/test'
import { describe, expect, it } from 'vitest'
import { fromEmbeddingModel, fromRerankingModel } from '../src/index.ts'

/** The mock embedding model of the installed `ai`; it embeds a text as its length. */
function embeddingModel(maxEmbeddingsPerCall: number) {
  const asked: string[][] = []
  const signals: (AbortSignal | undefined)[] = []
  const doEmbed = async ({ values, abortSignal }: { values: string[]; abortSignal?: AbortSignal }) => {
    asked.push(values)
    signals.push(abortSignal)
    return { embeddings: values.map((value) => [value.length, 0.5]), warnings: [] }
  }
  const name = ['MockEmbeddingModelV4', 'MockEmbeddingModelV3', 'MockEmbeddingModelV2'].find((one) => one in mocks)
  const model: Parameters<typeof embedMany>[0]['model'] = Reflect.construct(Reflect.get(mocks, name ?? ''), [
    { maxEmbeddingsPerCall, supportsParallelCalls: false, doEmbed },
  ])
  return { model, asked, signals }
}

describe('fromEmbeddingModel', () => {
  it('embeds each text, in order and in as few calls as the model allows', async () => {
    const { model, asked } = embeddingModel(2)
    const embed = fromEmbeddingModel(model)
    expect(await embed(['a', 'bbb', 'cc'])).toEqual([
      Float32Array.of(1, 0.5),
      Float32Array.of(3, 0.5),
      Float32Array.of(2, 0.5),
    ])
    expect(asked).toEqual([['a', 'bbb'], ['cc']])
    expect(await embed([])).toEqual([])
    expect(asked).toHaveLength(2)
  })

  it('gives the signal on', async () => {
    const { model, signals } = embeddingModel(9)
    const { signal } = new AbortController()
    await fromEmbeddingModel(model)(['a'], signal)
    expect(signals).toEqual([signal])
  })

  it('lets a memory go by meaning, and a reranking model sort what it finds', async () => {
    const { model } = embeddingModel(9)
    const doRerank = async ({ documents }: { documents: { values: string[] } }) => ({
      ranking: documents.values.map((text, index) => ({ index, relevanceScore: text.length })),
    })
    const memory = await openMemory({
      storage: inMemoryStorage(),
      embed: fromEmbeddingModel(model),
      rerank: fromRerankingModel({ doRerank }),
    })
    await memory.addMessages('chat', [
      { role: 'user', content: 'tea' },
      { role: 'user', content: 'a longer text' },
    ])
    await memory.flush()
    const { mode, degraded, items } = await memory.recall('sun')
    expect({ mode, degraded }).toEqual({ mode: 'hybrid', degraded: undefined })
    expect(items.map(({ text }) => text)).toEqual(['a longer text', 'tea'])
    await memory.close()
  })

  it('throws when it is aborted', async () => {
    const reason = new Error('enough')
    const { model } = embeddingModel(9)
    await expect(fromEmbeddingModel(model)(['a'], AbortSignal.abort(reason))).rejects.toBe(reason)
  })
})

describe('fromRerankingModel', () => {
  const scored = (ranking: { index: number; relevanceScore: number }[]) => {
    const calls: unknown[] = []
    const doRerank = async (options: unknown) => {
      calls.push(options)
      return { ranking }
    }
    return { model: { doRerank }, calls }
  }

  it('scores the texts in their order, best or not', async () => {
    const { model, calls } = scored([
      { index: 2, relevanceScore: 0.9 },
      { index: 0, relevanceScore: 0.2 },
    ])
    const { signal } = new AbortController()
    expect(await fromRerankingModel(model)('tea?', ['a', 'b', 'c'], signal)).toEqual([0.2, 0, 0.9])
    expect(calls).toEqual([
      { documents: { type: 'text', values: ['a', 'b', 'c'] }, query: 'tea?', topN: 3, abortSignal: signal },
    ])
  })

  it('puts a text that the model left out last, also below negative scores', async () => {
    const { model } = scored([{ index: 0, relevanceScore: -3 }])
    expect(await fromRerankingModel(model)('tea?', ['a', 'b'])).toEqual([-3, -3])
  })

  it('asks nothing about no texts', async () => {
    const { model, calls } = scored([])
    expect(await fromRerankingModel(model)('tea?', [])).toEqual([])
    expect(calls).toEqual([])
  })
})
