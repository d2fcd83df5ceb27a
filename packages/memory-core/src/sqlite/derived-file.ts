import fs from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import {
  type Connection,
  createConnection,
  damageError,
  databaseSuffixes,
  inodeOf,
  inTransaction,
  isDamage,
  loadSqlite,
  openDatabase,
  patienceMs,
  sqliteCode,
  untilFree,
  versionOf,
} from '../disk/database.ts'
import { diskError, isMissing } from '../disk/disk.ts'
import { shown } from '../errors.ts'
import { cached } from '../text/plain-text.ts'

/** SQLite's page cache: the index of some thousand messages. */
const cachedKilobytes = 8_000

export interface DerivedSchema {
  /** Creates the tables, and stores the number of the format as `user_version`. */
  sql: string
  /** Looks at a database that was opened. Throws {@link damageError} if it has to be rebuilt. */
  check(database: DatabaseSync, file: string): void
}

/** Rebuilt if missing, damaged or of another format. Not synced: a power failure sets it back to an earlier state. */
export function createDerivedFile(root: string, file: string, schema: DerivedSchema) {
  let current: (Connection & { identity: string | undefined }) | undefined

  /**
   * Closes it, even if its file or log is gone. SQLite deletes the log by name when the last connection closes; if another
   * file has taken the place, its log is renamed for that moment. A database without its log is incomplete: it is deleted.
   * Call it under the lock under which it is opened.
   */
  function close(): void {
    const closing = current
    current = undefined
    if (!closing) return
    const now = identityOf(file)
    const isOther = now !== closing.identity && String(inodeOf(file)) !== closing.identity?.split(' ')[0]
    const others = isOther ? databaseSuffixes : []
    for (const suffix of others) renameIfThere(file + suffix, `${file}.hidden${suffix}`)
    try {
      closing.close()
    } finally {
      for (const suffix of others) renameIfThere(`${file}.hidden${suffix}`, file + suffix)
      if (now !== closing.identity && !isOther) removeFiles(file)
    }
  }

  return {
    connection: (): Connection | undefined => current,
    /** Opens it. Call it under the lock under which other processes do. */
    async open(): Promise<Connection> {
      current = { ...createConnection(await openSound(root, file, schema)), identity: identityOf(file) }
      return current
    },
    /** Whether the file, its log or its folder was deleted or replaced while it was open; or is absent while it is closed. */
    isMoved: (): boolean => (current ? current.identity !== identityOf(file) : !fs.existsSync(file)),
    close: (): void => close(),
    /** Closes and deletes it. The next use starts with an empty one. */
    discard(): void {
      close()
      removeFiles(file)
    },
  }
}

async function openSound(root: string, file: string, schema: DerivedSchema): Promise<DatabaseSync> {
  try {
    return await openAsItIs(root, file, schema)
  } catch (error) {
    if (!isDamage(error) && !isCut(error, true)) throw error
  }
  removeFiles(file)
  return openAsItIs(root, file, schema)
}

async function openAsItIs(root: string, file: string, schema: DerivedSchema): Promise<DatabaseSync> {
  // SQLite would apply a leftover log to the new database.
  if (!fs.existsSync(file)) removeFiles(file)
  const database = await openDatabase(root, file, patienceMs)
  try {
    // `busy_timeout` does not apply to the switch to WAL.
    await untilFree(() => database.exec('PRAGMA journal_mode = WAL'))
    database.exec('PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON; PRAGMA journal_size_limit = 1048576')
    database.exec(`PRAGMA cache_size = -${cachedKilobytes}`)
    schema.check(database, file)
    const found = printedSchema(database)
    if (found === undefined) inTransaction(database, () => database.exec(schema.sql))
    // A flipped bit can change the case of a column's name, which SQLite accepts, and rows would lack the column.
    else if (found !== ownSchema(schema.sql)) throw damageError('the schema is not as it was written')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** A schema as SQLite stores it. Computed once per process. */
const ownSchema = cached((sql) => {
  const database = inMemoryDatabase(sql)
  try {
    return printedSchema(database)
  } finally {
    database.close()
  }
})

export function inMemoryDatabase(sql: string): DatabaseSync {
  const database = new (loadSqlite().DatabaseSync)(':memory:')
  database.exec(sql)
  return database
}

/** Our part of the schema, without the tables that FTS5 creates, which depend on its version. */
const schemaSql = `SELECT type, name, tbl_name, sql FROM sqlite_schema
  WHERE name NOT LIKE 'search\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type, name`

/** The schema with the number of its format; undefined if there is none. */
function printedSchema(database: DatabaseSync): string | undefined {
  const rows = database.prepare(schemaSql).all()
  return rows.length === 0 ? undefined : JSON.stringify([versionOf(database), rows])
}

function removeFiles(file: string): void {
  try {
    for (const suffix of databaseSuffixes) fs.rmSync(file + suffix, { force: true })
  } catch (error) {
    throw diskError(`remove the damaged database ${shown(file)}`, error)
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

/** Whether a file was deleted while it was opened (IOERR, CANTOPEN), or its log since (SQLITE_IOERR_SHORT_READ). */
export function isCut(error: unknown, isOpen: boolean): boolean {
  if (!isOpen) return [10, 14].includes(sqliteCode(error) ?? 0)
  return error instanceof Error && 'errcode' in error && error.errcode === 522
}

/** Identifies an open database and its log; undefined if one of them is gone. */
export function identityOf(file: string): string | undefined {
  const [database, log] = [inodeOf(file), inodeOf(`${file}-wal`)]
  return database === undefined || log === undefined ? undefined : `${database} ${log}`
}
