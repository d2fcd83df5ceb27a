import { MemoryError } from '../errors.ts'
import type { Storage } from '../storage/storage.ts'
import { itemOf } from './item-ranges.ts'
import { readItemSql } from './item-sql.ts'
import { type RecordRow, toRecord } from './record-rows.ts'
import { findSql } from './record-sql.ts'
import type { Statements } from './store-file.ts'

/** A row that is not as it was written: a record by its packed id, an item by the number of its row. */
export interface DamagedRow {
  table: 'records' | 'items'
  key: string | number
  error: MemoryError
}

/** Is told of damaged rows of a table. */
type TellDamage = Parameters<NonNullable<Storage['onDamage']>>[0]

/** The damaged rows that reads of several rows have met. They stay where they are until a repair sets them aside. */
export interface DamagedRows {
  /** What `read` makes of a row; undefined where it is damaged. */
  sound<T>(table: DamagedRow['table'], key: string | number, read: () => T): T | undefined
  isKnown(table: DamagedRow['table'], key: string | number): boolean
  /** Says so of those that were met since the last call. */
  tell(): void
  /** Calls `told` with what is damaged, each row once, those that are known already at once. Answers how to stop. */
  watch(told: TellDamage): () => void
  /** How many of them are there and damaged still. */
  left(statement: Statements): number
}

/** Begins with none. */
export function createDamagedRows(): DamagedRows {
  const known = new Map<string, DamagedRow>()
  const listeners = new Set<TellDamage>()
  let untold: DamagedRow[] = []

  function sound<T>(table: DamagedRow['table'], key: string | number, read: () => T): T | undefined {
    const name = `${table} ${key}`
    try {
      const row = read()
      known.delete(name)
      return row
    } catch (error) {
      if (!MemoryError.isInstance(error) || error.code !== 'corrupt') throw error
      const row = { table, key, error }
      if (!known.has(name)) untold.push(row)
      known.set(name, row)
      return undefined
    }
  }

  return {
    sound,
    isKnown: (table, key) => known.has(`${table} ${key}`),
    tell() {
      const rows = untold
      untold = []
      for (const told of listeners) tellOf(rows, told)
    },
    watch(told) {
      listeners.add(told)
      tellOf([...known.values()], told)
      return () => {
        listeners.delete(told)
      }
    },
    left(statement) {
      for (const { table, key } of [...known.values()]) sound(table, key, () => readAgain(statement, table, key))
      return known.size
    },
  }
}

function tellOf(rows: readonly DamagedRow[], told: TellDamage): void {
  for (const table of ['records', 'items'] as const) {
    const errors = rows.filter((row) => row.table === table).map(({ error }) => error)
    if (errors.length > 0) told(table, errors)
  }
}

function readAgain(statement: Statements, table: DamagedRow['table'], key: string | number): void {
  const row = statement(table === 'records' ? findSql : readItemSql).get(key)
  if (row === undefined) return
  if (table === 'items') itemOf(row)
  else toRecord(row as unknown as RecordRow)
}
