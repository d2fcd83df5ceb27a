import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createJaccardIndex, isSimilar } from './comparison.ts'

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const either = new Set([...a, ...b]).size
  return either === 0 ? 0 : (a.size + b.size - either) / either
}

describe('isSimilar', () => {
  it('G15 compares the shared part of the tokens of both', () => {
    const [a, b] = [new Set(['a', 'b', 'c']), new Set(['b', 'c', 'd'])]
    expect(isSimilar(a, b, 0.5)).toBe(true)
    expect(isSimilar(a, b, 0.51)).toBe(false)
  })

  it('G15 counts two empty sets as 0', () => {
    expect(isSimilar(new Set(), new Set(), 0.01)).toBe(false)
  })

  it('is whether jaccard reaches the threshold', () => {
    const set = fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { maxLength: 8 }).map((list) => new Set(list))
    const threshold = fc.constantFrom(0, 0.1, 0.3, 0.5, 0.6, 0.7, 0.85, 0.9, 1)
    fc.assert(
      fc.property(set, set, threshold, (a, b, least) => {
        expect(isSimilar(a, b, least)).toBe(jaccard(a, b) >= least)
      }),
      { numRuns: 5_000 },
    )
  })
})

describe('createJaccardIndex', () => {
  it('G16 misses no pair that reaches the threshold', () => {
    const sets = fc.array(fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { maxLength: 8 }), { maxLength: 12 })
    fc.assert(
      fc.property(sets, fc.constantFrom(0.1, 0.3, 0.5, 0.7, 0.9, 1), (lists, threshold) => {
        const all = lists.map((list) => new Set(list))
        const index = createJaccardIndex(all, threshold)
        for (const [number, set] of all.entries()) {
          const found = index.candidates(set)
          expect(found).toEqual([...new Set(found)].toSorted((a, b) => a - b))
          for (const [other, earlier] of all.slice(0, number).entries())
            if (jaccard(set, earlier) >= threshold) expect(found).toContain(other)
          index.add(number, set)
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('G16 looks at few pairs although every set has the same words in it', () => {
    const all = Array.from(
      { length: 2000 },
      (_, n) => new Set(['user', 'prefers', 'always', `a${n}`, `b${n}`, `c${n}`]),
    )
    const index = createJaccardIndex(all, 0.7)
    let pairs = 0
    for (const [number, set] of all.entries()) {
      pairs += index.candidates(set).length
      index.add(number, set)
    }
    expect(pairs).toBeLessThan(2000)
  })

  it('finds few sets for a token with a limit, however many have it', () => {
    const sets = Array.from({ length: 5_000 }, (_, number) => new Set([...'abcdefgh', `own${number}`]))
    const index = createJaccardIndex(sets, 0.85, 50)
    for (const [number, set] of sets.entries()) {
      expect(index.candidates(set).length).toBeLessThanOrEqual(100)
      index.add(number, set)
    }
  })

  it('G16 leaves out sets whose size alone rules a match out', () => {
    const small = new Set(['a'])
    const large = new Set(['a', 'b', 'c'])
    // "b" and "c" are common, so that both sets are found by "a".
    const all = [small, large, new Set(['b', 'c']), new Set(['b', 'c'])]
    const candidates = (threshold: number, known: ReadonlySet<string>, set: ReadonlySet<string>): number[] => {
      const index = createJaccardIndex(all, threshold)
      index.add(0, known)
      return index.candidates(set)
    }
    expect(candidates(0.3, small, large)).toEqual([0])
    expect(candidates(0.3, large, small)).toEqual([0])
    expect(candidates(0.5, small, large)).toEqual([])
    expect(candidates(0.5, large, small)).toEqual([])
  })
})
