import { compareTexts } from './compare-texts.ts'
import { type RecordPriority, type RecordQuery, recordPriorities } from './records.ts'

/** What the order of records looks at; `rank` is {@link priorityRank}. */
export interface RankedRecord {
  id: string
  rank: number
  strength: number
  createdAt: string
}

/** 0 for the most urgent. */
export function priorityRank(priority: RecordPriority): number {
  return recordPriorities.indexOf(priority)
}

/** The order that a query asks for. */
export function compareRecords(order: RecordQuery['order'] = 'strength'): (a: RankedRecord, b: RankedRecord) => number {
  if (order === 'newest') return (a, b) => compareTexts(b.createdAt, a.createdAt) || compareTexts(a.id, b.id)
  const byStrength = (a: RankedRecord, b: RankedRecord): number =>
    compareNumbers(b.strength, a.strength) || compareTexts(a.id, b.id)
  return order === 'strength' ? byStrength : (a, b) => a.rank - b.rank || byStrength(a, b)
}

/** Infinities cannot be subtracted from each other. */
function compareNumbers(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0
}
