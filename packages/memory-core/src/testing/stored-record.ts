import type { RecordStore, StoredRecord } from '../storage/records.ts'
import { type ConformanceCase, storageCase } from './conformance-case.ts'

/** A record for a test: a fact of medium strength, with some fields changed. */
export function storedRecord(id: string, change: Partial<StoredRecord> = {}): StoredRecord {
  return {
    id,
    type: 'fact',
    kind: 'semantic',
    priority: 'normal',
    text: `what ${id} says`,
    tags: [],
    author: 'user',
    confidence: 1,
    createdAt: '2026-03-01T00:00:00.000Z',
    accessedAt: '2026-03-01T00:00:00.000Z',
    reinforcementCount: 1,
    successCount: 0,
    failureCount: 0,
    strength: 100,
    tokens: 5,
    ...change,
  }
}

/** A case that receives the records of an open storage. */
export function recordCase(name: string, check: (records: RecordStore) => Promise<void>): ConformanceCase {
  return storageCase(name, ({ records }) => check(records))
}

/** The ids of records, in order. */
export async function idsOf(found: Promise<readonly StoredRecord[]>): Promise<string[]> {
  return (await found).map(({ id }) => id)
}
