import { dirname } from 'node:path'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import {
  type Connection,
  emptyLog,
  inTransaction,
  isDamage,
  sqliteCode,
  sqliteError,
  versionOf,
  writeAnew,
} from '../disk/database.ts'
import { diskError, mayNotWrite } from '../disk/disk.ts'
import { MemoryError, shown } from '../errors.ts'
import { firstNumber, lastNumber } from '../storage/numbering.ts'
import { createDerivedFile, identityOf, isCut } from './derived-file.ts'

const format = 9
const mostAttempts = 50
/** SQLite's result codes: SQLITE_ERROR, SQLITE_READONLY, SQLITE_CONSTRAINT. */
const wrongStatement = 1
const readOnly = 8
const occupied = 19

/** A passage enters the full-text index and the counts, or leaves them. */
const index = `
    INSERT INTO search (rowid, scope, tokens) VALUES (new.number, new.scope, new.tokens);
    INSERT INTO corpus VALUES (new.layer, 1, new.length, 1) ON CONFLICT (layer) DO UPDATE SET
      passages = passages + 1, tokens = tokens + excluded.tokens, changes = changes + 1;`
const unindex = `
    INSERT INTO search (search, rowid, scope, tokens) VALUES ('delete', old.number, old.scope, old.tokens);
    UPDATE corpus SET passages = passages - 1, tokens = tokens - old.length, changes = changes + 1 WHERE layer = old.layer;`

/**
 * Triggers keep the full-text index, the counts and the vectors in step with passages, so that code which writes or
 * removes a passage need not know of them. A layer that counts no passages has been cleared from the full-text index as
 * a whole. With a model, `unembedded` has exactly the passages without a vector; without one it stays empty.
 */
const triggers = `
  CREATE TRIGGER new_is_indexed AFTER INSERT ON passages BEGIN${index}
  END;
  CREATE TRIGGER gone_is_not_indexed AFTER DELETE ON passages
  WHEN (SELECT passages FROM corpus WHERE layer = old.layer) IS NOT 0 BEGIN${unindex}
  END;
  CREATE TRIGGER changed_is_indexed AFTER UPDATE ON passages
  WHEN old.scope IS NOT new.scope OR old.tokens IS NOT new.tokens BEGIN${unindex}${index}
  END;
  CREATE TRIGGER vectors_of_new AFTER INSERT ON passages WHEN EXISTS (SELECT 1 FROM vector_model) BEGIN
    INSERT OR IGNORE INTO unembedded (number) VALUES (new.number);
  END;
  CREATE TRIGGER vectors_of_gone AFTER DELETE ON passages BEGIN
    DELETE FROM vectors WHERE number = old.number;
    DELETE FROM unembedded WHERE number = old.number;
  END;
  CREATE TRIGGER vectors_of_changed AFTER UPDATE ON passages
  WHEN (old.text IS NOT new.text OR old.scope IS NOT new.scope OR old.created_at IS NOT new.created_at)
    AND EXISTS (SELECT 1 FROM vector_model) BEGIN
    DELETE FROM vectors WHERE number = old.number;
    INSERT OR IGNORE INTO unembedded (number) VALUES (new.number);
  END;`

/**
 * A passage's number is made of the number of its origin, the place of its text there, and its place in the text: the
 * passages of an origin are one range of numbers, and those of a text, too. The tokens are stored with the text because
 * FTS5 needs them to delete a passage. `contentless_delete` would not, but keeps counting deleted rows, so that all
 * scores drift. `secure-delete` here and `secure_delete` on each open overwrite deleted bytes. `sum` is the row's
 * checksum, see `passageSum`. Times are indexed in seconds, which takes half the bytes of their text.
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
  INSERT INTO search (search, rank) VALUES ('usermerge', 2);
  CREATE TABLE vector_model (
    one INTEGER PRIMARY KEY CHECK (one = 1), name TEXT NOT NULL, dimensions INTEGER NOT NULL, token TEXT NOT NULL
  ) STRICT;
  CREATE TABLE vectors (seq INTEGER PRIMARY KEY AUTOINCREMENT, number INTEGER NOT NULL UNIQUE, code BLOB NOT NULL) STRICT;
  CREATE TABLE unembedded (number INTEGER PRIMARY KEY) STRICT;
  ${triggers}
  PRAGMA user_version = ${format};`

/** Clears the names of origins without passages, which contain session keys. Their numbers are never used again. */
const forgetOriginsSql = `UPDATE origins SET origin = 'gone:' || number, session = NULL
  WHERE origin NOT LIKE 'gone:%' AND NOT EXISTS
    (SELECT 1 FROM passages WHERE passages.number BETWEEN ${firstNumber(1)} * origins.number AND ${firstNumber(1)} * origins.number + ${lastNumber(1) - firstNumber(1)})`
