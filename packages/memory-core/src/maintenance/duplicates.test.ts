import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jaccard } from '../text/jaccard.ts'
import { createSimilarIndex } from './duplicates.ts'

function frequencyOf(sets: readonly ReadonlySet<string>[]): Map<string, number> {
  const frequency = new Map<string, number>()
  for (const word of sets.flatMap((set) => [...set])) frequency.set(word, (frequency.get(word) ?? 0) + 1)
  return frequency
}

describe('the index of similar texts', () => {
  it('finds every set that is as similar as asked for', () => {
    const set = fc
      .uniqueArray(fc.constantFrom(...'abcdefghij'), { minLength: 1, maxLength: 10 })
      .map((words) => new Set(words))
    fc.assert(
      fc.property(
        fc.array(set, { minLength: 2, maxLength: 20 }),
        fc.constantFrom(0.1, 0.5, 0.7, 0.8, 0.85, 1),
        (sets, threshold) => {
          const index = createSimilarIndex(frequencyOf(sets), threshold)
          for (const [number, words] of sets.entries()) {
            const found = index.candidates(words)
            const similar = sets
              .slice(0, number)
              .flatMap((other, at) => (jaccard(other, words) >= threshold ? [at] : []))
            expect(found).toEqual(expect.arrayContaining(similar))
            expect(found).toEqual([...new Set(found)].toSorted((a, b) => a - b))
            index.add(number, words)
          }
        },
      ),
    )
  })

  it('looks at few sets, however many have the same words', () => {
    const sets = Array.from({ length: 5_000 }, (_, number) => new Set([...'abcdefgh', `own${number}`]))
    const index = createSimilarIndex(frequencyOf(sets), 0.85)
    for (const [number, set] of sets.entries()) {
      expect(index.candidates(set).length).toBeLessThanOrEqual(100)
      index.add(number, set)
    }
  })
})
