import { MemoryError, shown } from '../errors.ts'
import { itemFilter } from '../storage/item-filter.ts'
import type { ItemQuery, NamespaceQuery, StoredItem } from '../storage/items.ts'
import { jsonValue } from '../storage/json-text.ts'
import { isNamespaceWanted, plainPrefix } from '../storage/namespaces.ts'
import { unpackKey, unpackLabels } from '../storage/pack-key.ts'
import { edgesSql, nextNamespaceSql, readItemSql, searchSql } from './item-sql.ts'
import { packedRange } from './packed-range.ts'
import type { Statements } from './store-file.ts'

/** Packed namespaces from the first on, before the second. */
export type ItemRange = ReturnType<typeof packedRange>

interface ItemRow {
  namespace: string
  key: string
  value: string
  createdAt: string
  updatedAt: string
  accessedAt: string
  expiresAt: string | null
}

/**
 * Finds the items of a query. Values are read one by one in the order of the answer, and only until there are enough:
 * the filter looks at each. Below one namespace the order is that of an index; several are sorted first, without values.
 */
export function findItems(query: ItemQuery): (statement: Statements) => StoredItem[] {
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
      if (filter === undefined && skipped < offset) {
        skipped += 1
        continue
      }
      const item = itemOf(statement(readItemSql).get(Number(number)))
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

/** The item of a row, if there is one. @throws MemoryError `corrupt` when its value is no JSON */
export function itemOf(row: unknown): StoredItem | undefined {
  if (row === undefined) return undefined
  const { namespace, key, value, createdAt, updatedAt, accessedAt, expiresAt } = row as ItemRow
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
    const name = shown(unpackKey(key))
    throw new MemoryError('corrupt', `the value of the stored item ${name} is no JSON: put it again`, { cause: error })
  }
}
