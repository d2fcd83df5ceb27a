import fs from 'node:fs'
import { MemoryError, shown } from '../errors.ts'
import { type Connection, createConnection, inTransaction } from './connection.ts'
import {
  emptyLog,
  isBusy,
  isDamage,
  isDiskFailure,
  openDatabase,
  sqliteCode,
  untilFree,
  writeAnew,
} from './database.ts'
import { diskError, pause } from './disk.ts'
import { lockHolder } from './lock-holder.ts'
import { salvageInto, unsalvaged } from './salvage.ts'
import { corruptError, lostError, setAside } from './set-aside.ts'
import { isStoreLost, rememberStore } from './store-mark.ts'
import { migrate } from './store-migrations.ts'

const patienceMs = 30_000
const longestPauseMs = 25

/** The prepared statement of a text, for the work that is given it. */
export type Statements = Connection['statement']

/** The database of what is stored as rows: the truth, unlike the index. */
export interface StoreFile {
  /** Whether every write is refused. */
  readonly isReadOnly: boolean
  /** Runs `work`, all of whose statements see one state of the database. Other processes may write meanwhile. */
  read<T>(work: (statement: Statements) => T): Promise<T>
  /**
   * Makes all of `work`'s changes or none, and no other writer comes between. They are on the disk when the promise
   * resolves (one fsync), unless `durable` is false: then they survive the death of the process and may be lost with
   * the machine, until the next durable write. With `purge`, what they removed is taken out of the write-ahead log too.
   * Writes of one process are made in the order of the calls. After a write that the disk refused, the next one begins
   * by bringing the whole log to the disk, and fails where that fails.
   */
  write<T>(work: (statement: Statements) => T, options?: { durable?: boolean; purge?: boolean }): Promise<T>
  /** Writes the file anew, without what was removed, and empties its log; false while other processes use it. */
  purge(logsOnly?: boolean): Promise<boolean>
  close(): void
}

interface OpenStore {
  connection: Connection
  inode: bigint | undefined
}

/**
 * The database `file`, opened at the first use. Waits up to 30 seconds for other writers, without blocking.
 *
 * It is never deleted or overwritten. When SQLite finds it damaged, it is renamed to `store.db.corrupt-<when it was last
 * written>`, with its `-wal` and `-shm`, and the call that found it throws MemoryError `corrupt`, which names the file;
 * the next one, of whatever process, takes over what can be read of it into a new store (see `salvageInto`). A file that is gone or has no byte, though there
 * was a store, counts as damaged. A row that is not as it was written throws `corrupt` where it is read. `check` is called
 * when a file was opened: what it throws refuses the file, and leaves it as it is.
 */
export function createStoreFile(root: string, file: string, check: () => void = () => undefined): StoreFile {
  let opening: Promise<OpenStore> | undefined
  let open: OpenStore | undefined
  let lastWrite: Promise<unknown> = Promise.resolve()
  let isLogDoubtful = false

  async function start(): Promise<OpenStore> {
    open = await openStore(root, file, check)
    return open
  }

  async function opened(): Promise<OpenStore> {
    opening ??= start()
    const own = opening
    try {
      return await own
    } catch (error) {
      if (opening === own) opening = undefined
      throw storeError(file, error)
    }
  }

  function close(): void {
    const closing = open
    open = undefined
    opening = undefined
    closing?.connection.close()
  }

  async function attempt<T>(work: (connection: Connection) => T, isWrite: boolean): Promise<{ result: T } | undefined> {
    const found = await opened()
    if (found !== open) return undefined
    // Somebody may have moved the file away or deleted it: what is written to it then is read by nobody.
    if (inodeOf(file) !== found.inode) {
      close()
      return undefined
    }
    try {
      if (isWrite && isLogDoubtful) {
        if (!beginLogAnew(found.connection)) return undefined
        isLogDoubtful = false
      }
      return { result: work(found.connection) }
    } catch (error) {
      if (isBusy(error)) return undefined
      isLogDoubtful ||= isDiskFailure(error)
      if (!isDamage(error)) throw storeError(file, error)
      close()
      throw corruptError(file, setAside(file, found.inode), error)
    }
  }

  async function use<T>(work: (connection: Connection) => T, isWrite = false): Promise<T> {
    const deadline = performance.now() + patienceMs
    for (let wait = 1; ; wait = Math.min(longestPauseMs, wait * 1.5)) {
      const done = await attempt(work, isWrite)
      if (done) return done.result
      if (performance.now() >= deadline) throw busyError(file)
      await pause(wait * (0.5 + Math.random()))
    }
  }

  return {
    isReadOnly: false,
    read: (work) => use(({ database, statement }) => inTransaction(database, () => work(statement), 'BEGIN')),
    write(work, options = {}) {
      const written = lastWrite.then(() => use((connection) => change(connection, work, options), true))
      lastWrite = written.catch(() => undefined)
      return written
    },
    purge: (logsOnly = false) => use(({ database }) => (logsOnly ? emptyLog(database) : writeAnew(database))),
    close,
  }
}

