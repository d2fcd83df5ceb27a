import { inMemoryStorage, openMemory } from '@daybook/memory-core'
import { describe, expect, it } from 'vitest'
import { fromEmbedder } from './from-embedder.ts'

const lengths = async ({ values }: { values: string[] }) => ({ embeddings: values.map((text) => [text.length]) })

describe('fromEmbedder', () => {
  it('asks for as many texts at a time as the model takes, in their order', async () => {
    const asked: string[][] = []
    const embed = fromEmbedder({
      maxEmbeddingsPerCall: Promise.resolve(2),
      doEmbed: (options) => {
        asked.push(options.values)
        return lengths(options)
      },
    })
    expect(await embed(['a', 'bb', 'ccc'])).toEqual([[1], [2], [3]])
    expect(asked).toEqual([['a', 'bb'], ['ccc']])
    expect(await embed([])).toEqual([])
  })

  it('hands the signal on', async () => {
    const { signal } = new AbortController()
    const signals: unknown[] = []
    const embed = fromEmbedder({
      doEmbed: (options) => {
        signals.push(options.abortSignal)
        return lengths(options)
      },
    })
    await embed(['a'], signal)
    expect(signals).toEqual([signal])
  })

  it('lets a memory go by meaning', async () => {
    const values = (text: string): number[] => (/cat|feline/.test(text) ? [1, 0] : [0, 1])
    const embed = fromEmbedder({ doEmbed: async (asked) => ({ embeddings: asked.values.map(values) }) })
    const memory = await openMemory({ storage: inMemoryStorage(), embed })
    await memory.addMessages('chat', { role: 'user', content: 'Where is the cat?' })
    await memory.flush()
    expect(await memory.recall('feline')).toMatchObject({ mode: 'hybrid', items: [{ text: 'Where is the cat?' }] })
    await memory.close()
  })

  it('refuses an answer that is not one vector for each text', async () => {
    const embed = fromEmbedder({ doEmbed: async () => ({ embeddings: [] }) })
    await expect(embed(['a'])).rejects.toMatchObject({
      code: 'model-failed',
      message: 'the embedder gave 0 vectors for 1 texts',
    })
  })

  it.each([undefined, null, 'openai/text-embedding-3-small', {}])('refuses %j as a model', (embedder) => {
    expect(() => Reflect.apply(fromEmbedder, undefined, [embedder])).toThrow('expected an embedding model with doEmbed')
  })
})
