import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isoTime } from '../clock.ts'
import { recordTypes } from '../storage/records.ts'
import { createScoring, recordsDefaults, recordTypeRows, type Scored } from './record-types.ts'

const day = 86_400_000
const start = Date.parse('2026-01-01T00:00:00Z')
const document = createScoring({ ...recordsDefaults, reinforcement: 'linear' })
const policy = (reinforcementCount = 1): Scored => ({ type: 'policy', accessedAt: isoTime(start), reinforcementCount })

describe('scores', () => {
  it('C05 multiplies type weight, decay and reinforcement count', () => {
    for (const type of recordTypes) {
      const record = { type, accessedAt: isoTime(start), reinforcementCount: 3 }
      expect(document.score(record, start + 45 * day)).toBeCloseTo(recordTypeRows[type].weight * Math.SQRT1_2 * 3, 12)
    }
  })

  it('C05 weighs the types as their table says, and as the option says', () => {
    expect(recordTypes.map((type) => recordTypeRows[type].weight)).toEqual([1, 0.9, 0.9, 0.9, 0.8, 0.8, 0.6])
    const own = createScoring({ ...recordsDefaults, weights: { policy: 0.5 } })
    expect(own.score(policy(), start)).toBe(0.5)
    expect(own.score({ ...policy(), type: 'fact' }, start)).toBe(0.6)
  })

  it('C10 halves the score every 90 days without access', () => {
    const scores = [0, 90, 180, 270].map((days) => document.score(policy(), start + days * day))
    expect(scores).toEqual([1, 0.5, 0.25, 0.125])
  })

  it('X16 decays as fast as the option says, and not at all with Infinity', () => {
    const fast = createScoring({ ...recordsDefaults, halfLifeDays: 10 })
    expect(fast.score(policy(), start + 20 * day)).toBe(0.25)
    const never = createScoring({ ...recordsDefaults, halfLifeDays: Number.POSITIVE_INFINITY })
    expect(never.score(policy(), start + 10_000 * day)).toBe(1)
    expect(never.strength(policy())).toBe(0)
    expect(never.strengthFor(0.5, start)).toBe(-1)
  })

  it('C16 falls below 0.1 after 90·log2(10) days, about 299', () => {
    const days = 90 * Math.log2(10)
    expect(days).toBeCloseTo(298.97, 2)
    expect(document.score(policy(), start + 298 * day)).toBeGreaterThan(0.1)
    expect(document.score(policy(), start + days * day)).toBeCloseTo(0.1, 10)
    expect(document.score(policy(), start + 299 * day)).toBeLessThan(0.1)
  })

  it('X21 starts at a count of 1, and a count of 0 does not zero the score', () => {
    expect(document.score(policy(0), start)).toBe(1)
    expect(document.score(policy(1), start)).toBe(1)
  })

  it('X21 grows by 1 + ln(n), or by n when asked', () => {
    const log = createScoring(recordsDefaults)
    expect([1, 2, 100].map((count) => log.score(policy(count), start))).toEqual([1, 1 + Math.log(2), 1 + Math.log(100)])
    expect([1, 2, 100].map((count) => document.score(policy(count), start))).toEqual([1, 2, 100])
  })

  it('takes an access that is still to come for one of now', () => {
    expect(document.score(policy(), start - 90 * day)).toBe(1)
  })

  it('has a strength from which the score of any later moment follows', () => {
    fc.assert(
      fc.property(
        fc.record({
          type: fc.constantFrom(...recordTypes),
          count: fc.integer({ min: 1, max: 1_000_000 }),
          reinforcement: fc.constantFrom('log' as const, 'linear' as const),
          halfLifeDays: fc.integer({ min: 1, max: 3_650 }),
          accessedMs: fc.integer({ min: 0, max: start }),
          idleMs: fc.integer({ min: 0, max: 4_000 * day }),
        }),
        ({ type, count, reinforcement, halfLifeDays, accessedMs, idleMs }) => {
          const scoring = createScoring({ ...recordsDefaults, halfLifeDays, reinforcement })
          const record = { type, accessedAt: isoTime(accessedMs), reinforcementCount: count }
          const atMs = accessedMs + idleMs
          const score = scoring.score(record, atMs)
          const same = 2 ** (scoring.strength(record) - atMs / (halfLifeDays * day))
          expect(Math.abs(same - score)).toBeLessThanOrEqual(score * 1e-9 + 1e-300)
          // Below this a score is 0 in a double, and its logarithm says nothing.
          if (score > 1e-300) expect(scoring.strengthFor(score, atMs)).toBeCloseTo(scoring.strength(record), 6)
        },
      ),
    )
  })

  it('has no strength below that of a score of 0', () => {
    expect(document.strengthFor(0, start)).toBe(Number.NEGATIVE_INFINITY)
    expect(document.strengthFor(-1, start)).toBe(Number.NEGATIVE_INFINITY)
  })

  it('has another fingerprint with each option that changes a strength', () => {
    const options = [
      recordsDefaults,
      { ...recordsDefaults, halfLifeDays: 91 },
      { ...recordsDefaults, reinforcement: 'linear' as const },
      { ...recordsDefaults, weights: { fact: 0.7 } },
    ]
    expect(new Set(options.map((one) => createScoring(one).fingerprint)).size).toBe(4)
  })
})
