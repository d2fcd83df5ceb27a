import { shown } from '../errors.ts'
import {
  checkItemQuery,
  checkItemWrite,
  checkNamespaceQuery,
  checkPlace,
  checkPrefix,
  checkPruning,
  checkReading,
} from '../storage/item-checks.ts'
import type { ItemStore, ItemWrite, StoredItem } from '../storage/items.ts'
import { jsonText } from '../storage/json-text.ts'
import { packKey, packLabels } from '../storage/pack-key.ts'
import type { DamagedRows } from './damaged-rows.ts'
import {
  findItems,
  findNamespaces,
  type ItemRange,
  type ItemRow,
  itemOf,
  itemSum,
  oneNamespace,
} from './item-ranges.ts'
import {
  ageItemSql,
  clearItemsSql,
  countExpiredSql,
  countItemsSql,
  getItemSql,
  pruneExpiredSql,
  pruneOldestSql,
  putItemSql,
  removeItemSql,
  touchItemSql,
} from './item-sql.ts'
import { packedRange } from './packed-range.ts'
import type { Statements, StoreFile } from './store-file.ts'

/**
 * The items in a store's database; see `itemSchema`. A put costs one fsync, unless it need not be durable; a read with `touch` none, so that the time of
 * an access may be lost with the machine, never the item. A search goes without `damaged` rows.
 */
export function createLocalItems(store: StoreFile, damaged: DamagedRows): ItemStore {
  return {
    async get(namespace, keys, options) {
      checkPlace({ namespace, keys })
      checkReading(options)
      const { at, touch } = options
      const places = keys.map((key): [string, string] => [packLabels(namespace), packKey(key)])
      // Where nothing can be written, an access is not counted.
      if (!touch || store.isReadOnly)
        return store.read((statement) => places.map((place) => itemOf(statement(getItemSql).get(...place, at))))
      const { expiresAt } = touch
      const read = (statement: Statements): (StoredItem | undefined)[] =>
        places.map((place) => touched(statement, place, at, expiresAt))
      return store.write(read, { durable: false })
    },
    async put(items, { durable = true } = {}) {
      const rows = items.map(toRow)
      const write = (statement: Statements): void => {
        for (const row of rows) putRow(statement, row)
      }
      await store.write(write, { durable })
    },
    async remove(namespace, keys) {
      checkPlace({ namespace, keys })
      const places = keys.map((key): [string, string] => [packLabels(namespace), packKey(key)])
      return store.write((statement) => sum(places.map((place) => removed(statement, removeItemSql, place))), {
        purge: true,
      })
    },
    async clear(prefix) {
      const range = checkedRange(prefix)
      return store.write((statement) => removed(statement, clearItemsSql, range), { purge: true })
    },
    async search(query) {
      checkItemQuery(query)
      const find = findItems(query, damaged)
      const found = await store.read((statement) => find(statement))
      damaged.tell()
      return found
    },
    async namespaces(query) {
      checkNamespaceQuery(query)
      const wanted = structuredClone(query)
      return store.read((statement) => findNamespaces(statement, wanted))
    },
    async count(prefix, at) {
      checkReading({ at })
      const range = checkedRange(prefix)
      return store.read((statement) => countPresent(statement, range, at))
    },
    async prune(prefix, options) {
      checkPruning(options)
      const { at, keep } = options
      const range = checkedRange(prefix)
      return store.write((statement) => prune(statement, range, at, keep))
    },
  }
}

function checkedRange(prefix: readonly string[]): ItemRange {
  checkPrefix(prefix)
  return packedRange(prefix)
}

/** A row as it would be if there was none before it. */
function toRow(item: ItemWrite): Omit<ItemRow, 'sum'> {
  checkItemWrite(item)
  const { namespace, key, at, expiresAt = null } = item
  const value = jsonText(item.value, `the value of ${shown(key)}`)
  return {
    namespace: packLabels(namespace),
    key: packKey(key),
    createdAt: at,
    updatedAt: at,
    accessedAt: at,
    expiresAt,
    value,
  }
}

/** An item that has expired is not there: it is not that one which is replaced. */
function putRow(statement: Statements, given: Omit<ItemRow, 'sum'>): void {
  const { namespace, key, updatedAt, accessedAt, expiresAt, value } = given
  const before = statement(ageItemSql).get(namespace, key) as Pick<ItemRow, 'createdAt' | 'expiresAt'> | undefined
  const isReplaced = before !== undefined && !(before.expiresAt !== null && before.expiresAt <= updatedAt)
  const createdAt = isReplaced ? before.createdAt : given.createdAt
  const sum = itemSum({ ...given, createdAt })
  statement(putItemSql).run(namespace, key, createdAt, updatedAt, accessedAt, expiresAt, value, sum)
}

/** The item, read now: what is damaged is refused before a new checksum could cover it. */
function touched(
  statement: Statements,
  place: [namespace: string, key: string],
  at: string,
  expiresAt: string | undefined,
): StoredItem | undefined {
  const row = statement(getItemSql).get(...place, at) as ItemRow | undefined
  if (row === undefined || itemOf(row) === undefined) return undefined
  const read: ItemRow = { ...row, accessedAt: at, expiresAt: expiresAt ?? row.expiresAt }
  read.sum = itemSum(read)
  statement(touchItemSql).run(read.accessedAt, read.expiresAt, read.sum, ...place)
  return itemOf(read)
}

function removed(statement: Statements, sql: string, values: readonly (string | number | Uint8Array)[]): number {
  return Number(statement(sql).run(...values).changes)
}

function countPresent(statement: Statements, range: ItemRange, at: string): number {
  const all = Number(statement(countItemsSql).get(...range)?.['items'])
  return all - Number(statement(countExpiredSql).get(...range, at)?.['items'])
}

function prune(statement: Statements, range: ItemRange, at: string, keep = Number.POSITIVE_INFINITY): number {
  const expired = removed(statement, pruneExpiredSql, [...range, at])
  if (keep === Number.POSITIVE_INFINITY) return expired
  const surplus = countPresent(statement, range, at) - keep
  if (surplus <= 0) return expired
  const namespace = oneNamespace(statement, range)
  if (namespace === undefined) return expired + removed(statement, pruneOldestSql.several, [...range, surplus])
  return expired + removed(statement, pruneOldestSql.one, [namespace, surplus])
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
