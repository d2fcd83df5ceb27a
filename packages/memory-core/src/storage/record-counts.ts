import type { RecordCount, StoredRecord } from './records.ts'

/** Counts records by type, kind, and whether they are archived; in that order. */
export function countRecords(records: Iterable<StoredRecord>): RecordCount[] {
  const counts = new Map<string, RecordCount>()
  for (const { type, kind, archivedAt, tokens } of records) {
    const archived = archivedAt !== undefined
    const key = `${type} ${kind} ${archived ? 1 : 0}`
    const count = counts.get(key) ?? { type, kind, archived, records: 0, tokens: 0 }
    count.records += 1
    count.tokens += tokens
    counts.set(key, count)
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count)
}
