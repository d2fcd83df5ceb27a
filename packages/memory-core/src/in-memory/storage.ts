import { createInFlight, guardedStorage } from '../storage/guarded-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { checkNode } from '../supported-node.ts'
import { createInMemoryFiles } from './files.ts'
import { createInMemoryItems } from './items.ts'
import { createInMemoryLocks } from './locks.ts'
import { createInMemoryPassages } from './passages.ts'
import { createInMemoryRecords } from './records.ts'
import { createInMemoryVectors } from './vectors.ts'

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
