import { later, moreUrgent, unitedTags } from '../records/learned-again.ts'
import type { MemoryRecord } from '../storage/records.ts'

/**
 * The survivor of a merge: its words and dates, the counts of all together, the latest access, the tags, the best
 * priority and confidence of all. It notes the first of the others as superseded, unless it supersedes one already.
 */
export function merged(survivor: MemoryRecord, others: readonly MemoryRecord[]): MemoryRecord {
  const all = [survivor, ...others]
  const sum: MemoryRecord = {
    ...survivor,
    priority: all.map(({ priority }) => priority).reduce(moreUrgent),
    tags: all.map(({ tags }) => tags).reduce(unitedTags),
    confidence: all.map(({ confidence }) => confidence).reduce((a, b) => Math.max(a, b)),
    accessedAt: all.map(({ accessedAt }) => accessedAt).reduce(later),
    reinforcementCount: all.reduce((total, { reinforcementCount }) => total + reinforcementCount, 0),
  }
  const supersedes = survivor.supersedes ?? others[0]?.id
  return supersedes === undefined ? sum : { ...sum, supersedes }
}

/** What is left of a record that was merged into another: archived, and ended at that moment. */
export function mergedAway(record: MemoryRecord, at: string): MemoryRecord {
  return { ...record, archivedAt: at, validTo: at }
}
