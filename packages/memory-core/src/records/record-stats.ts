import type { RecordCount, RecordKind, RecordType } from '../storage/records.ts'
import type { RecordStats } from './records.ts'

/** Adds up counts; `byType`, `byKind` and `tokens` are of the active records. */
export function statsOf(counts: readonly RecordCount[]): RecordStats {
  const byType: Record<RecordType, number> = {
    policy: 0,
    workflow: 0,
    pitfall: 0,
    architecture: 0,
    decision: 0,
    preference: 0,
    fact: 0,
  }
  const byKind: Record<RecordKind, number> = { semantic: 0, episodic: 0, procedural: 0 }
  let [active, archived, tokens] = [0, 0, 0]
  for (const count of counts) {
    if (count.archived) archived += count.records
    else {
      active += count.records
      tokens += count.tokens
      byType[count.type] += count.records
      byKind[count.kind] += count.records
    }
  }
  return { active, archived, byType, byKind, tokens }
}
