import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { startCpuClock } from '../../test/cpu-clock.ts'
import {
  areSimilar,
  bareWords,
  contentHash,
  createJaccardIndex,
  isSimilar,
  statementKey,
  wordsOfBare,
} from './comparison.ts'

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

describe('areSimilar', () => {
  it('is what isSimilar says of the words', () => {
    const text = fc.array(fc.constantFrom(...'abcdefgh', 'ab', 'ba', 'kraków', 'in the'), { maxLength: 30 })
    const threshold = fc.constantFrom(0.1, 0.3, 0.5, 0.7, 0.85, 1)
    fc.assert(
      fc.property(text, text, threshold, (a, b, least) => {
        const [one, other] = [a.join(' '), b.join(' ')]
        const sets = isSimilar(new Set(one.split(' ')), new Set(other.split(' ')), least)
        expect(areSimilar(wordsOfBare(one), wordsOfBare(other), least)).toBe(sets)
      }),
      { numRuns: 5_000 },
    )
  })

  it('makes no set of the words of texts that differ', () => {
    const texts = ['the boat was painted blue', 'lunch is at noon on sundays'].map(wordsOfBare)
    const made = texts.map((one) => vi.spyOn(one, 'all'))
    expect(areSimilar(texts[0] ?? wordsOfBare(''), texts[1] ?? wordsOfBare(''), 0.85)).toBe(false)
    for (const one of made) expect(one).not.toHaveBeenCalled()
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

describe('statementKey', () => {
  it.each([
    ['I prefer tea.'],
    ['i PREFER tea!'],
    ['"I prefer tea." (2026-01-01)'],
    ['"I prefer tea." (Ada Lovelace, 2026-01-01)'],
    ['- [user_preference] "I prefer tea." (2026-01-01)'],
    ['- I prefer tea (2026-01-01)'],
    ['I prefer tea (Ada Lovelace, 2026-01-01)'],
    ['* I prefer tea'],
    ['User: I prefer tea.'],
  ])('is the same however the statement is kept: %j', (text) => {
    expect(statementKey(text)).toBe('i prefer tea')
  })

  it.each([
    ['He said "yes" to me (on 2026-01-01)', 'he said yes to me on 2026 01 01'],
    ['"Yes" and "no" (both)', 'yes and no both'],
    ['[ada] I prefer tea', 'ada i prefer tea'],
    ['I prefer tea (2026-01-01), no milk', 'i prefer tea 2026 01 01 no milk'],
    ['', ''],
  ])('leaves nothing out that was said: %j', (text, key) => {
    expect(statementKey(text)).toBe(key)
  })

  it('tells long texts by their beginning and length, in linear time', () => {
    const spentMs = startCpuClock()
    for (const text of ['"'.repeat(1_000_000), `"${'" ('.repeat(300_000)})`, `- [${'['.repeat(1_000_000)}`])
      statementKey(text)
    expect(spentMs()).toBeLessThan(1_000)
    expect(statementKey('x'.repeat(5_000))).not.toBe(statementKey('x'.repeat(5_001)))
    expect(bareWords(' Größe, ja! ')).toBe('größe ja')
  })
})

describe('contentHash', () => {
  it('gives the SHA-256 of the UTF-8 text in hexadecimal', () => {
    expect(contentHash('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    expect(contentHash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(contentHash('é')).toBe('4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c')
  })

  it('takes a lone surrogate for the replacement character, as a file does', () => {
    expect(contentHash('\ud800')).toBe(contentHash('\ufffd'))
  })
})
