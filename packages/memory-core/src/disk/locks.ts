import fs from 'node:fs'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { createLockQueue, lockedError } from '../async.ts'
import { MemoryError, shown } from '../errors.ts'
import type { Storage } from '../storage/storage.ts'
import { openDatabase, unlessBusy, untilFree } from './database.ts'
import { diskError, pause } from './disk.ts'
import { createLeases } from './leases.ts'

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

function lockFileError(file: string, error: unknown): MemoryError {
  if (error instanceof Error && 'errcode' in error)
    return new MemoryError(
      'storage-failed',
      `the lock ${shown(file)} cannot be used (${error.message}): make its folder writable; if the file is damaged, stop every process that uses the memory and delete it`,
      { cause: error },
    )
  return diskError(`lock ${shown(file)}`, error)
}

const writeLock = /^\d+: POSIX\s+ADVISORY\s+WRITE\s+(\d+)\s+[0-9a-f]+:[0-9a-f]+:(\d+)\s/
const stopped = 'T'

/**
 * Who holds the lock of a file, for the error of somebody who has waited in vain: `process 123`, and that it is suspended
 * when it is. Undefined where the kernel does not say: it does on Linux, of processes that this one can see.
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
    // A name is a kindness: whatever keeps it from us is no reason for another error.
    if (!(error instanceof Error)) throw error
  }
  return undefined
}

/** The state of a process as `/proc` has it: the letter behind the name, which may hold anything but the last bracket. */
function stateOf(pid: string): string | undefined {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 1).trim()[0]
}

const longestPauseMs = 25

/** The lock of a directory across processes: SQLite's own file lock, which the kernel frees with the process. */
export interface LockFile {
  /** Waits for the lock. Throws `locked` after `deadline` (of `performance.now()`), the signal's reason when aborted. */
  acquire(wait: { timeoutMs: number; deadline: number; signal?: AbortSignal | undefined }): Promise<void>
  /** Keeps what was changed in the database under the lock, or not, and frees the lock. */
  free(keep: boolean): Promise<void>
  /** Whether this process holds the lock now. */
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
 * The lock in the database `file`; with `isEmpty`, nothing is ever written to it, and SQLite makes no journal for an empty
 * file each time. Nothing is opened before the first use, so that a folder can be read without
 * writing.
 */
export function createLockFile(root: string, file: string, isEmpty = false): LockFile {
  let open: OpenFile | undefined
  let held = false

  function close(): void {
    open?.database.close()
    open = undefined
    held = false
  }

  async function ready(): Promise<void> {
    // Somebody may have deleted the folder of the databases: a lock on a deleted file keeps nobody out.
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

  /** BEGIN IMMEDIATE writes nothing: as long as no lease changes, neither it nor the COMMIT costs an fsync. */
  async function tryAcquire(): Promise<boolean> {
    await ready()
    if (!unlessBusy(() => statement('BEGIN IMMEDIATE').run())) return false
    if (inodeOf(file) !== open?.inode) return false
    held = true
    return true
  }

  return {
    async acquire({ timeoutMs, deadline, signal }) {
      for (let wait = 1; !(await tryAcquire()); wait = Math.min(longestPauseMs, wait * 1.5)) {
        signal?.throwIfAborted()
        if (performance.now() >= deadline) throw lockedError(timeoutMs, lockHolder(inodeOf(file) ?? 0n))
        await pause(wait * (0.5 + Math.random()))
        signal?.throwIfAborted()
      }
    },
    async free(keep) {
      held = false
      // A change that failed, on a full disk, has ended the transaction already, and with it the lock.
      if (!keep && !open?.database.isTransaction) return
      try {
        // Another process that just asks for the lock reads the file for a moment; no change can be committed meanwhile.
        await untilFree(() => statement(keep ? 'COMMIT' : 'ROLLBACK').run())
      } catch (error) {
        // Closing ends the transaction too: the next one begins with a new connection.
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
