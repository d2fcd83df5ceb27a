import type { MemoryRecord, RecordStore, StoredRecord } from '../storage/records.ts'
import { unlinkNeighbours } from './links.ts'

/**
 * Removes records; what one of them had replaced holds again, as if it had never been said, and nothing names them any
 * more. Answers how many there were.
 */
export async function withdrawRecords(
  store: RecordStore,
  ids: readonly string[],
  stored: (record: MemoryRecord) => StoredRecord,
): Promise<number> {
  const known = await store.get(ids)
  if (known.length === 0) return 0
  await unlinkNeighbours(store, known, stored)
  await store.write({ remove: known.map(({ id }) => id) })
  return known.length
}
