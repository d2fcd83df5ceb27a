import { describe, expect, it } from 'vitest'
import { isEnding, lastDay } from './last-day.ts'

const at = '2026-12-20T10:00:00Z'

describe('the last day of a text', () => {
  it.each([
    ['on 2027-01-05', '2027-01-05'],
    ['from January 3 to January 5', '2027-01-05'],
    ['on the 24th of December', '2026-12-24'],
    ['on May 9, 2024', '2024-05-09'],
    ['tomorrow', '2026-12-21'],
    ['on Friday', '2026-12-25'],
    ['by November 30', '2026-11-30'],
    ['in three weeks', '2027-01-10'],
    ['for the next 10 days', '2026-12-30'],
    ['until the end of May', '2027-05-31'],
    ['until February 2027', '2027-02-28'],
  ])('%s: %s', (text, day) => {
    expect(lastDay(text, at)).toBe(day)
  })

  it.each(['on Fridays', 'in May', 'on February 31', 'every day'])('is not in "%s"', (text) => {
    expect(lastDay(text, at)).toBeUndefined()
  })

  it('needs to know when it was said, without a year', () => {
    expect(lastDay('on May 9')).toBeUndefined()
    expect(lastDay('on May 9, 2024')).toBe('2024-05-09')
  })
})

describe('whether a text ends what it states', () => {
  it.each([
    ['every Thursday until the end of May', true],
    ['The race is in three weeks', true],
    ['every Thursday at six', false],
    ['my birthday is on May 3', false],
  ])('%s: %s', (text, ends) => {
    expect(isEnding(text)).toBe(ends)
  })
})
