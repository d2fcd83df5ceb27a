import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'

/** An open database with its prepared statements. */
export interface Connection {
  readonly database: DatabaseSync
  /** The prepared statement of this text; each text is prepared once. */
  statement(sql: string): StatementSync
  close(): void
}

/** Wraps an open database. */
export function createConnection(database: DatabaseSync): Connection {
  const statements = new Map<string, StatementSync>()

  function statement(sql: string): StatementSync {
    const known = statements.get(sql)
    if (known) return known
    const made = database.prepare(sql)
    statements.set(sql, made)
    return made
  }

  return { database, statement, close: () => database.close() }
}

/**
 * Runs `work` in one transaction: all of its changes or none. `BEGIN IMMEDIATE` locks out other writers from the start;
 * with `BEGIN`, all statements of `work` read one snapshot.
 */
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
 * @param parts what the row says, in an order that never changes. No text in a database of ours has a NUL, see `packText`
 */
export function rowSum(...parts: readonly (string | number | null)[]): number {
  // Nothing reads like a missing text: null and '' are told apart.
  return crc32(parts.map((part) => (part === null ? '\u0001' : part)).join('\u0000'))
}
