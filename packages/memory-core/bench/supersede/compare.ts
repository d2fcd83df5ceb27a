/* What a newer statement should do to an older one in the written cases, and what it does. */
import { readFileSync } from 'node:fs'
import { claimsOf } from '../../src/statements/claims/claims-of.ts'
import { changeBetween, endsJob } from '../../src/statements/claims/compare-claims.ts'
import { saysMore } from '../../src/statements/stated-sentences.ts'

/** Two statements, the older one first, and what becomes of it. */
export interface Case {
  known: string
  said: string
  expect: 'superseded' | 'ended' | 'kept'
}

/** Counts of cases, by what became of the older statement. */
export interface Tally {
  right: number
  wrong: number
  missed: number
}

/** Reads a set of cases, by what they show. */
export function readCases(name: 'tuning' | 'held-out'): Map<string, Case[]> {
  const text = readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8')
  const groups: Record<string, Case[]> = JSON.parse(text)
  return new Map(Object.entries(groups))
}

/** What becomes of the older statement. What is marked as a conflict is kept, and what says more than the one thing. */
export function outcomeOf({ known, said }: Case): Case['expect'] {
  const newer = claimsOf(said)
  if (saysMore(known, { isJobOver: endsJob(newer) })) return 'kept'
  const change = changeBetween(claimsOf(known), newer)
  return change === 'supersedes' ? 'superseded' : change === 'ends' ? 'ended' : 'kept'
}

/** Counts the older statements that were rightly and wrongly taken for over, and those that should have been. */
export function tallyOf(cases: readonly Case[]): Tally {
  const outcomes = cases.map((one) => ({ expected: one.expect !== 'kept', found: outcomeOf(one) !== 'kept' }))
  const count = (expected: boolean, found: boolean): number =>
    outcomes.filter((one) => one.expected === expected && one.found === found).length
  return { right: count(true, true), wrong: count(false, true), missed: count(true, false) }
}

/** The share of what was taken for over that is, and the share of what is over that was found. */
export function ratesOf({ right, wrong, missed }: Tally): { precision: number; recall: number } {
  return { precision: right / Math.max(1, right + wrong), recall: right / Math.max(1, right + missed) }
}
