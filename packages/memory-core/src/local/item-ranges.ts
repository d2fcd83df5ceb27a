import { isNamespaceWanted, itemFilter, plainPrefix } from '../storage/item-query.ts'
import type { ItemQuery, NamespaceQuery, StoredItem } from '../storage/items.ts'
import { unpackLabels } from '../storage/pack-key.ts'
import { itemOf } from './item-rows.ts'
import { edgesSql, nextNamespaceSql, readItemSql, searchSql } from './item-sql.ts'
import type { Statements } from './journal-draft.ts'
import { packedRange } from './packed-range.ts'

/** Packed namespaces from the first on, before the second. */
export type ItemRange = ReturnType<typeof packedRange>

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
      const place = Number(number)
      if (filter === undefined && skipped < offset) {
        skipped += 1
        continue
      }
      const item = itemOf(statement(readItemSql).get(place))
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
