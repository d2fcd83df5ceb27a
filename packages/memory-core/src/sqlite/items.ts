import type { ItemReading } from '../journal/journal-line.ts'
import { storedItem } from '../storage/item-checks.ts'
import { isNamespaceWanted, itemFilter, plainPrefix } from '../storage/item-query.ts'
import type { ItemQuery, ItemStore, NamespaceQuery, StoredItem } from '../storage/items.ts'
import { labelRange, packKey, packLabels, unpackLabels } from '../storage/pack-key.ts'
import * as sql from './item-row.ts'
import { type ItemRow, itemOf, putItem, touchRow } from './item-row.ts'
import type { JournalStore, NoteReading } from './journal/journal-store.ts'
import type { JournalDraft, Statements } from './journal/table-changes.ts'

/** Packed namespaces as values for SQLite: inclusive start, exclusive end. */
type ItemRange = [from: string, before: string | Uint8Array]

function packedRange(labels: readonly string[]): ItemRange {
  const [from, before] = labelRange(labels)
  // In SQLite every text sorts before every blob.
  return [from, before ?? new Uint8Array(0)]
}

/** Reads values in the order of the answer until enough pass. Several namespaces are sorted first, without values. */
function findItems(query: ItemQuery): (statement: Statements) => StoredItem[] {
  const { filter, order = 'updated', limit, offset = 0, at } = query
  const isWanted = itemFilter(filter)
  const range = packedRange(query.prefix)
  return (statement) => {
    const values = placesIn(statement, range)
    const numbers = statement(sql.searchItemsSql(order, values.length === 1))
    const found: StoredItem[] = []
    if (limit === 0) return found
    let skipped = 0
    for (const { number } of numbers.iterate(...values, at)) {
      const place = Number(number)
      if (filter === undefined && skipped < offset) {
        skipped += 1
        continue
      }
      const item = itemOf(statement(sql.readItemSql).get(place))
      if (item === undefined || !isWanted(item.value)) continue
      if (skipped < offset) skipped += 1
      else if (found.push(item) >= limit) break
    }
    return found
  }
}

/** Jumps from each namespace to the next: the cost grows with the namespaces, not with the items. */
function findNamespaces(statement: Statements, query: NamespaceQuery): string[][] {
  const { limit, offset = 0, maxDepth, at } = query
  const [first, before] = packedRange(plainPrefix(query.prefix))
  const found: string[][] = []
  let from: string | Uint8Array = first
  while (found.length < offset + limit) {
    const next: unknown = statement(sql.nextNamespaceSql).get(from, before, at)?.['namespace']
    if (typeof next !== 'string') break
    const labels = unpackLabels(next)
    const isWanted = isNamespaceWanted(labels, query)
    const cut = labels.slice(0, maxDepth)
    if (isWanted) found.push(cut)
    // Skips all namespaces that would be cut to the same labels, or just this one.
    from = isWanted && cut.length === maxDepth ? packedRange(cut)[1] : `${next}\u0001`
  }
  return found.slice(offset)
}

/** The namespace of a range that has only one; otherwise the range. */
function placesIn(statement: Statements, range: ItemRange): [namespace: string] | ItemRange {
  const { first, last } = statement(sql.edgesSql).get(...range, ...range) ?? {}
  return typeof first === 'string' && first === last ? [first] : range
}

type Place = [namespace: string, key: string]

/** A put costs one fsync unless it is not durable; a read with `touch` none: a failure may lose its time, no item. */
export function createLocalItems(store: JournalStore): ItemStore {
  return {
    async get(namespace, keys, { at, touch }) {
      const places = placesOf(namespace, keys)
      // A read-only memory counts no accesses.
      if (!touch || store.isReadOnly)
        return store.read('items', (statement) =>
          places.map((place) => itemOf(statement(sql.getItemSql).get(...place, at))),
        )
      const reading: ItemReading = touch.expiresAt === undefined ? [at] : [at, touch.expiresAt]
      return store.touch((statement, note) => places.map((place) => touched(statement, note, place, reading)))
    },
    async put(items, { durable = true } = {}) {
      const given = items.map(storedItem)
      const write = (draft: JournalDraft): void => {
        for (const item of given) putItem(draft, item)
      }
      await store.write('items', write, { durable })
    },
    async remove(namespace, keys) {
      const places = placesOf(namespace, keys)
      const remove = (draft: JournalDraft): number =>
        places.reduce((count, place) => count + removed(draft, sql.removeItemSql, place), 0)
      return store.write('items', remove, { forget: true })
    },
    async clear(prefix) {
      const range = packedRange(prefix)
      return store.write('items', (draft) => removed(draft, sql.clearItemsSql, range), { forget: true })
    },
    search: async (query) => store.read('items', findItems(query)),
    namespaces: (query) => store.read('items', (statement) => findNamespaces(statement, query)),
    async count(prefix, at) {
      const range = packedRange(prefix)
      return store.read('items', (statement) => countPresent(statement, range, at))
    },
    async prune(prefix, { at, keep }) {
      const range = packedRange(prefix)
      return store.write('items', (draft) => prune(draft, range, at, keep))
    },
  }
}

function placesOf(namespace: readonly string[], keys: readonly string[]): Place[] {
  return keys.map((key) => [packLabels(namespace), packKey(key)])
}

function touched(statement: Statements, note: NoteReading, place: Place, reading: ItemReading): StoredItem | undefined {
  const row = statement(sql.getItemSql).get(...place, reading[0]) as ItemRow | undefined
  if (row === undefined || itemOf(row) === undefined) return undefined
  note(row.born, reading)
  return itemOf(touchRow(statement, row, reading))
}

/** Deletes rows, permanently or to be replaced. Returns how many there were. */
function removed(
  draft: JournalDraft,
  sql: string,
  values: readonly (ItemRange[number] | number)[],
  isPruned = false,
): number {
  const rows = draft.statement(sql).all(...values)
  for (const { born } of rows)
    if (isPruned) draft.line.pruned.push(String(born))
    else draft.removed(String(born))
  return rows.length
}

function countPresent(statement: Statements, range: ItemRange, at: string): number {
  const place = placesIn(statement, range)
  return Number(statement(sql.countItemsSql(place.length === 1)).get(...place, ...place, at)?.['items'])
}

function prune(draft: JournalDraft, range: ItemRange, at: string, keep = Number.POSITIVE_INFINITY): number {
  const { statement } = draft
  const place = placesIn(statement, range)
  const isOne = place.length === 1
  const expired = removed(draft, sql.pruneExpiredSql(isOne), [...place, at], true)
  if (keep === Number.POSITIVE_INFINITY) return expired
  const surplus = countPresent(statement, range, at) - keep
  if (surplus <= 0) return expired
  return expired + removed(draft, sql.pruneOldestSql(isOne), [...place, surplus], true)
}