/** Rewrites the whole index: `secure-delete` leaves prefixes of terms. `optimize` skips one segment, hence the row. */
const rewriteSql = `
  INSERT INTO search (rowid, scope, tokens) VALUES (-1, '', 'daybook');
  INSERT INTO search (search) VALUES ('optimize');
  INSERT INTO search (search, rowid, scope, tokens) VALUES ('delete', -1, '', 'daybook');`

const probeSql = "SELECT 1 FROM search WHERE search MATCH 'daybook' LIMIT 1; SELECT 1 FROM terms LIMIT 1"

/** Runs `work` while no other such work runs on the folder, in this or any other process. */
type Exclusive = <T>(work: () => T | Promise<T>) => Promise<T>

export type IndexFile = ReturnType<typeof createIndexFile>

/**
 * The search index in `file`: derived, and rebuilt whenever it cannot be read. Opened at the first use, and again after
 * another process deleted or replaced it. `exclusive` keeps others from opening it while this one opens or closes it.
 */
export function createIndexFile(root: string, file: string, exclusive: Exclusive = async (work) => work()) {
  const derived = createDerivedFile(root, file, { sql: schema, check: refuseNewer })
  const open = async (): Promise<Connection> => derived.connection() ?? derived.open()

  async function use<T>(work: (database: DatabaseSync) => T): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        if (derived.connection() && derived.isMoved()) await exclusive(derived.close)
        const { database } = derived.connection() ?? (await exclusive(open))
        return work(database)
      } catch (error) {
        const connection = derived.connection()
        const isUnusable = isCut(error, connection !== undefined)
        const isGone = isUnusable || derived.isMoved()
        if (isUnusable && attempt < mostAttempts) await exclusive(derived.discard)
        if (isGone && attempt < mostAttempts && !MemoryError.isInstance(error)) continue
        if (!isDamage(error) && !isContradiction(error, file, connection?.database)) throw indexError(file, error)
        derived.discard()
        const message = `the search index ${shown(file)} was damaged and begins anew: read the watermarks again and fill it from the files`
        throw new MemoryError('corrupt', message, { cause: error })
      }
    }
  }

  function statement(sql: string): StatementSync {
    const connection = derived.connection()
    if (!connection) throw new Error('the search index is not open')
    return connection.statement(sql)
  }

  return {
    /** All statements of `work` read one state: a transaction costs as much as a single statement without one. */
    read: <T>(work: () => T): Promise<T> => use((database) => inTransaction(database, work, 'BEGIN')),
    write: (work: () => void): Promise<void> => use((database) => inTransaction(database, work)),
    /** Rewrites the file without deleted content and empties its log, or only the log. False while others use it. */
    purge: (logsOnly = false): Promise<boolean> =>
      use((database) => {
        if (logsOnly) return emptyLog(database)
        inTransaction(database, () => {
          database.exec(forgetOriginsSql)
          database.exec(rewriteSql)
        })
        return writeAnew(database)
      }),
    statement,
    /** Identifies the file and its log: another one says that the index was deleted or replaced. */
    identity: (): string | undefined => identityOf(file),
    close: derived.close,
    discard: derived.discard,
  }
}

function refuseNewer(database: DatabaseSync, file: string): void {
  const version = versionOf(database)
  if (version <= format) return
  const message = `the search index ${shown(file)} has format ${version}, this version of Daybook reads ${format}: upgrade @daybook/memory-core, or delete the file (it is derived)`
  throw new MemoryError('newer-format', message)
}

/**
 * Whether an error shows that an index of our format is inconsistent. Ids are looked up before they are inserted, so a
 * constraint fails only where a row is not where its index says. SQLITE_READONLY for a file with write permission means
 * that its header is damaged.
 */
function isContradiction(error: unknown, file: string, database: DatabaseSync | undefined): boolean {
  const code = sqliteCode(error)
  if (code === wrongStatement) return database !== undefined && !answersProbe(database)
  return code === occupied || (code === readOnly && ![file, dirname(file)].some(mayNotWrite))
}

/** Whether a plain query of the full-text index works. If its configuration is damaged, every statement about it fails. */
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

function indexError(file: string, error: unknown): MemoryError {
  if (isWithoutModule(error)) return sqliteError(`this SQLite has no full-text search (${error.message})`, error)
  if (sqliteCode(error) === undefined) return diskError(`use ${shown(file)}`, error)
  const reason = error instanceof Error ? error.message : String(error)
  const message = `the search index ${shown(file)} failed (${reason}): make its folder writable and free some space; the file may be deleted, it is derived`
  return new MemoryError('storage-failed', message, { cause: error })
}
