import fs from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { MemoryError, shown } from '../errors.ts'
import { createConnection, inTransaction, versionOf } from './connection.ts'
import { isDamage, loadSqlite, openForReading, sqliteCode } from './database.ts'
import { readOnlyError } from './read-only.ts'
import type { StoreFile } from './store-file.ts'
import { isStoreLost } from './store-mark.ts'
import { emptyStore, storeFormat } from './store-migrations.ts'

/** What SQLite says when it may not write the log that it would need: SQLITE_READONLY, SQLITE_CANTOPEN. */
const unwritable: ReadonlySet<number | undefined> = new Set([8, 14])

/**
 * The store of a directory that is only read. It is opened for each call and changes nothing, not even when it is damaged;
 * without a file there is an empty one.
 */
export function createReadOnlyStore(root: string, file: string): StoreFile {
  async function open(): Promise<DatabaseSync> {
    if (isStoreLost(file)) throw damagedError(file, 'has lost its content', undefined)
    return fs.existsSync(file) ? openStore(file) : emptyStore()
  }

  return {
    isReadOnly: true,
    async read(work) {
      let database: DatabaseSync | undefined
      try {
        database = await open()
        const { statement } = createConnection(database)
        return inTransaction(database, () => work(statement), 'BEGIN')
      } catch (error) {
        throw readError(file, error)
      } finally {
        database?.close()
      }
    },
    async write() {
      throw readOnlyError(root)
    },
    async purge() {
      throw readOnlyError(root)
    },
    close: () => undefined,
  }
}

function openStore(file: string): DatabaseSync {
  const database = openUnchanged(file)
  const version = versionOf(database)
  if (version === storeFormat) return database
  database.close()
  if (version > storeFormat)
    throw new MemoryError(
      'newer-format',
      `the store ${shown(file)} has format ${version}, this version of Daybook reads up to ${storeFormat}: upgrade @daybook/memory-core`,
    )
  throw new MemoryError(
    'storage-failed',
    `the store ${shown(file)} has format ${version} and is read-only: open it once where it can be written, so that it gets format ${storeFormat}`,
  )
}

/**
 * Opens a database and writes nothing, not even the index of its log. Where SQLite cannot do with that, and there is no
 * log either, the file is as it will be.
 */
export function openUnchanged(file: string): DatabaseSync {
  let database: DatabaseSync | undefined
  try {
    database = openForReading(file)
    versionOf(database)
    return database
  } catch (error) {
    database?.close()
    const hasLog = (fs.statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
    if (!unwritable.has(sqliteCode(error)) || hasLog) throw error
    const url = pathToFileURL(file)
    url.searchParams.set('immutable', '1')
    return new (loadSqlite().DatabaseSync)(url, { readOnly: true })
  }
}

function readError(file: string, error: unknown): unknown {
  if (isDamage(error)) return damagedError(file, 'is damaged', error)
  if (MemoryError.isInstance(error) || sqliteCode(error) === undefined) return error
  const message = error instanceof Error ? error.message : String(error)
  return new MemoryError(
    'storage-failed',
    `the store ${shown(file)} cannot be read (${message}): make its folder writable, or copy it to one that is`,
    { cause: error },
  )
}

function damagedError(file: string, how: string, cause: unknown): MemoryError {
  return new MemoryError(
    'corrupt',
    `the store ${shown(file)} ${how}, and is left as it is in a read-only directory: restore a backup of it`,
    { cause },
  )
}
