import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { StatementSync } from 'node:sqlite'
import { createLockQueue, lockedError, sleep } from '../async.ts'
import { MemoryError, shown } from '../errors.ts'
import type { Lease, Storage } from '../storage/storage.ts'
import { type Connection, createConnection, inodeOf, openDatabase, unlessBusy, untilFree } from './database.ts'
import { diskError, errorCode } from './disk.ts'
import { careful, isAlive, syncChanges } from './durable-files.ts'

const writeLock = /^\d+: POSIX\s+ADVISORY\s+WRITE\s+(\d+)\s+[0-9a-f]+:[0-9a-f]+:(\d+)\s/

/** The holder of a lock, for an error: `process 123`, and whether it is suspended. Only Linux knows it. */
function lockHolder(inode: bigint): string | undefined {
  try {
    for (const line of fs.readFileSync('/proc/locks', 'utf8').split('\n')) {
      const [, pid = '0', locked] = writeLock.exec(line) ?? []
      if (locked !== String(inode) || pid === '0') continue
      const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
      // The state follows the name, which may contain anything but the last bracket. T: stopped by a signal.
      const isSuspended = stat.slice(stat.lastIndexOf(')') + 1).trim()[0] === 'T'
      return isSuspended ? `process ${pid}, which is suspended (kill -CONT ${pid} wakes it)` : `process ${pid}`
    }
  } catch (error) {
    // The name only improves a message: failing to find it must not replace the actual error.
    if (!(error instanceof Error)) throw error
  }
  return undefined
}

const longestPauseMs = 25
/** The longest time between two attempts of a process that waits. */
const attemptMs = longestPauseMs * 1.5
/** How long journals, upgrades and erasures wait for a lock. */
const waitMs = 30_000
/** How long a process may take the lock again and again while others wait. */
const turnMs = 250

/**
 * The lock of a directory across processes: SQLite's lock on the database `file`, which the kernel releases when the
 * process ends. A holder that dies may leave writes that were not synced: the next one syncs them before it goes on, so
 * that what is read under the lock is durable. With `isEmpty`, nothing is ever written to it, which saves SQLite a journal
 * for each lock; any content is damage and is removed. Nothing is opened before the first use, so that a folder can be
 * read without writing.
 */
