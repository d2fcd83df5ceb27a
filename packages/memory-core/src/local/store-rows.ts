import type { DatabaseSync } from 'node:sqlite'
import { pause } from './disk.ts'
import { type ItemRow, itemOf, itemSum } from './item-ranges.ts'
import { itemColumns } from './item-sql.ts'
import { columnsOf, type RecordRow, recordSum, toRecord } from './record-rows.ts'

/** A row of one of the store's tables, with its number. */
export interface NumberedRow {
  number: number
  [column: string]: unknown
}

/** A table whose rows have a checksum. */
export interface CheckedTable {
  readonly name: 'records' | 'items'
  readonly columns: string
  /** What the columns are called in a row that was read, in the order in which the file has them. */
  readonly stored: readonly string[]
  /** An index that has every row once: how many there were, whatever became of the table. */
  readonly counted: string
  /** The column that names a row to people. */
  readonly key: 'id' | 'key'
  /** `damaged`: not as it was written; `disordered`: the columns that it is found by say something else than it does. */
  verdict(row: NumberedRow): 'sound' | 'damaged' | 'disordered'
}

/** A row that is not as it should be. */
export interface BadRow {
  table: CheckedTable
  row: NumberedRow
  verdict: 'damaged' | 'disordered'
}

const indexed = 'type, kind, priority, strength, tokens, created_at, archived_at, scope, name, tags, body'
const pageSize = 500

/** The tables of people's rows. */
export const checkedTables: readonly CheckedTable[] = [
  {
    name: 'records',
    columns: `number, id, revision, ${indexed}, sum`,
    stored: `number, id, revision, ${indexed}, sum`.split(', '),
    counted: 'sqlite_autoindex_records_1',
    key: 'id',
    verdict: recordVerdict,
  },
  {
    name: 'items',
    columns: `number, ${itemColumns}`,
    stored: ['number', 'namespace', 'key', 'createdAt', 'updatedAt', 'accessedAt', 'expiresAt', 'value', 'sum'],
    counted: 'sqlite_autoindex_items_1',
    key: 'key',
    verdict: itemVerdict,
  },
]

function recordVerdict(found: NumberedRow): 'sound' | 'damaged' | 'disordered' {
  const row = found as unknown as RecordRow
  if (row.sum !== recordSum(row) || !isReadable(() => toRecord(row))) return 'damaged'
  const values = columnsOf(row)
  return indexed.split(', ').every((column, place) => found[column] === values[place]) ? 'sound' : 'disordered'
}

function itemVerdict(found: NumberedRow): 'sound' | 'damaged' {
  const row = found as unknown as ItemRow
  return row.sum === itemSum(row) && isReadable(() => itemOf(row)) ? 'sound' : 'damaged'
}

function isReadable(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch {
    return false // what is wrong with it makes no difference here
  }
}

/**
 * The rows of a table in pages, by their numbers; others run in between.
 * @throws SQLite's error where the file is damaged
 */
export async function* rowsOf(
  database: DatabaseSync,
  { name, columns }: Pick<CheckedTable, 'name' | 'columns'>,
  signal?: AbortSignal,
): AsyncGenerator<NumberedRow[]> {
  const page = database.prepare(`SELECT ${columns} FROM ${name} WHERE number > ? ORDER BY number LIMIT ${pageSize}`)
  for (let last = Number.MIN_SAFE_INTEGER; ; ) {
    signal?.throwIfAborted()
    const rows = page.all(last) as unknown as NumberedRow[]
    if (rows.length > 0) yield rows
    const end = rows.at(-1)?.number
    if (end === undefined || rows.length < pageSize || end <= last) return
    last = end
    await pause(0)
  }
}
