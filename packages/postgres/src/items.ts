import type { ItemQuery, ItemStore, NamespaceQuery, StoredItem } from '@daybook/memory-core'
import { compareLabels, isNamespaceWanted, itemFilter, packedKeys, plainPrefix } from '@daybook/memory-core/storage'
import type { Database } from './database.ts'
import { indexKey } from './index-key.ts'
import { type ItemRow, itemColumns, placeOf, toItem } from './item-row.ts'
import * as sql from './item-sql.ts'
import type { Session } from './session.ts'

const mostRows = 1_000_000_000
const firstPage = 256

/** A read with `touch` does not wait for the disk: a machine failure may lose the time of an access. */
export function createPostgresItems(database: Database): ItemStore {
  return {
    async get(namespace, keys, { at, touch }) {
      if (keys.length === 0) return []
      const places = keys.map(indexKey)
      const values = [placeOf(namespace), [...new Set(places)], at]
      const rows = touch
        ? await database.write(
            (session) => session.rows<ItemRow>(sql.touchItemsSql, [...values, touch.expiresAt ?? null]),
            { durable: false },
          )
        : await database.read((session) => session.rows<ItemRow>(sql.getItemsSql, values))
      const found = new Map(rows.map((row) => [row.key, row]))
      return places.map((key) => {
        const row = found.get(key)
        return row && toItem(row)
      })
    },
    async put(items, { durable = true } = {}) {
      const columns = itemColumns(items)
      if (items.length > 0) await database.write((session) => session.run(sql.putItemsSql, columns), { durable })
    },
    async remove(namespace, keys) {
      const values = [placeOf(namespace), keys.map(indexKey)]
      return database.write((session) => session.run(sql.removeItemsSql, values))
    },
    async clear(prefix) {
      const range = packedKeys.labelRange(prefix)
      return database.write((session) => session.run(sql.clearItemsSql, range))
    },
    search: async (query) => database.read(findItems(query)),
    async namespaces(query) {
      const values = [...packedKeys.labelRange(plainPrefix(query.prefix)), query.at]
      const rows = await database.read((session) => session.rows<{ place: string }>(sql.placesSql, values))
      return cutNamespaces(rows, query)
    },
    async count(prefix, at) {
      const range = packedKeys.labelRange(prefix)
      const [row] = await database.read((session) => session.rows<{ items: string }>(sql.countItemsSql, [...range, at]))
      return Number(row?.items)
    },
    async prune(prefix, { at, keep = mostRows }) {
      const range = packedKeys.labelRange(prefix)
      return database.write(
        async (session) =>
          (await session.run(sql.pruneExpiredSql, [...range, at])) +
          (keep < mostRows ? await session.run(sql.pruneOldestSql, [...range, keep]) : 0),
        { lock: 'pruning' },
      )
    },
  }
}

/** Reads pages of growing size until enough items pass the filter. */
function findItems(query: ItemQuery): (session: Session) => Promise<StoredItem[]> {
  const { filter, order = 'updated', limit, offset = 0, at } = query
  const isWanted = itemFilter(filter)
  const range = packedKeys.labelRange(query.prefix)
  return async (session) => {
    const [edges] = await session.rows<{ first: string | null; last: string | null }>(sql.edgesSql, range)
    const place = edges?.first
    if (limit === 0 || typeof place !== 'string') return []
    const isOne = place === edges?.last
    const search = sql.searchItemsSql(order, isOne)
    const values = [...(isOne ? [place, null] : range), at]
    const page = async (from: number, size: number): Promise<StoredItem[]> =>
      (await session.rows<ItemRow>(search, [...values, size, from])).map(toItem)
    if (filter === undefined) return page(Math.min(offset, mostRows), Math.min(limit, mostRows))
    const found: StoredItem[] = []
    for (let from = 0, size = firstPage; found.length < offset + limit; from += size, size *= 2) {
      const items = await page(from, size)
      found.push(...items.filter(({ value }) => isWanted(value)))
      if (items.length < size) break
    }
    return found.slice(offset, offset + limit)
  }
}

function cutNamespaces(rows: readonly { place: string }[], query: NamespaceQuery): string[][] {
  const { limit, offset = 0, maxDepth } = query
  const wanted = rows
    .map(({ place }) => packedKeys.unpackLabels(place))
    .filter((labels) => isNamespaceWanted(labels, query))
  const cut = new Map(
    wanted.map((labels) => labels.slice(0, maxDepth)).map((labels) => [JSON.stringify(labels), labels]),
  )
  return [...cut.values()].sort(compareLabels).slice(offset, offset + limit)
}
