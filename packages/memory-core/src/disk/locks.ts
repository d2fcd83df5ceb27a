import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { hostname } from 'node:os'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { createLockQueue, lockedError } from '../async.ts'
import { MemoryError, shown } from '../errors.ts'
import type { Lease, Storage } from '../storage/storage.ts'
import { openDatabase, unlessBusy, untilFree } from './database.ts'
import { diskError, pause } from './disk.ts'
import { isAlive } from './temporary-files.ts'

const writeLock = /^\d+: POSIX\s+ADVISORY\s+WRITE\s+(\d+)\s+[0-9a-f]+:[0-9a-f]+:(\d+)\s/
const stopped = 'T'

/**
 * Describes the holder of a file's lock for the error after a timeout: `process 123`, and whether it is suspended.
 * Undefined where the kernel does not say; Linux does, for processes visible to this one.
 */
function lockHolder(inode: bigint): string | undefined {
  try {
    for (const line of fs.readFileSync('/proc/locks', 'utf8').split('\n')) {
      const [, pid = '0', locked] = writeLock.exec(line) ?? []
      if (locked !== String(inode) || pid === '0') continue
      return stateOf(pid) === stopped
        ? `process ${pid}, which is suspended (kill -CONT ${pid} wakes it)`
        : `process ${pid}`
    }
  } catch (error) {
    // The name only improves a message: failing to find it must not replace the actual error.
    if (!(error instanceof Error)) throw error
  }
  return undefined
}

/** The state letter of a process in `/proc`. It follows the name, which may contain anything but the last bracket. */
function stateOf(pid: string): string | undefined {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 1).trim()[0]
}

const longestPauseMs = 25
/** The longest time between two attempts of a process that waits. */
const attemptMs = longestPauseMs * 1.5
/** How long a process may take the lock again and again while others wait. */
const turnMs = 250

/** The lock of a directory across processes: SQLite's file lock, which the kernel releases when the process ends. */
export interface LockFile {
  /** Waits for the lock. Throws `locked` after `deadline` (of `performance.now()`), or the signal's reason when aborted. */
  acquire(wait: { timeoutMs: number; deadline: number; signal?: AbortSignal | undefined }): Promise<void>
  /** Commits what was changed in the database under the lock, or rolls it back, and releases the lock. */
  free(keep: boolean): Promise<void>
  /** Whether this process holds the lock. */
  isHeld(): boolean
  /** A statement of the lock's database; use it under the lock. */
  statement(sql: string): StatementSync
  close(): void
}

interface OpenFile {
  database: DatabaseSync
  inode: bigint
  statements: Map<string, StatementSync>
}

/**
 * The lock in the database `file`. With `isEmpty`, nothing is ever written to it, which saves SQLite a journal for each
 * lock. Nothing is opened before the first use, so that a folder can be read without writing.
 */
