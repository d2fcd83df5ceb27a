import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { StatementSync } from 'node:sqlite'
import { createLockQueue } from '../async.ts'
import { MemoryError, shown } from '../errors.ts'
import type { Lease, Storage } from '../storage/storage.ts'
import { isAlive } from './durable-files.ts'
import { createLockFile } from './lock-file.ts'

interface LeaseRow {
  owner: string | null
  host: string
  pid: number
  expiresAt: number
  fence: number
}

/** Node's maximum delay for a timer. */
const longestLeaseMs = 2_147_483_647

const schema = `CREATE TABLE IF NOT EXISTS leases (
  name TEXT PRIMARY KEY, owner TEXT, host TEXT NOT NULL, pid INTEGER NOT NULL, expires_at INTEGER NOT NULL, fence INTEGER NOT NULL
) STRICT`
const find = 'SELECT owner, host, pid, expires_at AS expiresAt, fence FROM leases WHERE name = ?'
const put = 'INSERT OR REPLACE INTO leases (name, owner, host, pid, expires_at, fence) VALUES (?, ?, ?, ?, ?, ?)'
const extend = 'UPDATE leases SET expires_at = ? WHERE name = ? AND owner = ?'
const giveBack = 'UPDATE leases SET owner = NULL WHERE name = ? AND owner = ?'

/**
 * Free: released, expired, or owned by a process of this machine that is dead. A lease with days to go was written by a
 * clock that ran ahead. A wrong guess is harmless, because the fence detects it.
 */
function isFree({ owner, host, pid, expiresAt }: LeaseRow): boolean {
  const leftMs = expiresAt - Date.now()
  return owner === null || leftMs <= 0 || leftMs > longestLeaseMs || (host === hostname() && !isAlive(pid))
}

/** One lock for all names: a queue within this process, then the database, which has the leases as rows. */
export function createLocalLocks(
  root: string,
  lockTimeoutMs: number,
  leaseMs: number,
): Pick<Storage, 'lock' | 'lease' | 'close'> {
  const queue = createLockQueue()
  const lockFile = createLockFile(root, join(root, '.daybook', 'lock.db'))
  const releases = new Set<() => Promise<void>>()

  async function hold<T>(fn: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const deadline = performance.now() + lockTimeoutMs
    const locked = async (): Promise<T> => {
      await lockFile.acquire(lockTimeoutMs, signal, deadline)
      let keep = false
      try {
        const result = await fn()
        keep = true
        return result
      } finally {
        await lockFile.free(keep)
      }
    }
    return queue.run(['everything'], locked, { signal, timeoutMs: lockTimeoutMs })
  }

  /** Created on each use, because the database may have been deleted, which releases every lease. */
  function onTable(sql: string): StatementSync {
    lockFile.statement(schema).run()
    return lockFile.statement(sql)
  }

  function rowOf(name: string): LeaseRow | undefined {
    return onTable(find).get(name) as LeaseRow | undefined
  }

  async function change(sql: string, ...values: (string | number)[]): Promise<number> {
    return hold(async () => Number(onTable(sql).run(...values).changes))
  }

  function held(name: string, owner: string, fence: number): Lease {
    let failure: unknown
    let givenBack: Promise<number> | undefined
    const timer = setInterval(() => void renew(), leaseMs / 3)
    timer.unref()

    async function renew(): Promise<void> {
      try {
        if ((await change(extend, Date.now() + leaseMs, name, owner)) === 0) clearInterval(timer)
      } catch (error) {
        // A background renewal has no caller to reject. If another process took the lease over, check() finds that and
        // throws this as the cause.
        failure = error
      }
    }

    async function release(): Promise<void> {
      clearInterval(timer)
      givenBack ??= change(giveBack, name, owner)
      try {
        await givenBack
      } catch (error) {
        // A later attempt may succeed.
        givenBack = undefined
        throw error
      }
      releases.delete(release)
    }

    async function check(): Promise<void> {
      const row = lockFile.isHeld() ? rowOf(name) : await hold(async () => rowOf(name))
      if (row?.owner === owner) return
      const message = `the lease ${shown(name)} with fence ${fence} is lost: another process took over. Take a new one and start again from what is stored`
      throw new MemoryError('lease-lost', message, { cause: failure })
    }

    releases.add(release)
    return { fence, check, release }
  }

  return {
    lock: (_names, fn, options) => hold(fn, options?.signal),
    async lease(name) {
      const owner = randomUUID()
      const fence = await hold(async () => {
        const row = rowOf(name)
        if (row && !isFree(row)) return undefined
        const next = (row?.fence ?? 0) + 1
        lockFile.statement(put).run(name, owner, hostname(), process.pid, Date.now() + leaseMs, next)
        return next
      })
      return fence === undefined ? undefined : held(name, owner, fence)
    },
    async close(): Promise<void> {
      try {
        for (const release of [...releases]) await release()
      } finally {
        lockFile.close()
      }
    },
  }
}
