import { MemoryError, shown } from '../errors.ts'
import { itemFilter } from '../storage/item-filter.ts'
import type { ItemQuery, NamespaceQuery, StoredItem } from '../storage/items.ts'
import { jsonValue } from '../storage/json-text.ts'
import { isNamespaceWanted, plainPrefix } from '../storage/namespaces.ts'
import { unpackKey, unpackLabels } from '../storage/pack-key.ts'
import type { DamagedRows } from './damaged-rows.ts'
import { edgesSql, nextNamespaceSql, readItemSql, searchSql } from './item-sql.ts'
import { packedRange } from './packed-range.ts'
import { rowSum } from './row-sum.ts'
import type { Statements } from './store-file.ts'

/** Packed namespaces from the first on, before the second. */
export type ItemRange = ReturnType<typeof packedRange>

/** A row of the table of items. */
export interface ItemRow {
  namespace: string
  key: string
  value: string
  createdAt: string
  updatedAt: string
  accessedAt: string
  expiresAt: string | null
  sum: number | null
}

/** The checksum of an item: of everything in its row. */
export function itemSum(row: Omit<ItemRow, 'sum'>): number {
  const { namespace, key, createdAt, updatedAt, accessedAt, expiresAt, value } = row
  return rowSum(namespace, key, createdAt, updatedAt, accessedAt, expiresAt, value)
}

/**
 * Finds the items of a query. Values are read one by one in the order of the answer, and only until there are enough:
 * the filter looks at each. Below one namespace the order is that of an index; several are sorted first, without values.
 * Damaged rows have no place in the order: the next page begins where it would without them.
 */
export function findItems(query: ItemQuery, damaged: DamagedRows): (statement: Statements) => StoredItem[] {
  const { filter, order = 'updated', limit, offset = 0, at } = query
  const isWanted = itemFilter(filter)
  const range = packedRange(query.prefix)
  return (statement) => {
    const namespace = oneNamespace(statement, range)
    const { sql, values } =
      namespace === undefined
        ? { sql: searchSql.several[order], values: range }
        : { sql: searchSql.one[order], values: [namespace] }
    const found: StoredItem[] = []
    if (limit === 0) return found
    let skipped = 0
    for (const { number } of statement(sql).iterate(...values, at)) {
      const place = Number(number)
      if (filter === undefined && skipped < offset && !damaged.isKnown('items', place)) {
        skipped += 1
        continue
      }
      const item = damaged.sound('items', place, () => itemOf(statement(readItemSql).get(place)))
      if (item === undefined || !isWanted(item.value)) continue
      if (skipped < offset) skipped += 1
      else if (found.push(item) >= limit) break
    }
    return found
  }
}

/** The namespaces of a query, by jumping from each to the next: the cost follows their number, not that of the items. */
export function findNamespaces(statement: Statements, query: NamespaceQuery): string[][] {
  const { limit, offset = 0, maxDepth, at } = query
  const [first, before] = packedRange(plainPrefix(query.prefix))
  const found: string[][] = []
  let from: string | Uint8Array = first
  while (found.length < offset + limit) {
    const next: unknown = statement(nextNamespaceSql).get(from, before, at)?.['namespace']
    if (typeof next !== 'string') break
    const labels = unpackLabels(next)
    const isWanted = isNamespaceWanted(labels, query)
    const cut = labels.slice(0, maxDepth)
    if (isWanted) found.push(cut)
    // Past all that would be cut to the same labels, or just past this one.
    from = isWanted && cut.length === maxDepth ? packedRange(cut)[1] : `${next}\u0001`
  }
  return found.slice(offset)
}

/** The one namespace of a range; undefined when there are several, or none. */
export function oneNamespace(statement: Statements, range: ItemRange): string | undefined {
  const edges = statement(edgesSql).get(...range, ...range)
  const { first, last } = edges ?? {}
  return typeof first === 'string' && first === last ? first : undefined
}

/** The item of a row, if there is one. @throws MemoryError `corrupt` when the row is not as it was written */
export function itemOf(found: unknown): StoredItem | undefined {
  if (found === undefined) return undefined
  const row = found as ItemRow
  const { namespace, key, value, createdAt, updatedAt, accessedAt, expiresAt } = row
  if (row.sum !== itemSum(row)) throw damagedError(key, undefined)
  return {
    namespace: unpackLabels(namespace),
    key: unpackKey(key),
    value: parsed(value, key),
    createdAt,
    updatedAt,
    accessedAt,
    ...(expiresAt === null ? {} : { expiresAt }),
  }
}

function parsed(value: string, key: string): StoredItem['value'] {
  try {
    return jsonValue(value)
  } catch (error) {
    throw damagedError(key, error)
  }
}

function damagedError(key: string, cause: unknown): MemoryError {
  const name = shown(unpackKey(key))
  const wayOut = 'put it again, or let memory.check({ repair: true }) set it aside'
  return new MemoryError('corrupt', `the stored item ${name} is damaged: ${wayOut}`, { cause })
}
