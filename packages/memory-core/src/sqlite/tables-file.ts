import fs from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { type Connection, createConnection, damageError, isBusy, isDamage, sqliteCode } from '../disk/database.ts'
import { diskError } from '../disk/disk.ts'
import { MemoryError, shown } from '../errors.ts'
import { type DerivedSchema, inMemoryDatabase, isCut } from './derived-file.ts'
import { itemSchema } from './item-row.ts'
import { recordSchema } from './record-row.ts'

const format = 2

/** How far the tables have followed a journal. */
export interface Followed {
  generation: string
  /** Bytes of the journal that are applied. */
  offset: number
  /** The checksum of the last bytes before that. */
  tail: number
  /** The highest line number. */
  n: number
  /** Bytes without garbage at its last compaction or measurement; negative if it has text that was removed. */
  compacted: number
}

export interface Tables extends Connection {
  followed(journal: string): Followed | undefined
  follow(journal: string, followed: Followed): void
  /** The other `as` of a name that two copies of the memory have both created. */
  twins(as: string): string[]
}

const schema = `${recordSchema}${itemSchema}
  CREATE TABLE journals (
    name TEXT PRIMARY KEY, generation TEXT NOT NULL, offset INTEGER NOT NULL, tail INTEGER NOT NULL, n INTEGER NOT NULL,
    compacted INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE twins (journal TEXT, born TEXT, twin TEXT, PRIMARY KEY (born, twin)) STRICT, WITHOUT ROWID;
  PRAGMA user_version = ${format};`

export const tablesSchema: DerivedSchema = { sql: schema, check: refuseCut }

export function emptyTables(): Tables {
  return tablesOf(createConnection(inMemoryDatabase(schema)))
}

function refuseCut(database: DatabaseSync, file: string): void {
  const { pages } =
    database.prepare('SELECT page_count * page_size AS pages FROM pragma_page_count, pragma_page_size').get() ?? {}
  // What another connection has just written stands in the log alone, until a checkpoint moves all of it to the file.
  const { busy, log, checkpointed } = database.prepare('PRAGMA wal_checkpoint(PASSIVE)').get() ?? {}
  const isMoved = busy === 0 && log === checkpointed
  if (isMoved && fs.statSync(file).size < Number(pages)) throw damageError('it was cut')
}

export function tablesOf(connection: Connection): Tables {
  const { statement } = connection
  return {
    ...connection,
    followed: (journal) => statement('SELECT * FROM journals WHERE name = ?').get(journal) as Followed | undefined,
    follow(journal, followed) {
      statement('INSERT OR REPLACE INTO journals VALUES (:name, :generation, :offset, :tail, :n, :compacted)').run({
        ...followed,
        name: journal,
      })
    },
    twins: (as) =>
      statement('SELECT twin FROM twins WHERE born = ?')
        .all(as)
        .map(({ twin }) => String(twin)),
  }
}

/** Whether an error says that the tables do not have the schema or content that this version wrote. */
export function isStale(error: unknown): boolean {
  // SQLITE_ERROR: no such table or column; SQLITE_CONSTRAINT, SQLITE_MISMATCH: an impossible key or type.
  return isDamage(error) || isCut(error, true) || [1, 19, 20].includes(sqliteCode(error) ?? 0)
}

/** Errors of SQLite or the disk as MemoryErrors with a way out; errors of the caller's own functions stay as they are. */
export function storeError(file: string, error: unknown): unknown {
  if (MemoryError.isInstance(error)) return error
  const options = { cause: error }
  const waited = `the tables ${shown(file)} were not free in time: look for a process that hangs, and try again`
  if (isBusy(error)) return new MemoryError('locked', waited, options)
  if (sqliteCode(error) === undefined)
    return error instanceof Error && 'syscall' in error ? diskError('use the journals', error) : error
  const reason = error instanceof Error ? error.message : String(error)
  const wayOut = `make its folder writable and free some space; they are derived, so ${shown(file)} may be deleted while nothing has it open`
  const failed = `the tables ${shown(file)} cannot be used (${reason}): ${wayOut}`
  return new MemoryError('storage-failed', failed, options)
}
