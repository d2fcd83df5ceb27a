import { MemoryError, shown } from '../errors.ts'
import { createLockQueue } from '../storage/lock-queue.ts'
import type { Lease, Storage } from '../storage/storage.ts'

/** Locks and leases of one process. */
export type InMemoryLocks = Pick<Storage, 'lock' | 'lease'>

const lockTimeoutMs = 30_000

/** Locks by name, and leases that last until they are released: no other process shares them. */
export function createInMemoryLocks(): InMemoryLocks {
  const queue = createLockQueue()
  const holders = new Map<string, Lease>()
  const fences = new Map<string, number>()

  async function lease(name: string): Promise<Lease | undefined> {
    if (holders.has(name)) return undefined
    const fence = (fences.get(name) ?? 0) + 1
    const taken: Lease = {
      fence,
      async check() {
        if (holders.get(name) !== taken)
          throw new MemoryError('lease-lost', `the lease ${shown(name)} was given back: take a new one before writing`)
      },
      async release() {
        if (holders.get(name) === taken) holders.delete(name)
      },
    }
    fences.set(name, fence)
    holders.set(name, taken)
    return taken
  }

  return {
    lock: (names, fn, options) => queue.run(names, fn, { signal: options?.signal, timeoutMs: lockTimeoutMs }),
    lease,
  }
}
