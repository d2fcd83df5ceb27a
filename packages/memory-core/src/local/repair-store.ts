import fs from 'node:fs'
import { basename, dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { isDamage, openForWriting, untilFree } from './database.ts'
import { syncDirectory, syncFile, writeAll } from './disk.ts'
import { closing, openNew } from './open-file.ts'
import { putRecord, type RecordRow } from './record-rows.ts'
import { noteRemovalSql } from './record-sql.ts'
import { revisionCounter } from './revision-counter.ts'
import { captureAgain, type Salvage, salvageInto, salvageOf } from './salvage.ts'
import { freeCorruptName, setAside, settle } from './set-aside.ts'
import type { StoreFile } from './store-file.ts'
import type { BadRow, NumberedRow } from './store-rows.ts'

/**
 * Takes damaged rows out of the store, after they were written to a file of JSON lines beside it, and writes the columns
 * of the disordered ones anew. Answers that file's name; the store's when there was nothing to take out.
 */
export async function repairRows(file: string, store: StoreFile, bad: readonly BadRow[]): Promise<string> {
  const damaged = bad.filter(({ verdict }) => verdict === 'damaged')
  const kept = damaged.length === 0 ? file : await keepRows(file, damaged)
  await store.write(
    (statement) => {
      const next = revisionCounter(statement)
      for (const { table, row } of bad) {
        const sql = `SELECT ${table.columns} FROM ${table.name} WHERE number = ?`
        const now = statement(sql).get(row.number) as NumberedRow | undefined
        // Somebody may have put a sound one in its place meanwhile.
        const verdict = now && table.verdict(now)
        if (verdict === 'disordered') putRecord(statement, now as unknown as RecordRow, next())
        if (verdict !== 'damaged') continue
        statement(`DELETE FROM ${table.name} WHERE number = ?`).run(row.number)
        if (table.name !== 'records') continue
        statement(noteRemovalSql).run(String(row['id']), next())
        captureAgain(statement)
      }
    },
    { purge: true },
  )
  return basename(kept)
}

async function keepRows(file: string, rows: readonly BadRow[]): Promise<string> {
  const kept = `${freeCorruptName(file)}.jsonl`
  const lines = rows.map(({ table, row }) => `${JSON.stringify({ table: table.name, ...row })}\n`)
  const descriptor = openNew(kept, fs.constants.O_WRONLY)
  if (descriptor === undefined) throw new Error(`${kept} exists already`)
  await closing(descriptor, async () => {
    await writeAll(descriptor, Buffer.from(lines.join('')))
    await syncFile(descriptor)
  })
  await syncDirectory(dirname(file))
  return kept
}

/**
 * Renames a damaged store and begins a new one with the rows of it that can be read and are as they were written. Other
 * writers wait until it is renamed, where the file can still be locked. Answers undefined when another process was faster.
 */
export async function salvageStore(
  file: string,
  store: StoreFile,
): Promise<{ kept: string; salvage: Salvage | undefined } | undefined> {
  const inode = fs.statSync(file, { bigint: true, throwIfNoEntry: false })?.ino
  const database = openForWriting(file)
  let kept: string | undefined
  try {
    await hold(database)
    kept = setAside(file, inode)
  } finally {
    database.close()
  }
  if (kept === undefined) return undefined
  return settleStore(file, store, kept)
}

/** Takes over what can be read of a store that was set aside, and notes that this is settled. */
export async function settleStore(
  file: string,
  store: StoreFile,
  kept: string,
): Promise<{ kept: string; salvage: Salvage | undefined }> {
  const salvage = await store.write((statement) => {
    salvageInto(statement, file)
    return salvageOf(statement, kept)
  })
  return { kept: basename(settle(kept)), salvage }
}

/** Keeps writers out, unless the file is past that. */
async function hold(database: DatabaseSync): Promise<void> {
  try {
    await untilFree(() => database.exec('BEGIN IMMEDIATE'))
  } catch (error) {
    if (!isDamage(error)) throw error
  }
}
