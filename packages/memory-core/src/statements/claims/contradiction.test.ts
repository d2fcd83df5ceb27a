import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startCpuClock } from '../../../test/cpu-clock.ts'
import { prepareStatement, saysOtherwise } from './contradiction.ts'

const differ = (a: string, b: string): boolean => saysOtherwise(prepareStatement(a), prepareStatement(b))

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
    ['another value', 'my favourite colour is green these days', 'my favourite colour is blue these days'],
    ['code', 'run `npm ci` first', 'run `npm install` first'],
    ['opposites', 'turn telemetry on everywhere', 'turn telemetry off everywhere'],
    ['a number of one digit', 'Server 1 is in the cellar', 'Server 9 is in the cellar'],
    ['a date of one digit', 'moves in on 3 May with her sister', 'moves in on 5 May with her sister'],
    ['a sign of a number', 'the freezer stays at -5 degrees', 'the freezer stays at 5 degrees'],
    ['a decimal point', 'the limit is 1.5 seconds', 'the limit is 15 seconds'],
    ['a power', 'has 10² nodes in the cluster', 'has 102 nodes in the cluster'],
    ['a number after two thousand characters', `${'so '.repeat(1000)}limit 1000`, `${'so '.repeat(1000)}limit 2000`],
    ['one letter', 'follows Plan A for the move', 'follows Plan B for the move'],
    ['one small letter', 'follows plan a for the move', 'follows plan b for the move'],
    ['signs after a word', 'writes C at work', 'writes C++ at work'],
    ['another sign after a word', 'writes C# at work', 'writes C++ at work'],
    ['a sign before a word', 'owns the domain .NET now', 'owns the domain NET now'],
    ['a trailing minus', 'has the blood type O- they say', 'has the blood type O+ they say'],
    ['a sign alone', 'keeps disk < memory on hosts', 'keeps disk > memory on hosts'],
    ['names with one stem', 'lives with Mary in town', 'lives with Marie in town'],
    ['the order of names', 'Ada likes Bob', 'Bob likes Ada'],
    ['the order of small words', 'the cat chases the dog', 'the dog chases the cat'],
    ['the order of Chinese names', '小王非常喜欢小李', '小李非常喜欢小王'],
    ['a Chinese place', '住在北京市朝阳区的一间公寓', '住在南京市朝阳区的一间公寓'],
    ['who it is', 'He prefers tea at work', 'She prefers tea at work'],
    ['whose it is', 'Team uses Docker at work', 'Client uses Docker at work'],
    ['a way', 'flies from berlin on weekends', 'flies to berlin on weekends'],
    ['the order around "over"', 'prefers tabs over spaces', 'prefers spaces over tabs'],
  ])('is true for %s', (_, a, b) => {
    expect(differ(a, b)).toBe(true)
    expect(differ(b, a)).toBe(true)
  })

  it.each([
    ['word forms', 'Uses PostgreSQL for the databases', 'Using PostgreSQL for the database'],
    ['a filler', 'Prefers dark mode in the editor', 'User prefers dark mode in the editor'],
    ['a plain word more', 'Likes green tea a lot', 'Likes green tea'],
    ['a full stop', 'Ada likes tea.', 'Ada likes tea'],
    ['a contraction', "Ada doesn't like tea", 'Ada does not like tea'],
    ['a hyphen', 'Prefers dark-mode in editors', 'Prefers dark mode in editors'],
    ['quotation marks', 'calls it "home" at work', 'calls it home at work'],
    ['the same words', 'not before 2024 with Bob', 'not before 2024 with Bob'],
  ])('is false for %s', (_, a, b) => {
    expect(differ(a, b)).toBe(false)
  })

  it('is true for two statements that differ in one number, letter, name or word with signs', () => {
    const plain = fc.array(fc.constantFrom('likes', 'the', 'tea', 'with', 'and', 'a', 'reads', 'house', 'on'))
    const number = fc.oneof(fc.nat().map(String), fc.integer().map(String), fc.double({ noNaN: true }).map(String))
    const name = fc.stringMatching(/^[A-Z][a-z]{0,8}$/)
    const odd = fc.oneof(number, name, fc.stringMatching(/^[b-z]$/), fc.constantFrom('C++', 'C#', '.NET', 'F#', 'O+'))
    fc.assert(
      fc.property(plain, plain, odd, odd, (before, after, one, other) => {
        fc.pre(one.toLowerCase() !== other.toLowerCase())
        const around = (word: string): string => ['notes', ...before, word, ...after].join(' ')
        expect(differ(around(one), around(other))).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  it('is true for two statements with their names in another order', () => {
    const plain = fc.array(fc.constantFrom('likes', 'the', 'tea', 'with', 'and', 'reads', 'house', 'on'))
    const name = fc.stringMatching(/^[A-Z][a-z]{0,8}$/)
    fc.assert(
      fc.property(plain, plain, name, name, (between, after, one, other) => {
        fc.pre(one !== other)
        const told = (first: string, second: string): string => ['notes', first, ...between, second, ...after].join(' ')
        expect(differ(told(one, other), told(other, one))).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  it.each(['`', '`a', '.', '-', '.a', 'a', "a'", '-a', 'ä', ' ', 'Ab, '])(
    'reads a quarter of a megabyte of %j in linear time',
    (text) => {
      const spentMs = startCpuClock()
      prepareStatement(text.repeat(250_000 / text.length))
      expect(spentMs()).toBeLessThan(2_500)
    },
  )
})
