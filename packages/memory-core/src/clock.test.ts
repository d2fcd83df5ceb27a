import { describe, expect, it } from 'vitest'
import { hyperbolicDecay, isoTime, parseTime } from './clock.ts'
import { MemoryError } from './errors.ts'

describe('parseTime', () => {
  it.each([
    ['2026-11-21T09:30:00Z', '2026-11-21T09:30:00.000Z'],
    ['2026-11-21T09:30:00', '2026-11-21T09:30:00.000Z'],
    ['2026-11-21 09:30', '2026-11-21T09:30:00.000Z'],
    ['2026-11-21 09:30:15.25', '2026-11-21T09:30:15.250Z'],
    ['2026-11-21', '2026-11-21T00:00:00.000Z'],
    ['2026-11-21T09:30:00+02:00', '2026-11-21T07:30:00.000Z'],
    ['2026-11-21 09:30:00-0530', '2026-11-21T15:00:00.000Z'],
    [' 2026-11-21T09:30:00z ', '2026-11-21T09:30:00.000Z'],
    ['Nov 21, 2026', '2026-11-21T00:00:00.000Z'],
    ['Sat, 21 Nov 2026 09:30:00 GMT', '2026-11-21T09:30:00.000Z'],
    ['Sat Nov 21 2026 09:30:00 GMT+0100 (CET)', '2026-11-21T08:30:00.000Z'],
    ['2026-11-21 09:30:00+02', '2026-11-21T07:30:00.000Z'],
    ['2026-11-21 09:30:00.123456-03', '2026-11-21T12:30:00.123Z'],
    ['2026-11-21 09:30:00 +0200', '2026-11-21T07:30:00.000Z'],
    ['2026-11-21T09:30:00+02:00[Europe/Berlin]', '2026-11-21T07:30:00.000Z'],
    ['2026-11-21T09:30:00Z[UTC][u-ca=iso8601]', '2026-11-21T09:30:00.000Z'],
    ['2026-11-21 09:30 PM', '2026-11-21T21:30:00.000Z'],
    ['2026-11-21 09:30:15,25', '2026-11-21T09:30:15.250Z'],
    ['2026-11-21 9:30 PM', '2026-11-21T21:30:00.000Z'],
    ['2026-11-21 09:30:00 EST', '2026-11-21T14:30:00.000Z'],
    ['2026-11-21 09:30:00 +0000 UTC', '2026-11-21T09:30:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    [0, '1970-01-01T00:00:00.000Z'],
    [new Date(1_000), '1970-01-01T00:00:01.000Z'],
  ])('takes %j as %s, UTC where no zone is given', (value, expected) => {
    expect(isoTime(parseTime(value))).toBe(expected)
  })

  it.each([
    [''],
    ['soon'],
    ['2026-13-45'],
    [Number.NaN],
    [Infinity],
    [new Date('x')],
    [8.65e15],
    ['2026-11-21T99:99:99Z'],
    ['2026-02-29'],
    ['2026-02-30'],
    ['2026-11-31 09:30'],
    ['2026-06-31T10:00:00+02:00'],
    ['2026-02-30 09:30 PM'],
    ['2026-11-21 09:30:00 CET'],
    ['2026-11-21 09:30:00 +0200 CEST'],
    ['2026-11-21T09:30:00[Europe/Berlin]'],
    ['2026-11-21T09:30:00Z garbage'],
  ])('refuses %j, naming the field', (value) => {
    expect(() => parseTime(value, 'since')).toThrow(MemoryError)
    expect(() => parseTime(value, 'since')).toThrow(/^since is .+, expected a date such as "2026-11-21T09:30:00Z"$/)
  })
})

describe('hyperbolicDecay', () => {
  it('G26 halves the weight after 1,000 hours at a rate of 0.001', () => {
    expect(hyperbolicDecay(1000, 0.001)).toBe(0.5)
    expect(hyperbolicDecay(0, 0.001)).toBe(1)
  })

  it('takes the future for new, and a rate of 0 for no fading', () => {
    expect(hyperbolicDecay(-5000, 0.001)).toBe(1)
    expect(hyperbolicDecay(5000, 0)).toBe(1)
  })
})
