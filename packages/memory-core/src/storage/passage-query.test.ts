import { describe, expect, it } from 'vitest'
import { partsOfText, places } from './numbering.ts'
import {
  bestNumbers,
  choosingTerms,
  commonPostings,
  postingsBudget,
  searchLimit,
  searchScope,
  searchTerms,
} from './passage-query.ts'
import { searchedLayers } from './passages.ts'

describe('searchTerms', () => {
  it('keeps each of 128 different terms', () => {
    const terms = Array.from({ length: 128 }, (_, index) => `word${index}`)
    expect(searchTerms({ terms: ['', 'word0', ...terms, 'word5'], limit: 1 })).toEqual(terms)
  })

  it('keeps the beginning and the end of more: a question stands behind what is pasted', () => {
    const terms = Array.from({ length: 300 }, (_, index) => `word${index}`)
    expect(searchTerms({ terms, limit: 1 })).toEqual([...terms.slice(0, 64), ...terms.slice(-64)])
  })
})

describe('searchLimit', () => {
  it('is a whole number that a database takes', () => {
    const limits = [3.9, -1, Number.NaN, Number.POSITIVE_INFINITY]
    expect(limits.map((limit) => searchLimit({ terms: [], limit }))).toEqual([3, 0, 0, 1_000_000])
  })
})

describe('searchScope', () => {
  it('is undefined when a query covers everything', () => {
    expect(searchScope({ terms: [], limit: 1 })).toBeUndefined()
    expect(searchScope({ terms: [], limit: 1, layers: [...searchedLayers].reverse() })).toBeUndefined()
  })
})

it('the budget of postings grows with the index once that is large', () => {
  expect([0, 1_000, 80_000, 80_019, 80_020, 1_000_000].map(postingsBudget)).toEqual([
    4_000, 4_000, 4_000, 4_000, 4_001, 50_000,
  ])
})

describe('choosingTerms', () => {
  const chosen = (found: number[], passages: number, postings: number, share?: number): string[] =>
    choosingTerms({ terms: ['a', 'b', 'c', 'd'], found, passages }, postings, share).map(({ term }) => term)

  it('are those that occur, rarest first, until the budget is used, and at least two', () => {
    expect(chosen([30, 0, 10, 20], 100, 100)).toEqual(['c', 'd', 'a'])
    expect(chosen([30, 0, 10, 20], 100, 60)).toEqual(['c', 'd', 'a'])
    expect(chosen([30, 0, 10, 20], 100, 59)).toEqual(['c', 'd'])
    expect(chosen([30, 0, 10, 20], 100, 0)).toEqual(['c', 'd'])
  })

  it('cost the share of their postings that is read', () => {
    expect(chosen([30, 0, 10, 20], 100, 30, 0.5)).toEqual(['c', 'd', 'a'])
    expect(chosen([30, 0, 10, 20], 100, 29, 0.5)).toEqual(['c', 'd'])
  })

  it('do without what most passages have, unless there is nothing rarer or only a range is read', () => {
    const common = commonPostings + 1
    expect(chosen([common, 0, 10], 2 * common - 1, 10_000)).toEqual(['c'])
    expect(chosen([common, 0, 10], 2 * common, 10_000)).toEqual(['c', 'a'])
    expect(chosen([commonPostings, 0, 10], commonPostings, 10_000)).toEqual(['c', 'a'])
    expect(chosen([common], common, 10_000)).toEqual(['a'])
    expect(chosen([common, 0, 10], common, 10_000, 0.99)).toEqual(['c', 'a'])
  })

  it('are worth more the fewer passages have them', () => {
    const [first] = choosingTerms({ terms: ['a'], found: [25], passages: 100 }, 1_000)
    expect(first).toEqual({ term: 'a', weight: Math.log(5) })
  })
})

describe('bestNumbers', () => {
  const number = (origin: number, place: number): number => origin * places + place * partsOfText
  const best = (worths: [number, number][], limit: number): number[] => bestNumbers(new Map(worths), limit)

  it('are the best of the worths, and of equal ones the later in their origins', () => {
    const worths: [number, number][] = [number(1, 5), number(2, 3), number(3, 4), number(1, 4)].map((one) => [one, 5])
    const inOrder = [number(9, 0), number(1, 5), number(3, 4), number(1, 4), number(2, 3)]
    for (const given of [worths, [...worths].reverse()]) {
      expect(best([...given, [number(9, 0), 6]], 9)).toEqual(inOrder)
      expect(best([...given, [number(9, 0), 6]], 3)).toEqual(inOrder.slice(0, 3))
    }
    expect(best([], 3)).toEqual([])
    expect(best(worths, 0)).toEqual([])
  })

  it('are those that sorting all of them would give', () => {
    const worths = Array.from({ length: 600 }, (_, i): [number, number] => [
      number(1 + (i % 7), i),
      ((i * 7919) % 1_009) / (i % 3 === 0 ? 1 : 1_000),
    ])
    const sorted = worths.toSorted(([a, one], [b, other]) => other - one || (b % places) - (a % places))
    for (const limit of [1, 20, 120, 600, 900])
      expect(best(worths, limit)).toEqual(sorted.slice(0, limit).map(([one]) => one))
  })

  it('count a later part of a text less', () => {
    const worths: [number, number][] = [
      [number(1, 1) + 1, 5],
      [number(1, 2), 3.6],
      [number(1, 3), 3.4],
    ]
    expect(best(worths, 9)).toEqual([number(1, 2), number(1, 1) + 1, number(1, 3)])
  })
})
