import type { MemoryRecord, RecordStore, StoredRecord } from '../storage/records.ts'

/**
 * Removes records; what one of them had replaced holds again, as if it had never been said. Answers how many there were.
 */
export async function withdrawRecords(
  store: RecordStore,
  ids: readonly string[],
  stored: (record: MemoryRecord) => StoredRecord,
): Promise<number> {
  const known = await store.get(ids)
  if (known.length === 0) return 0
  await store.write({ remove: known.map(({ id }) => id) })
  const gone = new Set(known.map(({ id }) => id))
  const replaced = known.flatMap(({ supersedes }) => (supersedes === undefined ? [] : [supersedes]))
  if (replaced.length > 0) await store.update(replaced, (record) => holdingAgain(record, gone, stored))
  return known.length
}

function holdingAgain(
  { validTo: _over, supersededBy, ...record }: MemoryRecord,
  gone: ReadonlySet<string>,
  stored: (record: MemoryRecord) => StoredRecord,
): StoredRecord | undefined {
  return supersededBy !== undefined && gone.has(supersededBy) ? stored(record) : undefined
}
