import { describe, expect, it } from 'vitest'
import { saysOtherwise, toStatement } from './contradiction.ts'

const differ = (a: string, b: string): boolean => saysOtherwise(toStatement(a), toStatement(b))

describe('saysOtherwise', () => {
  it.each([
    ['a negation', 'The team uses Docker for all deployments', 'The team does not use Docker for all deployments'],
    ['a contraction', 'She eats meat at home', "She doesn't eat meat at home"],
    ['no longer', 'Works for the old company in town', 'No longer works for the old company in town'],
    ['a German negation', 'Das Team nutzt hier Docker', 'Das Team nutzt hier kein Docker'],
    ['a French negation', 'il mange de la viande', 'il ne mange pas de la viande'],
    ['a Chinese negation', '我喜欢喝咖啡', '我不喜欢喝咖啡'],
    ['a Japanese negation', '肉を食べる', '肉を食べない'],
    ['a number', 'limit is 1000 requests', 'limit is 2000 requests'],
    ['a number word', 'has two cats at home', 'has three cats at home'],
    ['a date', 'moved in on 2024-02-28', 'moved in on 2024-03-01'],
    ['a month', 'moves in may with her sister', 'moves in june with her sister'],
    ['a name', 'lives with Alice in town', 'lives with Bob in town'],
    ['a name that comes first', 'Alice works at the bank', 'Bob works at the bank'],
    ['code', 'run `npm ci` first', 'run `npm install` first'],
    ['opposites', 'turn telemetry on everywhere', 'turn telemetry off everywhere'],
    ['the order around "over"', 'prefers tabs over spaces', 'prefers spaces over tabs'],
  ])('is true for %s', (_, a, b) => {
    expect(differ(a, b)).toBe(true)
    expect(differ(b, a)).toBe(true)
  })

  it.each([
    ['word forms', 'Uses PostgreSQL for the databases', 'Using PostgreSQL for the database'],
    ['a filler', 'Prefers dark mode in the editor', 'User prefers dark mode in the editor'],
    ['a plain word more', 'Likes green tea a lot', 'Likes green tea'],
    ['the same words', 'not before 2024 with Bob', 'not before 2024 with Bob'],
  ])('is false for %s', (_, a, b) => {
    expect(differ(a, b)).toBe(false)
  })

  it('reads a hostile megabyte in linear time', () => {
    const start = performance.now()
    toStatement('`'.repeat(1_000_000))
    expect(performance.now() - start).toBeLessThan(5000)
  })
})
