import fs from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import {
  damageError,
  emptyLog,
  isDamage,
  loadSqlite,
  openDatabase,
  sqliteCode,
  sqliteError,
  untilFree,
  writeAnew,
} from '../disk/database.ts'
import { diskError } from '../disk/disk.ts'
import { mayNotWrite } from '../disk/read-only.ts'
import { MemoryError, shown } from '../errors.ts'
import { firstNumber, lastNumber } from '../storage/numbering.ts'
import { type Connection, createConnection, inTransaction, versionOf } from './connection.ts'
import { closeStale, inodeOf } from './tables-file.ts'
import { vectorSchema } from './vector-sql.ts'

const format = 8
const busyTimeoutMs = 5_000
const mostAttempts = 10
/**
 * SQLite's result codes for a statement that is wrong, a file that cannot be written to, a failed read or write, and a key
 * that is there already.
 */
const wrongStatement = 1
const readOnly = 8
const ioError = 10
const occupied = 19

/** The database of the search index: derived, and made anew whenever it cannot be read. */
export interface IndexFile {
  /** All statements of `work` read one state: a transaction costs as much as a single statement without one. */
  read<T>(work: () => T): Promise<T>
  /** Makes all of `work`'s changes or none. */
  write(work: () => void): Promise<void>
  /**
   * Writes the file anew, without what was removed, and empties its log; with `logsOnly`, only the latter. False while other
   * processes use it.
   */
  purge(logsOnly?: boolean): Promise<boolean>
  statement(sql: string): StatementSync
  close(): void
  /** Deletes the file; the next use begins with an empty one. */
  discard(): void
}

/**
 * A passage's number says where it belongs: the origin's number first, then its text's place there, then its place in the
 * text, so that an origin is a range, and a text, too.
 * The tokens are kept beside the text, because the index needs them to take a passage out. `contentless_delete` would
 * do without them, but it goes on counting what was deleted, and every score would drift. `secure-delete` here and
 * `secure_delete` at each opening: what is taken out leaves no byte behind. `sum` is the row's own checksum, see `passageSum`.
 * Times are indexed by the second: half the bytes of their texts.
 */
const schema = `
  CREATE TABLE passages (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, layer TEXT NOT NULL, type TEXT, origin TEXT NOT NULL, created_at TEXT,
    speech TEXT, length INTEGER NOT NULL, scope TEXT NOT NULL, source TEXT NOT NULL, part TEXT, text TEXT NOT NULL, tokens TEXT NOT NULL, sum INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX passages_by_time ON passages (unixepoch(created_at)) WHERE created_at IS NOT NULL;
  CREATE TABLE origins (number INTEGER PRIMARY KEY, origin TEXT NOT NULL UNIQUE, session TEXT, next INTEGER NOT NULL) STRICT;
  CREATE INDEX origins_by_session ON origins (session) WHERE session IS NOT NULL;
  CREATE TABLE corpus (layer TEXT PRIMARY KEY, passages INTEGER NOT NULL, tokens INTEGER NOT NULL, changes INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE watermarks (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE VIRTUAL TABLE search USING fts5 (scope, tokens, content = '', tokenize = 'ascii');
  CREATE VIRTUAL TABLE terms USING fts5vocab (search, col);
  INSERT INTO search (search, rank) VALUES ('secure-delete', 1);
  ${vectorSchema}
  PRAGMA user_version = ${format};`

/**
 * Takes the names out of origins that have no passage any more: a session's key stands there. The numbers stay theirs, so
 * that no other passage comes to have one.
 */
const forgetOriginsSql = `UPDATE origins SET origin = 'gone:' || number, session = NULL
  WHERE origin NOT LIKE 'gone:%' AND NOT EXISTS
    (SELECT 1 FROM passages WHERE passages.number BETWEEN ${firstNumber(1)} * origins.number AND ${firstNumber(1)} * origins.number + ${lastNumber(1) - firstNumber(1)})`
