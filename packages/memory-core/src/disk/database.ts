import fs from 'node:fs'
import process from 'node:process'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { sleep } from '../async.ts'
import { MemoryError } from '../errors.ts'
import { cached } from '../text/plain-text.ts'
import { linkError, tighten } from './disk.ts'
import { openNewBelow } from './durable-files.ts'

/** SQLite's report of damage, or what `more` throws; undefined if sound or absent. Opens to write only for `more`. */
export function damageOf(file: string, more?: (database: DatabaseSync) => void): string | undefined {
  if ((fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return undefined
  let database: DatabaseSync | undefined
  try {
    database = more ? new (loadSqlite().DatabaseSync)(file) : openForReading(file)
    const said = database.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check']
    if (said !== 'ok') return String(said).replaceAll(/\s+/g, ' ')
    more?.(database)
    return undefined
  } catch (error) {
    // A database of another format has no such table; its next use replaces it.
    if (!isDamage(error)) return undefined
    return error instanceof Error ? error.message : String(error)
  } finally {
    database?.close()
  }
}

const busy = 5
const damageCodes: ReadonlySet<number | undefined> = new Set([11, 26])
/** How long a statement waits for other connections: they lock a database for one statement or one commit. */
export const patienceMs = 5_000

/**
 * Creates the file with mode 0600, which SQLite gives `-wal`, `-shm` and `-journal`, too.
 * @throws MemoryError `storage-failed` if Node has no SQLite, `bad-input` for a symbolic link
 */
export async function openDatabase(root: string, file: string, timeout: number): Promise<DatabaseSync> {
  const sqlite = loadSqlite()
  // Never open an existing database as a file: closing it would drop this process's POSIX locks on it.
  const made = fs.existsSync(file) ? undefined : await openNewBelow(root, file, fs.constants.O_RDWR)
  if (made !== undefined) fs.closeSync(made)
  // By path for the same reason. Symbolic links are left alone.
  for (const path of made === undefined ? databaseSuffixes.map((suffix) => file + suffix) : []) {
    const found = fs.lstatSync(path, { throwIfNoEntry: false })
    if (found?.isSymbolicLink()) throw linkError(path, 'is a symbolic link')
    if (found) tighten(path, found.mode)
  }
  return new sqlite.DatabaseSync(file, { timeout })
}

/** What follows a database's name in the names of its files; the database itself comes first. */
export const databaseSuffixes = ['', '-wal', '-shm', '-journal'] as const

/** Opens an existing database without changing it; reads the log of a dead process, too. */
export function openForReading(file: string): DatabaseSync {
  return new (loadSqlite().DatabaseSync)(file, { readOnly: true, timeout: patienceMs })
}

/** Loaded on demand: a static import would fail on older versions of Node with a bare ERR_UNKNOWN_BUILTIN_MODULE. */
export function loadSqlite(): typeof import('node:sqlite') {
  const sqlite = process.getBuiltinModule?.('node:sqlite')
  if (sqlite === undefined) throw sqliteError(`Node.js ${process.versions.node} has no node:sqlite`)
  return sqlite
}

/** The error for a Node that cannot open the databases; it names the versions that can. */
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

/** An error like SQLite's for damage that only our checks detect. */
export function damageError(message: string): Error {
  return Object.assign(new Error(message), { errcode: 11 })
}

/** Whether SQLite reports a damaged file, or one that is not a database. */
export function isDamage(error: unknown): boolean {
  const code = sqliteCode(error)
  // A header of an unknown format is reported with the code of a misspelt statement.
  return damageCodes.has(code) || (code === 1 && error instanceof Error && error.message === 'unsupported file format')
}

/** Runs `work`; false if another connection holds the lock that it needs. */
export function unlessBusy(work: () => unknown): boolean {
  try {
    work()
    return true
  } catch (error) {
    if (isBusy(error)) return false
    throw error
  }
}

export function isBusy(error: unknown): boolean {
  return sqliteCode(error) === busy
}

/** Runs `work` with an error of SQLite, see {@link isBusy}, where it would block the thread until other connections end. */
export function withoutWaiting<T>(database: DatabaseSync, work: () => T): T {
  database.exec('PRAGMA busy_timeout = 0')
  try {
    return work()
  } finally {
    database.exec(`PRAGMA busy_timeout = ${patienceMs}`)
  }
}

/** Rewrites the whole database, because `secure_delete` leaves rows on split pages, and empties its log as {@link emptyLog}. */
export function writeAnew(database: DatabaseSync): boolean {
  database.exec('VACUUM')
  return emptyLog(database)
}

/** Moves the write-ahead log into its database and empties it; false at once if other connections read from the log. */
export function emptyLog(database: DatabaseSync): boolean {
  const checkpoint = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)')
  return withoutWaiting(database, () => Number(checkpoint.get()?.['busy'] ?? 1)) === 0
}

/** Retries `work` until other connections release their locks; throws SQLite's error after five seconds. */
export async function untilFree(work: () => unknown): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    if (unlessBusy(work)) return
    await sleep(1)
  }
  work()
}

/** An open database with its prepared statements. */
export interface Connection {
  readonly database: DatabaseSync
  /** The prepared statement of this text; each text is prepared once. */
  statement(sql: string): StatementSync
  close(): void
}

/** SQLite plans by the value of `LIMIT ?`, and so compiles such a statement again in each call; of a sum it does not. */
export function createConnection(database: DatabaseSync): Connection {
  const statement = cached((sql) => database.prepare(sql.replaceAll('LIMIT ?', 'LIMIT ? + 0')))
  return { database, statement, close: () => database.close() }
}

/** Makes all changes of `work` or none. `BEGIN IMMEDIATE` locks out other writers; `BEGIN` reads one snapshot. */
export function inTransaction<T>(
  database: DatabaseSync,
  work: () => T,
  begin: 'BEGIN' | 'BEGIN IMMEDIATE' = 'BEGIN IMMEDIATE',
): T {
  database.exec(begin)
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    // Some failures have already ended the transaction.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/** The `user_version` of a database, which is the number of its format; 0 for a new one. */
export function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0)
}

/**
 * The checksum that a row keeps of itself (CRC-32): SQLite has none, and answers a flipped bit as if it had been written.
 * One call, because each costs as much as a kilobyte does: about as long as parsing the row's JSON.
 * @param parts what the row says, in an order that never changes. No text in a database of ours has a NUL, see `packKey`
 */
export function rowSum(first: string | number | null, ...parts: readonly (string | number | null)[]): number {
  // Nothing reads like a missing text: null and '' are told apart.
  let said = `${first ?? '\u0001'}`
  for (const part of parts) said += `\u0000${part ?? '\u0001'}`
  return crc32(said)
}

export function inodeOf(file: string): bigint | undefined {
  return fs.statSync(file, { bigint: true, throwIfNoEntry: false })?.ino
}
