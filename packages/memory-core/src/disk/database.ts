import fs from 'node:fs'
import process from 'node:process'
import type { DatabaseSync } from 'node:sqlite'
import { MemoryError } from '../errors.ts'
import { pause } from './disk.ts'
import { linkError, tighten } from './paths.ts'
import { openNewBelow } from './text-file.ts'

/** What SQLite finds wrong with a database; undefined when it is sound, or not there. */
export function damageOf(
  file: string,
  open: (file: string) => DatabaseSync,
  more?: (database: DatabaseSync) => void,
): string | undefined {
  if ((fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return undefined
  let database: DatabaseSync | undefined
  try {
    database = open(file)
    const said = database.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check']
    if (said !== 'ok') return String(said).replaceAll(/\s+/g, ' ')
    more?.(database)
    return undefined
  } catch (error) {
    // Another format has no such table: it is replaced at its next use anyhow.
    if (!isDamage(error)) return undefined
    return error instanceof Error ? error.message : String(error)
  } finally {
    database?.close()
  }
}

const busy = 5
const diskFailure = 10
const damageCodes: ReadonlySet<number | undefined> = new Set([11, 26])
const patienceMs = 5_000

/**
 * Opens a database, making its file for its owner only; SQLite gives `-wal`, `-shm` and `-journal` the same mode.
 * @throws MemoryError `storage-failed` where Node has no SQLite, `bad-input` for a symbolic link
 */
export async function openDatabase(root: string, file: string, timeout: number): Promise<DatabaseSync> {
  const sqlite = loadSqlite()
  // Never open an existing database as a file: closing it again would drop this process's locks on it (POSIX).
  const made = fs.existsSync(file) ? undefined : await openNewBelow(root, file, fs.constants.O_RDWR)
  if (made !== undefined) fs.closeSync(made)
  else tightenAll(file)
  return new sqlite.DatabaseSync(file, { timeout })
}

/** By path: a database that is opened as a file would lose its locks. What a link leads to is nobody's to change. */
function tightenAll(file: string): void {
  for (const path of ['', '-wal', '-shm', '-journal'].map((suffix) => file + suffix)) {
    const found = fs.lstatSync(path, { throwIfNoEntry: false })
    if (found?.isSymbolicLink()) throw linkError(path, 'is a symbolic link')
    if (found) tighten(path, found.mode)
  }
}

/** Opens a database that is there, without a change to it; a log that a dead process left is read, too. */
export function openForReading(file: string): DatabaseSync {
  return new (loadSqlite().DatabaseSync)(file, { readOnly: true, timeout: patienceMs })
}

/** Opens a database that is there, as it is: nothing is set up or migrated. */
export function openForWriting(file: string): DatabaseSync {
  return new (loadSqlite().DatabaseSync)(file)
}

/** Asked for when it is needed: a static import would fail with a bare ERR_UNKNOWN_BUILTIN_MODULE on an older Node. */
export function loadSqlite(): typeof import('node:sqlite') {
  const sqlite = process.getBuiltinModule?.('node:sqlite')
  if (sqlite === undefined) throw sqliteError(`Node.js ${process.versions.node} has no node:sqlite`)
  return sqlite
}

/** That this Node cannot run Daybook's databases, and which one can. */
export function sqliteError(what: string, cause?: unknown): MemoryError {
  const wayOut = 'run Node.js 22.16 or newer, as nodejs.org builds it, without --no-experimental-sqlite'
  return new MemoryError('storage-failed', `${what}: ${wayOut}`, { cause })
}

/** SQLite's result code of an error (5 is SQLITE_BUSY), or undefined. */
export function sqliteCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : undefined
}

/** What SQLite would say of damage that only we can see. */
export function damageError(message: string): Error {
  return Object.assign(new Error(message), { errcode: 11 })
}

/** Whether SQLite says that the file is damaged, or no database at all. */
export function isDamage(error: unknown): boolean {
  return damageCodes.has(sqliteCode(error)) || isUnknownFormat(error)
}

/** A header that no version of SQLite writes comes with the code of a misspelt statement. */
function isUnknownFormat(error: unknown): boolean {
  return sqliteCode(error) === 1 && error instanceof Error && error.message === 'unsupported file format'
}

/** Whether SQLite says that the disk failed at reading, writing or syncing. */
export function isDiskFailure(error: unknown): boolean {
  return sqliteCode(error) === diskFailure
}

/** Runs `work`; false when another connection has the lock that it needs. */
export function unlessBusy(work: () => unknown): boolean {
  try {
    work()
    return true
  } catch (error) {
    if (isBusy(error)) return false
    throw error
  }
}

/** Whether SQLite says that another connection has the lock that was needed. */
export function isBusy(error: unknown): boolean {
  return sqliteCode(error) === busy
}

/**
 * Writes a database anew and empties its log: where pages were split or joined, SQLite leaves copies of rows in what they
 * have free, whatever `secure_delete` says. False while others use it. Price: reads and writes all of it.
 */
export function writeAnew(database: DatabaseSync): boolean {
  return unlessBusy(() => database.exec('VACUUM')) && emptyLog(database)
}

/** Moves all of a write-ahead log into its database, and empties it; false when others still read from the log. */
export function emptyLog(database: DatabaseSync): boolean {
  return Number(database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] ?? 1) === 0
}

/** Runs `work`, which needs others to let go for a moment, until it succeeds; throws SQLite's error after five seconds. */
export async function untilFree(work: () => unknown): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    if (unlessBusy(work)) return
    await pause(1)
  }
  work()
}
