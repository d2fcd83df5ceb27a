import fs from 'node:fs'
import { basename, dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { isDamage, openForWriting, untilFree } from './database.ts'
import { syncDirectory, syncFile, writeAll } from './disk.ts'
import type { ItemRow } from './item-ranges.ts'
import { putItemSql } from './item-sql.ts'
import { closing, openNew } from './open-file.ts'
import { putRecord, type RecordRow } from './record-rows.ts'
import { knownSql, markSql, moveRevisionSql, noteRemovalSql, revisionSql } from './record-sql.ts'
import { freeCorruptName, setAside } from './set-aside.ts'
import type { Statements, StoreFile } from './store-file.ts'
import { type BadRow, checkedTables, type NumberedRow, readableRows } from './store-rows.ts'

/** What could be saved of a damaged store. */
export interface Salvage {
  rows: number
  /** The name that the damaged file has now. */
  kept: string
}

/** Marks that belong to a file as a whole: another store makes its own. */
const ownMarks: ReadonlySet<string> = new Set(['identity', 'records-page'])

/**
 * Takes damaged rows out of the store, after they were written to a file of JSON lines beside it, and writes the columns
 * of the disordered ones anew. Answers that file's name; the store's when there was nothing to take out.
 */
export async function repairRows(file: string, store: StoreFile, bad: readonly BadRow[]): Promise<string> {
  const damaged = bad.filter(({ verdict }) => verdict === 'damaged')
  const kept = damaged.length === 0 ? file : await keepRows(file, damaged)
  await store.write(
    (statement) => {
      const next = counterOf(statement)
      for (const { table, row } of bad) {
        const sql = `SELECT ${table.columns} FROM ${table.name} WHERE number = ?`
        const now = statement(sql).get(row.number) as NumberedRow | undefined
        // Somebody may have put a sound one in its place meanwhile.
        const verdict = now && table.verdict(now)
        if (verdict === 'disordered') putRecord(statement, now as unknown as RecordRow, next())
        if (verdict !== 'damaged') continue
        statement(`DELETE FROM ${table.name} WHERE number = ?`).run(row.number)
        if (table.name === 'records') statement(noteRemovalSql).run(String(row['id']), next())
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
 * writers wait meanwhile, where the file can still be locked.
 */
export async function salvageStore(file: string, store: StoreFile): Promise<Salvage | undefined> {
  const inode = fs.statSync(file, { bigint: true, throwIfNoEntry: false })?.ino
  const database = openForWriting(file)
  let saved: { records: NumberedRow[]; items: NumberedRow[]; marks: Record<string, unknown>[] }
  let target: string | undefined
  try {
    await hold(database)
    const [records = [], items = []] = checkedTables.map((table) =>
      readableRows(database, table).filter((row) => table.verdict(row) !== 'damaged'),
    )
    saved = { records, items, marks: readableMarks(database) }
    target = setAside(file, inode)
  } finally {
    database.close()
  }
  if (target === undefined) return undefined
  await store.write((statement) => {
    const next = counterOf(statement)
    for (const row of saved.records as unknown as RecordRow[])
      if (statement(knownSql).get(row.id) === undefined) putRecord(statement, row, next())
    for (const row of saved.items as unknown as ItemRow[]) putItem(statement, row)
    for (const { key, value } of saved.marks) statement(markSql).run(String(key), String(value))
  })
  return { rows: saved.records.length + saved.items.length, kept: basename(target) }
}

/** Keeps writers out, unless the file is past that. */
async function hold(database: DatabaseSync): Promise<void> {
  try {
    await untilFree(() => database.exec('BEGIN IMMEDIATE'))
  } catch (error) {
    if (!isDamage(error)) throw error
  }
}

function readableMarks(database: DatabaseSync): Record<string, unknown>[] {
  try {
    const marks = database.prepare('SELECT key, value FROM record_marks').all()
    return marks.filter(({ key }) => !ownMarks.has(String(key)))
  } catch {
    return [] // then messages are looked at once more, and what they say is reinforced
  }
}

function putItem(statement: Statements, row: ItemRow): void {
  const { namespace, key, createdAt, updatedAt, accessedAt, expiresAt, value, sum } = row
  statement(putItemSql).run(namespace, key, createdAt, updatedAt, accessedAt, expiresAt, value, sum)
}

/** Counts on from where the store's counter is, never below a revision that is in use. */
function counterOf(statement: Statements): () => number {
  const highest = statement(
    'SELECT max((SELECT coalesce(max(revision), 0) FROM records), (SELECT coalesce(max(revision), 0) FROM removed_records)) AS highest',
  )
  let last = Math.max(Number(statement(revisionSql).get()?.['last'] ?? 0), Number(highest.get()?.['highest'] ?? 0))
  return () => {
    last += 1
    statement(moveRevisionSql).run(last)
    return last
  }
}
