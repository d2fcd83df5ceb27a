import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { MemoryError, shown } from '../errors.ts'
import type { Lease } from '../storage/storage.ts'
import type { LockFile } from './locks.ts'
import { isAlive } from './temporary-files.ts'

/** What leases need: the database of the lock, and a way to hold the lock for a moment. */
export interface LeasesOptions {
  lockFile: LockFile
  hold<T>(fn: () => Promise<T>): Promise<T>
  leaseMs: number
}

/** The leases that this process holds. */
export interface Leases {
  take(name: string): Promise<Lease | undefined>
  /** Gives back those that are still held. */
  close(): Promise<void>
}

interface LeaseRow {
  owner: string | null
  host: string
  pid: number
  expiresAt: number
  fence: number
}

/** The longest that `leaseMs` can be. */
const longestLeaseMs = 2_147_483_647

const schema = `CREATE TABLE IF NOT EXISTS leases (
  name TEXT PRIMARY KEY, owner TEXT, host TEXT NOT NULL, pid INTEGER NOT NULL, expires_at INTEGER NOT NULL, fence INTEGER NOT NULL
) STRICT`
const find = 'SELECT owner, host, pid, expires_at AS expiresAt, fence FROM leases WHERE name = ?'
const put = 'INSERT OR REPLACE INTO leases (name, owner, host, pid, expires_at, fence) VALUES (?, ?, ?, ?, ?, ?)'
const extend = 'UPDATE leases SET expires_at = ? WHERE name = ? AND owner = ?'
const giveBack = 'UPDATE leases SET owner = NULL WHERE name = ? AND owner = ?'

/** Leases as rows of the lock's database, read and written under the lock. */
export function createLeases({ lockFile, hold, leaseMs }: LeasesOptions): Leases {
  const releases = new Set<() => Promise<void>>()

  /** The table may be new each time: whoever deletes the database gives back every lease. */
  function table(): void {
    lockFile.statement(schema).run()
  }

  function rowOf(name: string): LeaseRow | undefined {
    table()
    return lockFile.statement(find).get(name) as LeaseRow | undefined
  }

  async function change(sql: string, ...values: (string | number)[]): Promise<number> {
    return hold(async () => {
      table()
      return Number(lockFile.statement(sql).run(...values).changes)
    })
  }

  async function claim(name: string, owner: string): Promise<number | undefined> {
    const row = rowOf(name)
    if (row && !isFree(row)) return undefined
    const fence = (row?.fence ?? 0) + 1
    lockFile.statement(put).run(name, owner, hostname(), process.pid, Date.now() + leaseMs, fence)
    return fence
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
        // Nobody waits here: whoever took over meanwhile is found by check(), which then names the cause.
        failure = error
      }
    }

    async function release(): Promise<void> {
      clearInterval(timer)
      givenBack ??= change(giveBack, name, owner)
      try {
        await givenBack
      } catch (error) {
        // The disk may take it next time.
        givenBack = undefined
        throw error
      }
      releases.delete(release)
    }

    async function check(): Promise<void> {
      const row = lockFile.isHeld() ? rowOf(name) : await hold(async () => rowOf(name))
      if (row?.owner === owner) return
      throw new MemoryError(
        'lease-lost',
        `the lease ${shown(name)} with fence ${fence} is lost: another process took over. Take a new one and start again from what is stored`,
        { cause: failure },
      )
    }

    releases.add(release)
    return { fence, check, release }
  }

  return {
    async take(name) {
      const owner = randomUUID()
      const fence = await hold(() => claim(name, owner))
      return fence === undefined ? undefined : held(name, owner, fence)
    },
    async close() {
      for (const release of [...releases]) await release()
    },
  }
}

/**
 * Given back, expired, or of a process of this machine that is gone. One that has days to go was written by a clock that
 * stood ahead. A wrong guess is harmless: the fence finds it.
 */
function isFree({ owner, host, pid, expiresAt }: LeaseRow): boolean {
  const leftMs = expiresAt - Date.now()
  return owner === null || leftMs <= 0 || leftMs > longestLeaseMs || (host === hostname() && !isAlive(pid))
}
