import { basename } from 'node:path'
import { readDamagedStore } from './damaged-store.ts'
import type { ItemRow } from './item-ranges.ts'
import { ageItemSql, putItemSql } from './item-sql.ts'
import { putRecord, type RecordRow } from './record-rows.ts'
import { findMarkSql, knownSql, markSql } from './record-sql.ts'
import { revisionCounter } from './revision-counter.ts'
import { keptBeside } from './set-aside.ts'
import type { Statements } from './store-file.ts'

/** What came of a store that was set aside. */
export interface Salvage {
  /** Records and items that were taken over. */
  rows: number
  /** Records and items that could not be read; null where nobody can say. */
  lost: number | null
}

/** Marks that belong to a file as a whole: another store makes its own. */
const ownMarks: ReadonlySet<string> = new Set(['identity', 'records-page'])
/** What messages leave from which something was captured. */
const captureMarks = 'captured:'
const goneSql = 'SELECT 1 FROM removed_records WHERE id = ?'
const uncaptureSql = `DELETE FROM record_marks WHERE key >= 'captured:' AND key < 'captured;'`

/** The stores beside `file` that were set aside and that it has taken nothing over of yet. */
export function unsalvaged(statement: Statements, file: string): string[] {
  return keptBeside(file).filter((kept) => salvageOf(statement, kept) === undefined)
}

/**
 * Takes over into the store `file` what can be read of those that were set aside beside it, each of them once. What the
 * store has already stays, and what was removed from it does not come back. Call it in a write.
 */
export function salvageInto(statement: Statements, file: string): void {
  for (const kept of unsalvaged(statement, file)) {
    const { records, items, marks, lost } = readDamagedStore(kept)
    const next = revisionCounter(statement)
    for (const row of records as unknown as RecordRow[])
      if (!isThere(statement, knownSql, row.id) && !isThere(statement, goneSql, row.id))
        putRecord(statement, row, next())
    for (const row of items as unknown as ItemRow[])
      if (!isThere(statement, ageItemSql, row.namespace, row.key)) putItem(statement, row)
    for (const { key, value } of marks)
      if (isLasting(key, lost.records === 0) && !isThere(statement, findMarkSql, key))
        statement(markSql).run(key, value)
    const salvage = { rows: records.length + items.length, lost: sumOf(lost.records, lost.items) }
    statement(markSql).run(markOf(kept), JSON.stringify(salvage))
  }
}

/** What came of a store that was set aside; undefined when nothing did yet. */
export function salvageOf(statement: Statements, kept: string): Salvage | undefined {
  const found = statement(findMarkSql).get(markOf(kept))
  return found === undefined ? undefined : (JSON.parse(String(found['value'])) as Salvage)
}

/** Lets messages be looked at once more, because records that were captured from them may be lost: those that are there are recognised. */
export function captureAgain(statement: Statements): void {
  statement(uncaptureSql).run()
}

function markOf(kept: string): string {
  return `salvaged:${basename(kept)}`
}

/** Where records are lost, what was said is captured once more. */
function isLasting(mark: string, isWhole: boolean): boolean {
  return !ownMarks.has(mark) && (isWhole || !mark.startsWith(captureMarks))
}

function isThere(statement: Statements, sql: string, ...values: string[]): boolean {
  return statement(sql).get(...values) !== undefined
}

function putItem(statement: Statements, row: ItemRow): void {
  const { namespace, key, createdAt, updatedAt, accessedAt, expiresAt, value, sum } = row
  statement(putItemSql).run(namespace, key, createdAt, updatedAt, accessedAt, expiresAt, value, sum)
}

function sumOf(records: number | undefined, items: number | undefined): number | null {
  return records === undefined || items === undefined ? null : records + items
}
