import type { StoredRecord } from '@daybook/memory-core'

/** A record for a test: a fact of middling strength, changed as the test wants it. */
export function record(id: string, change: Partial<StoredRecord> = {}): StoredRecord {
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
