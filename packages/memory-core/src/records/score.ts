import type { MemoryRecord } from '../storage/records.ts'
import { recordTypeNames, recordTypeRows } from './record-types.ts'
import type { ResolvedRecordsOptions } from './records-options.ts'

/** What a score is made of. */
export type Scored = Pick<MemoryRecord, 'type' | 'accessedAt' | 'reinforcementCount'>

/** The arithmetic of scores under one set of options. */
export interface Scoring {
  /** Type weight × decay × reinforcement at a moment; an access that is still to come counts as one of now. */
  score(record: Scored, atMs: number): number
  /** The same without a moment: `score(record, t) = 2 ** (strength − t / halfLife)` from the last access on. */
  strength(record: Scored): number
  /** The strength from which a record has this score at a moment; −Infinity for a score of 0 or less. */
  strengthFor(score: number, atMs: number): number
  /** Two scorings with the same text give the same strengths. */
  readonly fingerprint: string
}

const dayMs = 86_400_000

/**
 * Scores by document 003: type weight × decay × reinforcement, where decay is 2^(−idle days / half-life), counted from
 * the last access, and reinforcement is 1 + ln(n) or n. A count below 1 counts as 1: it would zero the score.
 */
export function createScoring(
  options: Pick<ResolvedRecordsOptions, 'halfLifeDays' | 'reinforcement' | 'weights'>,
): Scoring {
  const { halfLifeDays, reinforcement, weights } = options
  const halfLifeMs = halfLifeDays * dayMs
  const table = recordTypeNames.map((type) => [type, weights[type] ?? recordTypeRows[type].weight] as const)
  const weightOf = new Map(table)

  function fresh({ type, reinforcementCount }: Scored): number {
    const count = Math.max(1, reinforcementCount)
    return (weightOf.get(type) ?? 0) * (reinforcement === 'linear' ? count : 1 + Math.log(count))
  }

  return {
    score(record, atMs) {
      const idleMs = Math.max(0, atMs - Date.parse(record.accessedAt))
      return fresh(record) * 2 ** (-idleMs / halfLifeMs)
    },
    strength: (record) => Math.log2(fresh(record)) + Date.parse(record.accessedAt) / halfLifeMs,
    strengthFor: (score, atMs) => (score > 0 ? Math.log2(score) + atMs / halfLifeMs : Number.NEGATIVE_INFINITY),
    fingerprint: `1 ${halfLifeDays} ${reinforcement} ${table.map(([type, weight]) => `${type} ${weight}`).join(' ')}`,
  }
}
