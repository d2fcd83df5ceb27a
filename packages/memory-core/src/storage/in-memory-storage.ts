import { checkNode } from '../supported-node.ts'
import { guardedStorage } from './guarded-storage.ts'
import { createInFlight } from './in-flight.ts'
import { createInMemoryFiles } from './in-memory-files.ts'
import { createInMemoryItems } from './in-memory-items.ts'
import { createInMemoryLocks } from './in-memory-locks.ts'
import { createInMemoryPassages } from './in-memory-passages.ts'
import { createInMemoryRecords } from './in-memory-records.ts'
import { createInMemoryVectors } from './in-memory-vectors.ts'
import type { Storage } from './storage.ts'

/**
 * A storage in this process's own RAM: for tests, for short-lived agents, and where there is no disk.
 * It behaves as `localStorage` does, ranking included, and is gone with the process; what it holds is not copied on
 * close. Needs nothing of Node, so that it runs in a worker too.
 */
export function inMemoryStorage(): Storage {
  checkNode()
  return guardedStorage({
    files: createInMemoryFiles(),
    records: createInMemoryRecords(),
    items: createInMemoryItems(),
    ...createInMemoryVectors(createInMemoryPassages()),
    ...createInMemoryLocks(),
    purge: async () => [],
    inFlight: createInFlight('storage'),
    release: () => undefined,
  })
}
