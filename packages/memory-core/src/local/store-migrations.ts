import type { DatabaseSync } from 'node:sqlite'
import { MemoryError, shown } from '../errors.ts'
import { inTransaction, versionOf } from './connection.ts'
import { loadSqlite, untilFree } from './database.ts'
import { type ItemRow, itemSum } from './item-ranges.ts'
import { itemColumns, itemSchema, itemSumSchema } from './item-sql.ts'
import { type RecordRow, recordSum } from './record-rows.ts'
import { recordSchema, recordSumSchema } from './record-sql.ts'

/** What makes a store of format n one of format n + 1. Stores of every format are out there: add to the end, change nothing. */
const migrations: readonly ((database: DatabaseSync) => void)[] = [
  (database) => database.exec(`${recordSchema}${itemSchema}`),
  addSums,
]

/** The newest format of a store. */
export const storeFormat: number = migrations.length

/** Says in a file's header whose it is ("Dbk1"): what is no store of ours is not taken for one. */
const applicationId = 0x44_62_6b_31

function addSums(database: DatabaseSync): void {
  database.exec(`${recordSumSchema}${itemSumSchema}PRAGMA application_id = ${applicationId}`)
  const setRecord = database.prepare('UPDATE records SET sum = ? WHERE id = ?')
  const records = database.prepare('SELECT id, revision, strength, body FROM records').all()
  for (const row of records as unknown as RecordRow[]) setRecord.run(recordSum(row), row.id)
  const setItem = database.prepare('UPDATE items SET sum = ? WHERE namespace = ? AND key = ?')
  for (const row of database.prepare(`SELECT ${itemColumns} FROM items`).all() as unknown as ItemRow[])
    setItem.run(itemSum(row), row.namespace, row.key)
}

/**
 * Brings an open store to the newest format, and sets it up: each commit is on the disk (`FULL`; on macOS past the
 * disk's own cache), and what is removed is overwritten.
 * @throws MemoryError `newer-format`
 */
export async function migrate(database: DatabaseSync, file: string): Promise<void> {
  // The change to WAL does not wait for others by itself, whatever the timeout.
  await untilFree(() => database.exec('PRAGMA journal_mode = WAL'))
  database.exec(
    'PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON; PRAGMA secure_delete = ON',
  )
  if (versionOf(database) === migrations.length) return
  await untilFree(() => inTransaction(database, () => migrateFrom(database, file, versionOf(database))))
}

/** A store in memory: empty, in the newest format. */
export async function emptyStore(): Promise<DatabaseSync> {
  const empty = new (loadSqlite().DatabaseSync)(':memory:')
  await migrate(empty, ':memory:')
  return empty
}

function migrateFrom(database: DatabaseSync, file: string, version: number): void {
  if (version > migrations.length)
    throw new MemoryError(
      'newer-format',
      `the store ${shown(file)} has format ${version}, this version of Daybook reads up to ${migrations.length}: upgrade @daybook/memory-core`,
    )
  for (const step of migrations.slice(version)) step(database)
  database.exec(`PRAGMA user_version = ${migrations.length}`)
}
