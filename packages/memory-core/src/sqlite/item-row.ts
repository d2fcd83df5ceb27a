import { damageError, rowSum } from '../disk/database.ts'
import type { ItemReading } from '../journal/journal-line.ts'
import { jsonValue } from '../storage/item-checks.ts'
import type { StoredItem } from '../storage/items.ts'
import { packKey, packLabels, unpackKey, unpackLabels } from '../storage/pack-key.ts'
import { ageItemSql, bornItemSql, putItemSql, touchItemSql } from './item-sql.ts'
import type { JournalDraft, Statements } from './journal/table-changes.ts'
import { newLife } from './record-row.ts'

export interface ItemRow {
  namespace: string
  key: string
  value: string
  createdAt: string
  updatedAt: string
  accessedAt: string
  expiresAt: string | null
  /** The item's `as` in the journal. */
  born: string
  /** Estimated bytes of its journal line. */
  bytes: number
  sum: number
}

type ItemTimes = Pick<ItemRow, 'createdAt' | 'updatedAt' | 'accessedAt' | 'expiresAt'>

/** An item to be written; `value` is JSON. */
export type ItemValues = ItemTimes & { namespace: readonly string[]; key: string; value: string }

type ItemAge = Pick<ItemRow, 'createdAt' | 'expiresAt' | 'born' | 'bytes'>

/** Bytes of a journal line besides the key and the value. */
const lineBytes = 230

function itemSum(row: Omit<ItemRow, 'sum' | 'bytes'>): number {
  const { namespace, key, createdAt, updatedAt, accessedAt, expiresAt, born, value } = row
  return rowSum(namespace, key, createdAt, updatedAt, accessedAt, expiresAt, born, value)
}

/** The item of a row, if there is one. @throws SQLite's error of a damaged file if the row's checksum does not match */
export function itemOf(found: unknown): StoredItem | undefined {
  if (found === undefined) return undefined
  const row = found as ItemRow
  if (row.sum !== itemSum(row)) throw damageError('a row of the items is not as it was written')
  return unpackedItem(row)
}

export function unpackedItem(row: Pick<ItemRow, 'namespace' | 'key' | 'value'> & ItemTimes): StoredItem {
  const { namespace, key, value } = row
  return { namespace: unpackLabels(namespace), key: unpackKey(key), value: jsonValue(value), ...timesOf(row) }
}

function timesOf({ createdAt, updatedAt, accessedAt, expiresAt }: ItemTimes) {
  return { createdAt, updatedAt, accessedAt, ...(expiresAt !== null && { expiresAt }) }
}

/** Writes an item. An expired item counts as absent: the new one keeps nothing of it. */
export function putItem(draft: JournalDraft, given: ItemValues): void {
  const before = ageOf(draft, given)
  const isReplaced = before !== undefined && !(before.expiresAt !== null && before.expiresAt <= given.updatedAt)
  const item = isReplaced ? { ...given, createdAt: before.createdAt } : given
  const as = before?.born ?? newLife()
  const { namespace, key, value } = item
  draft.line.put.push({ item: { namespace, key, value: jsonValue(value), ...timesOf(item) }, as })
  writeItem(draft, item, as, before)
}

/** Writes the row of an item that is in the journal. */
export function writeItem(draft: JournalDraft, item: ItemValues, as: string, before: ItemAge | undefined): void {
  const { createdAt, updatedAt, accessedAt, expiresAt, value } = item
  const [namespace, key] = [packLabels(item.namespace), packKey(item.key)]
  const bytes = value.length + namespace.length + key.length + lineBytes
  const sum = itemSum({ ...item, namespace, key, born: as })
  const times = [createdAt, updatedAt, accessedAt, expiresAt]
  draft.statement(putItemSql).run(namespace, key, ...times, as, bytes, sum, value)
  draft.grow(bytes - (before?.bytes ?? 0))
}

/** Reads what a put has to know of the item that it replaces, without its value. */
export function ageOf({ statement }: JournalDraft, item: Pick<ItemValues, 'namespace' | 'key'>): ItemAge | undefined {
  return statement(ageItemSql).get(packLabels(item.namespace), packKey(item.key)) as ItemAge | undefined
}

export function touchItem({ statement }: JournalDraft, as: string, reading: ItemReading): void {
  const row = statement(bornItemSql).get(as) as ItemRow | undefined
  if (row) touchRow(statement, row, reading)
}

export function touchRow(statement: Statements, row: ItemRow, [accessedAt, expiresAt]: ItemReading): ItemRow {
  const read: ItemRow = { ...row, accessedAt, expiresAt: expiresAt ?? row.expiresAt }
  read.sum = itemSum(read)
  statement(touchItemSql).run(read.accessedAt, read.expiresAt, read.sum, read.namespace, read.key)
  return read
}
