import type { MemoryRecord, RecordStore } from '../storage/records.ts'

const pageSize = 1_000

/** All records, archived ones too, for what is done seldom. */
export async function everyRecord(store: RecordStore): Promise<MemoryRecord[]> {
  const all: MemoryRecord[] = []
  const last = await store.revision()
  for (let since = 0; since < last; ) {
    const page = await store.changes(since, pageSize)
    all.push(...page.records)
    if (page.revision <= since) break
    since = page.revision
  }
  return all
}
