import { createLockQueue } from '../async.ts'
import { checkNode, MemoryError, shown } from '../errors.ts'
import { createInFlight, guardedStorage, type Lease, type Storage } from '../storage/storage.ts'
import { createInMemoryFiles } from './files.ts'
import { createInMemoryItems } from './items.ts'
import { createInMemoryPassages } from './passages.ts'
import { createInMemoryRecords } from './records.ts'

const lockTimeoutMs = 30_000

/** Locks by name, and leases that last until they are released, because no other process shares them. */
function createInMemoryLocks(): Pick<Storage, 'lock' | 'lease'> {
  const queue = createLockQueue()
  const holders = new Map<string, number>()
  let fences = 0

  async function lease(name: string): Promise<Lease | undefined> {
    if (holders.has(name)) return undefined
    const fence = ++fences
    holders.set(name, fence)
    return {
      fence,
      async check() {
        if (holders.get(name) !== fence)
          throw new MemoryError('lease-lost', `the lease ${shown(name)} was given back: take a new one before writing`)
      },
      async release() {
        if (holders.get(name) === fence) holders.delete(name)
      },
    }
  }

  return {
    lock: (names, fn, options) => queue.run(names, fn, { signal: options?.signal, timeoutMs: lockTimeoutMs }),
    lease,
  }
}

/**
 * A storage in RAM: for tests, short-lived agents, and places without a disk. It behaves like `localStorage`, ranking
 * included; its content is lost with the process. Needs nothing of Node, so that it also runs in a worker.
 */
export function inMemoryStorage(): Storage {
  checkNode()
  return guardedStorage({
    files: createInMemoryFiles(),
    records: createInMemoryRecords(),
    items: createInMemoryItems(),
    ...createInMemoryPassages(),
    ...createInMemoryLocks(),
    purge: async () => [],
    inFlight: createInFlight('storage'),
    release: () => undefined,
  })
}