export function createLockFile(root: string, file: string, isEmpty = false): LockFile {
  let open: OpenFile | undefined
  let held = false
  let freedAt = Number.NEGATIVE_INFINITY
  let turnEndsAt = 0
  const waiting = `${file}-waiting`

  /** A process that makes one change after another would keep out those that sleep between their attempts. */
  async function letOthersTry(): Promise<void> {
    const now = performance.now()
    const leftMs = freedAt + attemptMs - now
    if (leftMs > 0 && now < turnEndsAt) return
    if (leftMs > 0 && isAwaited()) await pause(leftMs)
    turnEndsAt = performance.now() + turnMs
  }

  function isAwaited(): boolean {
    const { mtimeMs = 0 } = fs.statSync(waiting, { throwIfNoEntry: false }) ?? {}
    return Math.abs(Date.now() - mtimeMs) < 2 * attemptMs
  }

  /** Sets the time of a file, through no symbolic link. */
  function sayThatItWaits(): void {
    const { O_CREAT, O_NOFOLLOW = 0, O_WRONLY } = fs.constants
    try {
      const descriptor = fs.openSync(waiting, O_WRONLY | O_CREAT | O_NOFOLLOW, 0o600)
      fs.futimesSync(descriptor, new Date(), new Date())
      fs.closeSync(descriptor)
    } catch {
      // The file only shortens the wait; a lock that cannot be had says so itself.
    }
  }

  function close(): void {
    open?.database.close()
    open = undefined
    held = false
  }

  async function ready(): Promise<void> {
    // The folder of the databases may have been deleted: a lock on a deleted file excludes no process.
    if (open && inodeOf(file) === open.inode) return
    close()
    const database = await openDatabase(root, file, 0)
    if (isEmpty) database.exec('PRAGMA journal_mode = MEMORY')
    open = { database, inode: inodeOf(file) ?? 0n, statements: new Map() }
  }

  function statement(sql: string): StatementSync {
    if (!open) throw new Error('the lock is not open')
    const known = open.statements.get(sql)
    if (known) return known
    const made = open.database.prepare(sql)
    open.statements.set(sql, made)
    return made
  }

  /** BEGIN IMMEDIATE writes nothing: while no lease changes, neither it nor COMMIT costs an fsync. */
  async function tryAcquire(): Promise<boolean> {
    await ready()
    if (!unlessBusy(() => statement('BEGIN IMMEDIATE').run())) return false
    if (inodeOf(file) !== open?.inode) return false
    held = true
    return true
  }

  return {
    async acquire({ timeoutMs, deadline, signal }) {
      await letOthersTry()
      for (let wait = 1; !(await tryAcquire()); wait = Math.min(longestPauseMs, wait * 1.5)) {
        if (wait === longestPauseMs) sayThatItWaits()
        signal?.throwIfAborted()
        if (performance.now() >= deadline) throw lockedError(timeoutMs, lockHolder(inodeOf(file) ?? 0n))
        await pause(wait * (0.5 + Math.random()))
        signal?.throwIfAborted()
      }
    },
    async free(keep) {
      held = false
      freedAt = performance.now()
      // A failed change, for example on a full disk, has already ended the transaction and released the lock.
      if (!keep && !open?.database.isTransaction) return
      try {
        // A process that asks for the lock reads the file for a moment, and blocks a commit for that time.
        await untilFree(() => statement(keep ? 'COMMIT' : 'ROLLBACK').run())
      } catch (error) {
        // Closing ends the transaction, too; the next lock uses a new connection.
        close()
        throw error
      }
    },
    isHeld: () => held,
    statement,
    close,
  }
}

function inodeOf(file: string): bigint | undefined {
  return fs.statSync(file, { bigint: true, throwIfNoEntry: false })?.ino
}

interface LeasesOptions {
  lockFile: LockFile
  hold<T>(fn: () => Promise<T>): Promise<T>
  leaseMs: number
}

/** The leases of this process. */
interface Leases {
  take(name: string): Promise<Lease | undefined>
  /** Releases all leases that are still held. */
  close(): Promise<void>
}

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

/** Leases are rows in the lock's database, read and written under the lock. */
function createLeases({ lockFile, hold, leaseMs }: LeasesOptions): Leases {
  const releases = new Set<() => Promise<void>>()

  /** Created on each use, because the database may have been deleted, which releases every lease. */
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
 * Free: released, expired, or owned by a process of this machine that is dead. A lease with days to go was written by a
 * clock that ran ahead. A wrong guess is harmless, because the fence detects it.
 */
function isFree({ owner, host, pid, expiresAt }: LeaseRow): boolean {
  const leftMs = expiresAt - Date.now()
  return owner === null || leftMs <= 0 || leftMs > longestLeaseMs || (host === hostname() && !isAlive(pid))
}

/** The locks and leases of a directory. */
export interface LocalLocks extends Pick<Storage, 'lock' | 'lease'> {
  /** Releases every lease and closes the database. */
  close(): Promise<void>
}

interface LocalLocksOptions {
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

/** The error for a lock file that cannot be opened, taken or released. */
export function lockFileError(file: string, error: unknown): MemoryError {
  if (error instanceof Error && 'errcode' in error)
    return new MemoryError(
      'storage-failed',
      `the lock ${shown(file)} cannot be used (${error.message}): make its folder writable; if the file is damaged, stop every process that uses the memory and delete it`,
      { cause: error },
    )
  return diskError(`lock ${shown(file)}`, error)
}