/**
 * After a sync that failed, the kernel may have dropped what it could not write and say nothing of it at the next sync:
 * a write behind such a gap would be lost with it. So everything in the log is written to the database itself first.
 * Answers false while others read or write.
 */
function beginLogAnew({ database }: Connection): boolean {
  return database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0
}

function change<T>(
  { database, statement }: Connection,
  work: (statement: Statements) => T,
  { durable = true, purge = false }: { durable?: boolean; purge?: boolean },
): T {
  // Set each time, because it cannot be set back when a transaction fails to end.
  database.exec(`PRAGMA synchronous = ${durable ? 'FULL' : 'NORMAL'}`)
  const result = inTransaction(database, () => work(statement))
  if (purge) purgeLog(database)
  return result
}

/** The change is made already: what keeps the log from being emptied now is no reason to say that it failed. */
function purgeLog(database: Connection['database']): void {
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch (error) {
    if (sqliteCode(error) === undefined) throw error
  }
}

async function openStore(root: string, file: string, check: () => void): Promise<OpenStore> {
  // SQLite takes an empty file for a new database.
  if (isStoreLost(file)) throw lostError(file)
  const database = await openDatabase(root, file, 0)
  const inode = inodeOf(file)
  try {
    check()
    await migrate(database, file)
    await rememberStore(root, file)
    const connection = createConnection(database)
    await takeOver(connection, file)
    return { connection, inode }
  } catch (error) {
    database.close()
    throw isDamage(error) ? corruptError(file, setAside(file, inode), error) : error
  }
}

/** What was set aside by whom ever: nothing that can be read is lost, whichever call found the damage. */
async function takeOver({ database, statement }: Connection, file: string): Promise<void> {
  if (unsalvaged(statement, file).length === 0) return
  try {
    await untilFree(() => inTransaction(database, () => salvageInto(statement, file)))
  } catch (error) {
    // A file that cannot be opened is left to a check, which tells of it: the store is usable without.
    if (!(error instanceof Error && 'syscall' in error)) throw error
  }
}

function inodeOf(file: string): bigint | undefined {
  return fs.statSync(file, { bigint: true, throwIfNoEntry: false })?.ino
}

function busyError(file: string): MemoryError {
  // Who writes has a lock on the shared memory of the log.
  const holder = lockHolder(inodeOf(`${file}-shm`) ?? 0n)
  return new MemoryError(
    'locked',
    `the store ${shown(file)} was not free within ${patienceMs} ms (held by ${holder ?? 'another process'}): look for one that hangs, and try again`,
  )
}

/** What SQLite or the disk says, to a caller; what the caller's own functions throw stays as it is. */
function storeError(file: string, error: unknown): unknown {
  if (MemoryError.isInstance(error)) return error
  if (sqliteCode(error) === undefined)
    return error instanceof Error && 'syscall' in error ? diskError(`use ${shown(file)}`, error) : error
  const message = error instanceof Error ? error.message : String(error)
  return new MemoryError(
    'storage-failed',
    `the store ${shown(file)} failed (${message}): make its folder writable and free some space`,
    { cause: error },
  )
}