/**
 * Writes the whole full-text index anew: where a page began with a term that was taken out, `secure-delete` leaves that
 * beginning. `optimize` does nothing to an index that is in one piece, so that a row comes first which goes again.
 */
const rewriteSql = `
  INSERT INTO search (rowid, scope, tokens) VALUES (-1, '', 'daybook');
  INSERT INTO search (search) VALUES ('optimize');
  INSERT INTO search (search, rowid, scope, tokens) VALUES ('delete', -1, '', 'daybook');`

/** What we wrote; the tables that FTS5 makes for itself are those of its version. */
const schemaSql = `SELECT type, name, tbl_name, sql FROM sqlite_schema
  WHERE name NOT LIKE 'search\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type, name`
const probeSql = "SELECT 1 FROM search WHERE search MATCH 'daybook' LIMIT 1; SELECT 1 FROM terms LIMIT 1"

/** Runs `work` while nobody else does such work on the folder. */
export type Exclusive = <T>(work: () => T | Promise<T>) => Promise<T>

/**
 * The database `file`, opened at the first use, and anew when somebody has deleted or replaced it. `exclusive` keeps other
 * processes from opening it while this one does, or closes what is gone.
 */
export function createIndexFile(root: string, file: string, exclusive: Exclusive = async (work) => work()): IndexFile {
  let opening: Promise<Connection> | undefined
  let open: (Connection & { inode: bigint | undefined }) | undefined

  async function start(): Promise<Connection> {
    open = await exclusive(async () => {
      const connection = createConnection(await openIndex(root, file))
      return { ...connection, inode: inodeOf(file) }
    })
    return open
  }

  function close(): void {
    const closing = open
    open = undefined
    opening = undefined
    if (closing) closeStale(file, closing.inode, closing.close)
  }

  /** Whether somebody has deleted or replaced the file since it was opened. */
  function isMoved(): boolean {
    return open !== undefined && open.inode !== inodeOf(file)
  }

  async function use<T>(work: (database: DatabaseSync) => T): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const done = await attempted(work, attempt === mostAttempts)
      if (done) return done.result
    }
  }

  async function attempted<T>(
    work: (database: DatabaseSync) => T,
    isLast: boolean,
  ): Promise<{ result: T } | undefined> {
    try {
      if (isMoved()) await exclusive(close)
      opening ??= start()
      return { result: work((await opening).database) }
    } catch (error) {
      // What is left of a file that is deleted as it is opened reads as one that ends too early.
      const isCut = !open && sqliteCode(error) === ioError
      const isGone = open ? isMoved() : isCut || !fs.existsSync(file)
      if (!open) opening = undefined
      if (isCut && !isLast) await exclusive(() => removeDatabase(file))
      if (isGone && !isLast && !MemoryError.isInstance(error)) return undefined
      if (!isDamage(error) && !isContradiction(error, file, open?.database)) throw indexError(file, error)
      close()
      removeDatabase(file)
      throw new MemoryError(
        'corrupt',
        `the search index ${shown(file)} was damaged and begins anew: read the watermarks again and fill it from the files`,
        { cause: error },
      )
    }
  }

  function statement(sql: string): StatementSync {
    if (!open) throw new Error('the search index is not open')
    return open.statement(sql)
  }

  return {
    read: (work) => use((database) => inTransaction(database, work, 'BEGIN')),
    write: (work) => use((database) => inTransaction(database, work)),
    purge: (logsOnly = false) =>
      use((database) => {
        if (logsOnly) return emptyLog(database)
        inTransaction(database, () => {
          database.exec(forgetOriginsSql)
          database.exec(rewriteSql)
        })
        return writeAnew(database)
      }),
    statement,
    close,
    discard() {
      close()
      removeDatabase(file)
    },
  }
}

