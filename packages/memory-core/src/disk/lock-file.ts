import fs from 'node:fs'
import { join } from 'node:path'
import type { StatementSync } from 'node:sqlite'
import { letOthersRun, lockedError, sleep } from '../async.ts'
import { MemoryError, shown } from '../errors.ts'
import { type Connection, createConnection, inodeOf, openDatabase, unlessBusy, untilFree } from './database.ts'
import { diskError, errorCode, readableEntries, readOnlyCodes, syncDirectory, syncFile } from './disk.ts'
import { careful, closing } from './durable-files.ts'

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

/** How far the machine's clock may have been set back since a change. */
const clockStepMs = 60_000
/** Folders that no layer writes to: derived databases, and what may be large in the folder of a project. */
const skipped: ReadonlySet<string> = new Set(['state', '.git', 'node_modules'])
/** Databases, also those of a host: closing one as a file would drop this process's locks on it. They sync themselves. */
const database = /\.(?:db|sqlite3?)(?:-\w+)?$/i

/** Syncs what was changed below `root` since a time in ms. Looks at every file: for the death of a writer only. */
async function syncChanges(root: string, since: number): Promise<void> {
  const isChanged = ({ ctimeMs = 0 }: Partial<fs.Stats> = {}): boolean => ctimeMs >= since - clockStepMs
  const open = [root]
  for (let directory = open.pop(); directory !== undefined; directory = open.pop()) {
    for (const entry of readableEntries(directory)) {
      const path = join(directory, entry.name)
      if (entry.isDirectory() && !skipped.has(entry.name)) open.push(path)
      if (!entry.isFile() || database.test(entry.name)) continue
      if (isChanged(fs.lstatSync(path, { throwIfNoEntry: false }))) await syncPath(path)
    }
    if (isChanged(fs.statSync(directory, { throwIfNoEntry: false }))) await syncDirectory(directory)
    await letOthersRun()
  }
}

/** It is gone, or cannot be written to: then the process that died did not write to it either. */
const passed: ReadonlySet<string | undefined> = new Set([...readOnlyCodes, 'ENOENT', 'ELOOP', 'ETXTBSY'])

async function syncPath(path: string): Promise<void> {
  let descriptor: number
  try {
    descriptor = fs.openSync(path, fs.constants.O_RDWR | careful)
  } catch (error) {
    if (passed.has(errorCode(error))) return
    throw error
  }
  await closing(descriptor, syncFile)
}
