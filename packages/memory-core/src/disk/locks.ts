import { createLockQueue } from '../storage/lock-queue.ts'
import type { Storage } from '../storage/storage.ts'
import { createLeases } from './leases.ts'
import { createLockFile, lockFileError } from './lock-file.ts'

/** The locks and leases of a directory. */
export interface LocalLocks extends Pick<Storage, 'lock' | 'lease'> {
  /** Gives back every lease and lets go of the database. */
  close(): Promise<void>
}

/** Where the locks live, and how patient they are. */
export interface LocalLocksOptions {
  root: string
  /** The database of the locks. */
  file: string
  lockTimeoutMs: number
  leaseMs: number
}

const everything = ['everything']

/** One lock for all names: first a queue within this process, then the lock of the database. */
export function createLocalLocks({ root, file, lockTimeoutMs, leaseMs }: LocalLocksOptions): LocalLocks {
  const queue = createLockQueue()
  const lockFile = createLockFile(root, file)

  async function hold<T>(fn: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const deadline = performance.now() + lockTimeoutMs
    return queue.run(everything, () => locked(fn, deadline, signal), { signal, timeoutMs: lockTimeoutMs })
  }

  async function locked<T>(fn: () => Promise<T>, deadline: number, signal?: AbortSignal): Promise<T> {
    await orLockError(() => lockFile.acquire({ timeoutMs: lockTimeoutMs, deadline, signal }), signal)
    let keep = false
    try {
      const result = await fn()
      keep = true
      return result
    } finally {
      await orLockError(() => lockFile.free(keep), signal)
    }
  }

  async function orLockError(work: () => Promise<void>, signal?: AbortSignal): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (signal?.aborted && error === signal.reason) throw error
      throw lockFileError(file, error)
    }
  }

  const leases = createLeases({ lockFile, hold, leaseMs })
  return {
    lock: (_names, fn, options) => hold(fn, options?.signal),
    lease: leases.take,
    async close() {
      try {
        await leases.close()
      } finally {
        lockFile.close()
      }
    },
  }
}
