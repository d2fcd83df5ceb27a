import type { DatabaseSync } from 'node:sqlite'
import { MemoryError, shown } from '../errors.ts'
import { inTransaction, versionOf } from './connection.ts'
import { untilFree } from './database.ts'
import { itemSchema } from './item-sql.ts'
import { recordSchema } from './record-sql.ts'

/** What makes a store of format n one of format n + 1. Stores of every format are out there: add to the end, change nothing. */
const migrations: readonly string[] = [`${recordSchema}${itemSchema}`]

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

function migrateFrom(database: DatabaseSync, file: string, version: number): void {
  if (version > migrations.length)
    throw new MemoryError(
      'newer-format',
      `the store ${shown(file)} has format ${version}, this version of Daybook reads up to ${migrations.length}: upgrade @daybook/memory-core`,
    )
  for (const sql of migrations.slice(version)) database.exec(sql)
  database.exec(`PRAGMA user_version = ${migrations.length}`)
}