/** Opens the index; one that is damaged or of an older version is replaced by an empty one, because it is derived. */
async function openIndex(root: string, file: string): Promise<DatabaseSync> {
  const database = await openDatabase(root, file, busyTimeoutMs)
  try {
    await prepareIndex(database, file)
    return database
  } catch (error) {
    database.close()
    if (!isDamage(error)) throw error
  }
  removeDatabase(file)
  const fresh = await openDatabase(root, file, busyTimeoutMs)
  try {
    await prepareIndex(fresh, file)
    return fresh
  } catch (error) {
    fresh.close()
    throw error
  }
}

async function prepareIndex(database: DatabaseSync, file: string): Promise<void> {
  // The change to WAL does not wait for others by itself, whatever the timeout.
  await untilFree(() => database.exec('PRAGMA journal_mode = WAL'))
  database.exec('PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON')
  if (versionOf(database) === format) {
    if (hasOwnSchema(database)) return
    throw damageError('the schema is not as it was written')
  }
  inTransaction(database, () => {
    const version = versionOf(database)
    if (version > format)
      throw new MemoryError(
        'newer-format',
        `the search index ${shown(file)} has format ${version}, this version of Daybook reads ${format}: upgrade @daybook/memory-core, or delete the file (it is derived)`,
      )
    if (version === format) return
    dropAll(database)
    database.exec(schema)
  })
}

function dropAll(database: DatabaseSync): void {
  database.exec('DROP TABLE IF EXISTS terms; DROP TABLE IF EXISTS search')
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all()
  for (const { name } of tables) database.exec(`DROP TABLE "${String(name).replaceAll('"', '""')}"`)
}

function removeDatabase(file: string): void {
  try {
    for (const suffix of ['', '-wal', '-shm', '-journal']) fs.rmSync(file + suffix, { force: true })
  } catch (error) {
    throw diskError(`remove the damaged search index ${shown(file)}`, error)
  }
}

/**
 * Whether an index of our format does not hold what our statements rely on. Passages go in under ids that are looked up
 * first: only a row that is not where it is looked for is in the way. A file that may be written to and lets nobody write
 * says so in a header that SQLite does not know.
 */
function isContradiction(error: unknown, file: string, database: DatabaseSync | undefined): boolean {
  const code = sqliteCode(error)
  if (code === wrongStatement) return database !== undefined && !answersProbe(database)
  return code === occupied || (code === readOnly && ![file, dirname(file)].some(mayNotWrite))
}

/** Whether the full-text index says anything: where its settings were hit, no statement about it is right. */
function answersProbe(database: DatabaseSync): boolean {
  try {
    database.exec(probeSql)
    return true
  } catch (error) {
    return sqliteCode(error) !== wrongStatement || isWithoutModule(error)
  }
}

function isWithoutModule(error: unknown): error is Error {
  return error instanceof Error && error.message.includes('no such module')
}

/** What an index consists of, as SQLite keeps it; once made, for every index of this process. */
let ownSchema: string | undefined

/** Whether the schema is as it was written: a name that was hit comes back as another one, or makes a statement wrong. */
function hasOwnSchema(database: DatabaseSync): boolean {
  ownSchema ??= printedOwnSchema()
  return printedSchema(database) === ownSchema
}

function printedOwnSchema(): string {
  const database = new (loadSqlite().DatabaseSync)(':memory:')
  try {
    database.exec(schema)
    return printedSchema(database)
  } finally {
    database.close()
  }
}

function printedSchema(database: DatabaseSync): string {
  return JSON.stringify(database.prepare(schemaSql).all())
}

function indexError(file: string, error: unknown): MemoryError {
  if (isWithoutModule(error)) return sqliteError(`this SQLite has no full-text search (${error.message})`, error)
  if (sqliteCode(error) === undefined)
    return error instanceof MemoryError ? error : diskError(`use ${shown(file)}`, error)
  const message = error instanceof Error ? error.message : String(error)
  return new MemoryError(
    'storage-failed',
    `the search index ${shown(file)} failed (${message}): make its folder writable and free some space; the file may be deleted, it is derived`,
    { cause: error },
  )
}
