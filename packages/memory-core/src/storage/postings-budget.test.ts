import { expect, it } from 'vitest'
import { postingsBudget } from './passage-query.ts'

it('the budget of postings grows with the index once that is large', () => {
  expect([0, 1_000, 80_000, 80_019, 80_020, 1_000_000].map(postingsBudget)).toEqual([
    4_000, 4_000, 4_000, 4_000, 4_001, 50_000,
  ])
})
