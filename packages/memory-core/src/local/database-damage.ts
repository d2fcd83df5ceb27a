import fs from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { isDamage } from './database.ts'

/** What SQLite finds wrong with a database; undefined when it is sound, or not there. */
export function damageOf(
  file: string,
  open: (file: string) => DatabaseSync,
  more?: (database: DatabaseSync) => void,
): string | undefined {
  if ((fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return undefined
  let database: DatabaseSync | undefined
  try {
    database = open(file)
    const said = database.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check']
    if (said !== 'ok') return String(said).replaceAll(/\s+/g, ' ')
    more?.(database)
    return undefined
  } catch (error) {
    // Another format has no such table: it is replaced at its next use anyhow.
    if (!isDamage(error)) return undefined
    return error instanceof Error ? error.message : String(error)
  } finally {
    database?.close()
  }
}
