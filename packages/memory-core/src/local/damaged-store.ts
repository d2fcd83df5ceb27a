import type { DatabaseSync } from 'node:sqlite'
import { type Cell, cellsOf } from './page-cells.ts'
import { openUnchanged } from './read-only-store.ts'
import { type CheckedTable, checkedTables, type NumberedRow } from './store-rows.ts'
import { openPages } from './stored-pages.ts'

/** What can still be read of a damaged store. Every row fits its checksum. */
export interface ReadableStore {
  records: NumberedRow[]
  items: NumberedRow[]
  /** As they are stored. */
  marks: { key: string; value: string }[]
  /** How many rows are lost; undefined where nothing tells how many there were. */
  lost: { records: number | undefined; items: number | undefined }
}

interface TableFound {
  rows: Map<string, NumberedRow>
  count: number | undefined
}

/**
 * Reads a store that was set aside, without a change to it: first what SQLite finds, from both ends up to the damage, then
 * the pages one by one, because a damaged page hides all those that it leads to.
 * Price: reads the file twice, and holds what it finds in memory.
 */
export function readDamagedStore(file: string): ReadableStore {
  const tables = new Map(checkedTables.map((table) => [table, emptyTable()]))
  const marks = new Map<string, string>()
  const removed = new Set<string>()
  tryTo(() => {
    const database = openUnchanged(file)
    try {
      for (const [table, found] of tables) readTable(database, table, found)
      for (const { key, value } of bothWays(database, 'SELECT key, value FROM record_marks ORDER BY key'))
        marks.set(String(key), String(value))
      for (const { id } of bothWays(database, 'SELECT id FROM removed_records ORDER BY id')) removed.add(String(id))
    } finally {
      database.close()
    }
  })
  readPages(file, tables, removed)
  const [records = emptyTable(), items = emptyTable()] = tables.values()
  return {
    records: byNumber(records),
    items: byNumber(items),
    marks: [...marks].map(([key, value]) => ({ key, value })),
    lost: { records: lostOf(records), items: lostOf(items) },
  }
}

function emptyTable(): TableFound {
  return { rows: new Map(), count: undefined }
}

function readTable(database: DatabaseSync, table: CheckedTable, found: TableFound): void {
  const { name, columns, counted } = table
  for (const row of bothWays(database, `SELECT ${columns} FROM ${name} NOT INDEXED ORDER BY number`))
    add(table, found, row as unknown as NumberedRow)
  tryTo(() => {
    const count = database.prepare(`SELECT count(*) AS count FROM ${name} INDEXED BY ${counted}`).get()?.['count']
    found.count = Number(count)
  })
}

/** From the beginning up to the damage, and from the end down to it. */
function bothWays(database: DatabaseSync, sql: string): Record<string, unknown>[] {
  const rows: Record<string, unknown>[] = []
  for (const order of ['ASC', 'DESC']) {
    const isWhole = tryTo(() => {
      for (const row of database.prepare(`${sql} ${order}`).iterate()) rows.push(row)
    })
    if (isWhole) return rows
  }
  return rows
}

function readPages(file: string, tables: ReadonlyMap<CheckedTable, TableFound>, removed: ReadonlySet<string>): void {
  const pages = openPages(file)
  try {
    for (let number = 1; number <= pages.last; number += 1)
      for (const cell of cellsOf(pages, number))
        for (const [table, found] of tables) {
          const row = rowOf(table, cell)
          if (row && !removed.has(String(row[table.key]))) add(table, found, row)
        }
  } finally {
    pages.close()
  }
}

function rowOf({ stored }: CheckedTable, { number, values }: Cell): NumberedRow | undefined {
  if (values.length !== stored.length || values[0] !== null) return undefined
  return { ...Object.fromEntries(stored.map((column, place) => [column, values[place]])), number }
}

/** Of two rows for the same thing the newer one is right, of two that are as new the one that was found first. */
function add(table: CheckedTable, { rows }: TableFound, row: NumberedRow): void {
  const key = JSON.stringify([row[table.key], row['namespace']])
  const known = rows.get(key)
  if (known && !isNewer(row, known)) return
  if (table.verdict(row) !== 'damaged') rows.set(key, row)
}

function isNewer(row: NumberedRow, known: NumberedRow): boolean {
  const [age, knownAge] = [row, known].map(({ revision, updatedAt }) => revision ?? updatedAt)
  return typeof age === 'number' ? age > Number(knownAge) : String(age) > String(knownAge)
}

function byNumber({ rows }: TableFound): NumberedRow[] {
  return [...rows.values()].sort((a, b) => a.number - b.number)
}

function lostOf({ rows, count }: TableFound): number | undefined {
  return count === undefined ? undefined : Math.max(0, count - rows.size)
}

/** Runs `work` on a file that is damaged somewhere. Answers whether it came to its end. */
function tryTo(work: () => void): boolean {
  try {
    work()
    return true
  } catch {
    return false // here is the damage: whatever lies behind it is looked for in other ways
  }
}