export function createLockFile(root: string, file: string, isEmpty = false) {
  /** `mark` is the descriptor of `<file>-held`: one byte long while the lock is held, and changed when it was taken. */
  let open: (Connection & { inode: bigint; mark: number; reading: unknown }) | undefined
  let held = false
  let freedAt = Number.NEGATIVE_INFINITY
  let turnEndsAt = 0
  const waiting = `${file}-waiting`

  /** A process that makes one change after another would keep out those that sleep between their attempts. */
  async function letOthersTry(): Promise<void> {
    const now = performance.now()
    const leftMs = freedAt + attemptMs - now
    if (leftMs > 0 && now < turnEndsAt) return
    if (leftMs > 0 && isAwaited()) await sleep(leftMs)
    turnEndsAt = performance.now() + turnMs
  }

  /** Whether another process has said just now that it waits. */
  function isAwaited(): boolean {
    const { mtimeMs = 0 } = fs.lstatSync(waiting, { throwIfNoEntry: false }) ?? {}
    return Math.abs(Date.now() - mtimeMs) < 2 * attemptMs
  }

  /** Sets the time of a file. Neither follows a symbolic link nor opens what is already there, such as a pipe. */
  function sayThatItWaits(): void {
    const now = new Date()
    try {
      if (!fs.lstatSync(waiting, { throwIfNoEntry: false })) fs.writeFileSync(waiting, '', { flag: 'wx', mode: 0o600 })
      fs.lutimesSync(waiting, now, now)
    } catch {
      // The file only shortens the wait; a lock that cannot be had says so itself.
    }
  }

  function close(): void {
    open?.close()
    if (open) fs.closeSync(open.mark)
    open = undefined
    held = false
  }

  async function ready(): Promise<void> {
    const found = fs.statSync(file, { bigint: true, throwIfNoEntry: false })
    const isDamaged = isEmpty && found !== undefined && found.size > 0n
    // The folder of the databases may have been deleted: a lock on a deleted file excludes no process.
    if (open && found?.ino === open.inode && !isDamaged) return
    close()
    const database = await openDatabase(root, file, 0)
    // Keeps the file, because locks on two files exclude nothing, and the descriptor: closing it would drop our locks.
    if (isDamaged) fs.ftruncateSync(fs.openSync(file, fs.constants.O_RDWR | careful))
    if (isEmpty) database.exec('PRAGMA journal_mode = MEMORY')
    const connection = createConnection(database)
    try {
      // An unfinished read keeps SQLite's shared lock, so that BEGIN and ROLLBACK make 3 system calls instead of 11.
      const reading = isEmpty && connection.statement('SELECT count(*) FROM sqlite_schema').iterate()
      if (reading) reading.next()
      // A byte in it needs no space: it is a hole.
      const mark = fs.openSync(`${file}-held`, fs.constants.O_RDWR | fs.constants.O_CREAT | careful, 0o600)
      open = { ...connection, inode: inodeOf(file) ?? 0n, mark, reading }
    } catch (error) {
      connection.close()
      throw error
    }
  }

  /** A statement of the lock's database; use it under the lock. */
  function statement(sql: string): StatementSync {
    if (!open) throw new Error('the lock is not open')
    return open.statement(sql)
  }

  /** BEGIN IMMEDIATE writes nothing: while no lease changes, neither it nor COMMIT costs an fsync. */
  async function tryAcquire(): Promise<boolean> {
    await ready()
    if (!unlessBusy(() => statement('BEGIN IMMEDIATE').run())) return false
    if (inodeOf(file) !== open?.inode) return false
    if (open) await markHeld(open.mark)
    held = true
    return true
  }

  /** Syncs first what a holder that died has left. If that fails, the mark stays for the next one. */
  async function markHeld(mark: number): Promise<void> {
    try {
      const { size, mtimeMs } = fs.fstatSync(mark)
      if (size > 0) {
        await syncChanges(root, mtimeMs)
        fs.ftruncateSync(mark, 0)
      }
      fs.ftruncateSync(mark, 1)
    } catch (error) {
      // Closing releases the lock.
      close()
      throw error
    }
  }

  /** Call it before the lock is released. A mark that cannot be removed only makes the next holder sync. */
  function markFree(): void {
    try {
      if (open) fs.ftruncateSync(open.mark, 0)
    } catch (error) {
      if (errorCode(error) === undefined) throw error
    }
  }

  return {
    /**
     * Waits for the lock.
     * @throws MemoryError `locked` after `deadline` (of `performance.now()`; by default after `timeoutMs`, 30 seconds),
     * `storage-failed` if the file cannot be used; the signal's reason when aborted
     */
    async acquire(timeoutMs = waitMs, signal?: AbortSignal, deadline = performance.now() + timeoutMs): Promise<void> {
      try {
        await letOthersTry()
        for (let wait = 1; !(await tryAcquire()); wait = Math.min(longestPauseMs, wait * 1.5)) {
          if (wait === longestPauseMs) sayThatItWaits()
          signal?.throwIfAborted()
          if (performance.now() >= deadline) throw lockedError(timeoutMs, lockHolder(inodeOf(file) ?? 0n))
          await sleep(wait * (0.5 + Math.random()), signal)
        }
      } catch (error) {
        throw signal?.aborted && error === signal.reason ? error : lockFileError(file, error)
      }
    },
    /** Commits what was changed in the database under the lock, or rolls it back, and releases the lock. */
    async free(keep: boolean): Promise<void> {
      held = false
      freedAt = performance.now()
      // A failed change, for example on a full disk, has already ended the transaction and released the lock.
      if (!keep && !open?.database.isTransaction) return
      markFree()
      try {
        // A process that asks for the lock reads the file for a moment, and blocks a commit for that time.
        await untilFree(() => statement(keep ? 'COMMIT' : 'ROLLBACK').run())
      } catch (error) {
        // Closing ends the transaction, too; the next lock uses a new connection.
        close()
        throw lockFileError(file, error)
      }
    },
    isHeld: () => held,
    statement,
    close,
  }
}

function lockFileError(file: string, error: unknown): MemoryError {
  if (!(error instanceof Error && 'errcode' in error)) return diskError(`lock ${shown(file)}`, error)
  const message = `the lock ${shown(file)} cannot be used (${error.message}): make its folder writable; if the file is damaged, stop every process that uses the memory and delete it`
  return new MemoryError('storage-failed', message, { cause: error })
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
