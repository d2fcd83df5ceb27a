import { damageError, rowSum } from '../disk/database.ts'
import type { ItemReading } from '../journal/journal-line.ts'
import { jsonValue } from '../storage/item-checks.ts'
import type { StoredItem } from '../storage/items.ts'
import { packKey, packLabels, unpackKey, unpackLabels } from '../storage/pack-key.ts'
import type { JournalDraft, Statements } from './journal/table-changes.ts'
import { newLife } from './record-row.ts'

export interface ItemRow extends Pick<StoredItem, 'key' | 'createdAt' | 'updatedAt' | 'accessedAt'> {
  namespace: string
  value: string
  expiresAt: string | null
  /** The item's `as` in the journal. */
  born: string
  sum: number
}

type ItemAge = Pick<ItemRow, 'createdAt' | 'expiresAt' | 'born'>

function itemSum(row: Omit<ItemRow, 'sum'>): number {
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

export function unpackedItem(row: Omit<ItemRow, 'born' | 'sum'>): StoredItem {
  const { createdAt, updatedAt, accessedAt, expiresAt } = row
  const times = { createdAt, updatedAt, accessedAt, ...(expiresAt !== null && { expiresAt }) }
  return { namespace: unpackLabels(row.namespace), key: unpackKey(row.key), value: jsonValue(row.value), ...times }
}

/** Writes an item. An expired item counts as absent: the new one keeps nothing of it. */
export function putItem(draft: JournalDraft, given: StoredItem): void {
  const before = draft.row(ageItemSql, packLabels(given.namespace), packKey(given.key)) as ItemAge | undefined
  const isReplaced = before !== undefined && !(before.expiresAt !== null && before.expiresAt <= given.updatedAt)
  const item = isReplaced ? { ...given, createdAt: before.createdAt } : given
  const as = before?.born ?? newLife()
  draft.line.put.push({ item, as })
  writeItem(draft, item, as)
}

/** Writes the row of an item that is in the journal. */
export function writeItem(draft: JournalDraft, item: StoredItem, as: string): void {
  const { createdAt, updatedAt, accessedAt, expiresAt = null } = item
  const [namespace, key] = [packLabels(item.namespace), packKey(item.key)]
  draft.write([namespace, key], ({ statement }) => {
    const value = JSON.stringify(item.value)
    const sum = itemSum({ namespace, key, createdAt, updatedAt, accessedAt, expiresAt, born: as, value })
    const times = [createdAt, updatedAt, accessedAt, expiresAt]
    statement(putItemSql).run(namespace, key, ...times, as, sum, value)
  })
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

/**
 * Namespaces are packed (`packLabels`), so that all below a prefix form one range. `value` is the last column, so that
 * the others are read without it. Each order within one namespace has an index.
 */
export const itemSchema = `
  CREATE TABLE items (
    number INTEGER PRIMARY KEY, namespace TEXT NOT NULL, key TEXT NOT NULL, created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL, accessed_at TEXT NOT NULL, expires_at TEXT,
    born TEXT NOT NULL, sum INTEGER NOT NULL, value TEXT NOT NULL, UNIQUE (namespace, key)
  ) STRICT;
  CREATE INDEX items_by_update ON items (namespace, updated_at DESC, key, expires_at);
  CREATE INDEX items_by_creation ON items (namespace, created_at DESC, key, expires_at);
  CREATE INDEX items_by_access ON items (namespace, accessed_at, key);
  CREATE INDEX items_expiring ON items (namespace, expires_at) WHERE expires_at IS NOT NULL;`

const itemColumns =
  'namespace, key, value, created_at AS createdAt, updated_at AS updatedAt, accessed_at AS accessedAt, expires_at AS expiresAt, born, sum'
const one = 'namespace = ?'
const below = 'namespace >= ? AND namespace < ?'
const present = '(expires_at IS NULL OR expires_at > ?)'
const place = `${one} AND key = ?`

export const getItemSql: string = `SELECT ${itemColumns} FROM items WHERE ${place} AND ${present}`
const touchItemSql = `UPDATE items SET accessed_at = ?, expires_at = ?, sum = ? WHERE ${place}`
const bornItemSql = `SELECT ${itemColumns} FROM items WHERE born = ?`
/** What a put has to know of the item that it replaces, without its value. */
const ageItemSql = `SELECT created_at AS createdAt, expires_at AS expiresAt, born FROM items WHERE ${place}`
const putItemSql = `
  INSERT INTO items (namespace, key, created_at, updated_at, accessed_at, expires_at, born, sum, value) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (namespace, key) DO UPDATE SET
    created_at = excluded.created_at, updated_at = excluded.updated_at, accessed_at = excluded.accessed_at,
    expires_at = excluded.expires_at, born = excluded.born, sum = excluded.sum, value = excluded.value`
const gone = 'RETURNING born'
export const removeItemSql: string = `DELETE FROM items WHERE ${place} ${gone}`
export const clearItemsSql: string = `DELETE FROM items WHERE ${below} ${gone}`
export const unbornItemSql = 'DELETE FROM items WHERE born = ?'
export const readItemSql: string = `SELECT ${itemColumns} FROM items WHERE number = ?`

export const nextNamespaceSql: string = `SELECT namespace FROM items WHERE ${below} AND ${present} ORDER BY namespace LIMIT 1`
/** The first and last namespace of a range, expired items included. */
export const edgesSql: string = `SELECT
  (SELECT namespace FROM items WHERE ${below} ORDER BY namespace LIMIT 1) AS first,
  (SELECT namespace FROM items WHERE ${below} ORDER BY namespace DESC LIMIT 1) AS last`

/** The expired items of one namespace, or of a range: of one, only they are read. */
function expiredSql(isOne: boolean): string {
  return `FROM items INDEXED BY items_expiring WHERE ${isOne ? one : below} AND expires_at IS NOT NULL AND expires_at <= ?`
}

/** Its values: the place, then the place and the time. */
export function countItemsSql(isOne: boolean): string {
  return `SELECT (SELECT count(*) FROM items WHERE ${isOne ? one : below}) - (SELECT count(*) ${expiredSql(isOne)}) AS items`
}

export function pruneExpiredSql(isOne: boolean): string {
  return `DELETE FROM items WHERE number IN (SELECT number ${expiredSql(isOne)}) ${gone}`
}

export function pruneOldestSql(isOne: boolean): string {
  return `DELETE FROM items WHERE number IN (
    SELECT number FROM items INDEXED BY items_by_access WHERE ${isOne ? one : below} ORDER BY accessed_at, namespace, key LIMIT ?) ${gone}`
}

const searches = {
  updated: ['INDEXED BY items_by_update', 'updated_at DESC, namespace, key'],
  created: ['INDEXED BY items_by_creation', 'created_at DESC, namespace, key'],
  key: ['', 'namespace, key'],
} as const

/** The numbers of a query's items. One namespace is read in the order of an index; several are sorted. */
export function searchItemsSql(order: keyof typeof searches, isOne: boolean): string {
  const [index, columns] = searches[order]
  return `SELECT number FROM items ${index} WHERE ${isOne ? one : below} AND ${present} ORDER BY ${columns}`
}
