import { describe, expect, it } from 'vitest'
import { createEmbedder } from './vector-writer.ts'

describe('an embedder', () => {
  it.each([
    [null, 'answered null, expected a list of vectors'],
    [[], 'gave 0 vectors for 2 texts'],
    [[[1], 'x'], 'gave "x", expected a vector'],
    [[[1], ['1']], 'expected a vector: numbers in a Float32Array or a list'],
    [[[1], []], 'gave a vector that is empty or has a number that is not finite'],
    [[[1], [Number.NaN]], 'gave a vector that is empty or has a number that is not finite'],
    [[[1], Float32Array.of(Number.POSITIVE_INFINITY)], 'has a number that is not finite'],
    [[[1], [1, 2]], 'gave a vector of 2 numbers, expected 1 as before'],
  ])('that answers %j is told what was expected', async (answer, message) => {
    const { vectors } = createEmbedder(async () => Object.getOwnPropertyDescriptor({ answer }, 'answer')?.value)
    const asked = vectors(['a', 'b'], 'document')
    await expect(asked).rejects.toMatchObject({ code: 'model-failed', message: expect.stringContaining(message) })
  })

  it('is asked with what is well-formed, not too long, and a signal of its own', async () => {
    const calls: unknown[] = []
    const { vectors } = createEmbedder({
      maxChars: 3,
      embed: async (texts, signal, use) => {
        calls.push([texts, signal instanceof AbortSignal, use])
        return texts.map((text) => [text.length])
      },
    })
    expect(await vectors(['long text', 'a\ud800'], 'query')).toEqual([Float32Array.of(3), Float32Array.of(2)])
    expect(calls).toEqual([[['lon', 'a\ufffd'], true, 'query']])
  })

  it('that throws before it answers is one that rejects', async () => {
    const { vectors } = createEmbedder(() => {
      throw new Error('at once')
    })
    await expect(vectors(['a'], 'query')).rejects.toThrow('at once')
  })
})
