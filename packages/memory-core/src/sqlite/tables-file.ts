import fs from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import {
  type Connection,
  createConnection,
  damageError,
  inodeOf,
  isBusy,
  isDamage,
  loadSqlite,
  openDatabase,
  sqliteCode,
  untilFree,
  versionOf,
} from '../disk/database.ts'
import { diskError, isMissing } from '../disk/disk.ts'
import { MemoryError, shown } from '../errors.ts'
import { itemSchema } from './item-sql.ts'
import { recordSchema } from './record-sql.ts'

const format = 1
/** Other processes lock the tables for one statement or one commit. */
export const busyTimeoutMs = 5_000

/** How far the tables have followed a journal. */
export interface Followed {
  generation: string
  /** Bytes of the journal that are applied. */
  offset: number
  /** The checksum of the last bytes before that. */
  tail: number
  /** The highest line number. */
  n: number
  /** Estimated bytes of live content; the rest of the journal is garbage. */
  live: number
  /** The size of the journal after its last compaction. */
  compacted: number
}

export interface Tables extends Connection {
  /** See {@link identityOf}. */
  readonly identity: string | undefined
  followed(journal: string): Followed | undefined
  follow(journal: string, followed: Followed): void
  /** The other `as` of a name that two copies of the memory have both created. */
  twins(as: string): string[]
}

const schema = `${recordSchema}${itemSchema}
  CREATE TABLE journals (
    name TEXT PRIMARY KEY, generation TEXT NOT NULL, offset INTEGER NOT NULL, tail INTEGER NOT NULL, n INTEGER NOT NULL,
    live INTEGER NOT NULL, compacted INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE twins (journal TEXT, born TEXT, twin TEXT, PRIMARY KEY (born, twin)) STRICT, WITHOUT ROWID;
  PRAGMA user_version = ${format};`

const suffixes = ['', '-journal', '-wal', '-shm']

/**
 * Opens the tables that follow the journals. Damaged tables and those of another format start anew, because they are
 * derived. Commits are not synced: a power failure sets the tables back to an earlier state. Call it under the lock of
 * the journals.
 */
export async function openTables(root: string, file: string): Promise<Tables> {
  try {
    return await open(root, file)
  } catch (error) {
    if (!isStale(error)) throw error
  }
  removeTables(file)
  return open(root, file)
}

async function open(root: string, file: string): Promise<Tables> {
  // SQLite would apply a leftover log to the new database.
  if (!fs.existsSync(file)) removeTables(file)
  const database = await openDatabase(root, file, busyTimeoutMs)
  try {
    await untilFree(() => database.exec('PRAGMA journal_mode = WAL'))
    database.exec('PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON; PRAGMA journal_size_limit = 1048576')
    if (versionOf(database) === 0) database.exec(`BEGIN IMMEDIATE; ${schema} COMMIT`)
    else checkTables(database, file)
    return tablesIn(database, identityOf(file))
  } catch (error) {
    database.close()
    throw error
  }
}

export function emptyTables(): Tables {
  const database = new (loadSqlite().DatabaseSync)(':memory:')
  database.exec(schema)
  return tablesIn(database, undefined)
}

function checkTables(database: DatabaseSync, file: string): void {
  if (versionOf(database) !== format) throw damageError('another format')
  // A flipped bit can change the case of a column's name, which SQLite accepts, and rows would lack the column.
  const made = database.prepare('SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL').all()
  if (!made.every(({ sql }) => schema.includes(String(sql)))) throw damageError('another schema')
  const { pages } =
    database.prepare('SELECT page_count * page_size AS pages FROM pragma_page_count, pragma_page_size').get() ?? {}
  // What another connection has just written stands in the log alone, until a checkpoint moves all of it to the file.
  const { busy, log, checkpointed } = database.prepare('PRAGMA wal_checkpoint(PASSIVE)').get() ?? {}
  const isMoved = busy === 0 && log === checkpointed
  if (isMoved && fs.statSync(file).size < Number(pages)) throw damageError('it was cut')
}

function tablesIn(database: DatabaseSync, identity: string | undefined): Tables {
  const connection = createConnection(database)
  const { statement } = connection
  return {
    ...connection,
    identity,
    followed: (journal) => statement('SELECT * FROM journals WHERE name = ?').get(journal) as Followed | undefined,
    follow(journal, followed) {
      statement(
        'INSERT OR REPLACE INTO journals VALUES (:name, :generation, :offset, :tail, :n, :live, :compacted)',
      ).run({ ...followed, name: journal })
    },
    twins: (as) =>
      statement('SELECT twin FROM twins WHERE born = ?')
        .all(as)
        .map(({ twin }) => String(twin)),
    close: () => database.close(),
  }
}

/** Deletes the tables, which are derived. Call it under the lock of the journals. */
export function removeTables(file: string): void {
  for (const suffix of suffixes) fs.rmSync(file + suffix, { force: true })
}

/**
 * Closes a database whose file or log may be gone. SQLite deletes the log by name when the last connection closes; if another
 * file has taken the place, its log is renamed for that moment. A database without its log is incomplete: it is deleted. Call
 * it under the lock under which the database is opened.
 */
export function closeStale(file: string, identity: string | undefined, close: () => void): void {
  const now = identityOf(file)
  const isOther = now !== identity && String(inodeOf(file)) !== identity?.split(' ')[0]
  const others = suffixes.filter(() => isOther)
  for (const suffix of others) renameIfThere(file + suffix, `${file}.hidden${suffix}`)
  try {
    close()
  } finally {
    for (const suffix of others) renameIfThere(`${file}.hidden${suffix}`, file + suffix)
    if (now !== identity && !isOther) removeTables(file)
  }
}

/** The folder may be deleted at any moment. */
function renameIfThere(from: string, to: string): void {
  try {
    fs.renameSync(from, to)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

/** Whether an error says that the tables do not have the schema or content that this version wrote. */
export function isStale(error: unknown): boolean {
  // SQLITE_ERROR: no such table or column; SQLITE_CONSTRAINT, SQLITE_MISMATCH: an impossible key or type.
  return isDamage(error) || isCut(error, true) || [1, 19, 20].includes(sqliteCode(error) ?? 0)
}

/**
 * Whether a database was deleted while it was opened (SQLITE_IOERR, SQLITE_CANTOPEN), or its log since
 * (SQLITE_IOERR_SHORT_READ).
 */
export function isCut(error: unknown, isOpen: boolean): boolean {
  if (!isOpen) return [10, 14].includes(sqliteCode(error) ?? 0)
  return error instanceof Error && 'errcode' in error && error.errcode === 522
}

/** Identifies an open database and its log; undefined if one of them is gone. */
export function identityOf(file: string): string | undefined {
  const [database, log] = [inodeOf(file), inodeOf(`${file}-wal`)]
  return database === undefined || log === undefined ? undefined : `${database} ${log}`
}

/** Errors of SQLite or the disk as MemoryErrors with a way out; errors of the caller's own functions stay as they are. */
export function storeError(file: string, error: unknown): unknown {
  if (MemoryError.isInstance(error)) return error
  if (isBusy(error))
    return new MemoryError(
      'locked',
      `the tables ${shown(file)} were not free in time: look for a process that hangs, and try again`,
      { cause: error },
    )
  if (sqliteCode(error) === undefined)
    return error instanceof Error && 'syscall' in error ? diskError('use the journals', error) : error
  const message = error instanceof Error ? error.message : String(error)
  return new MemoryError(
    'storage-failed',
    `the tables ${shown(file)} failed (${message}): make their folder writable and free some space`,
    { cause: error },
  )
}
