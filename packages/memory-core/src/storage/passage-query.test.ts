import { describe, expect, it } from 'vitest'
import { postingsBudget, searchLimit, searchScope, searchTerms } from './passage-query.ts'
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
