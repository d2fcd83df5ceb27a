import { packKey } from '../storage/pack-key.ts'
import { compareRecords, priorityRank, type RankedRecord } from '../storage/record-rows.ts'
import { type RecordQuery, recordPriorities, recordTypes } from '../storage/records.ts'
import type { Statements } from './journal/journal-draft.ts'
import { type ListWay, listSql, type RowFilter } from './record-sql.ts'

type Value = string | number | null

/** A record found by an index; the id is packed. */
interface FoundRecord extends RankedRecord {
  number: number
}

interface IndexRange {
  way: ListWay
  values: readonly Value[]
  covers: readonly RowFilter[]
}

export const mostRows = 1_000_000_000
const everyPriority = recordPriorities.length - 1

/**
 * The numbers of the wanted records in order. Each condition with an index makes one range for each of its values; every
 * range is read in order up to the limit, and the best of all are returned. Reads at most (scopes × types × priorities)
 * × limit index entries, and rows only for conditions without an index.
 */
export function findRecords(statement: Statements, query: RecordQuery): number[] {
  const lastRank = priorityRank(query.priorityFrom ?? 'low')
  const limit = Math.min(query.limit, mostRows)
  const { order = 'strength', archived = 'no', strengthFrom = Number.NEGATIVE_INFINITY } = query
  const parts = archived === 'all' ? [false, true] : [archived === 'only']
  const ranges = parts.flatMap((isArchived) => rangesOf(query, isArchived))
  const given = filtersOf(query)
  const read = ({ way, values, covers }: IndexRange, ranks: readonly number[]): FoundRecord[] => {
    const left = given.filter(({ filter }) => !covers.includes(filter))
    const list = statement(
      listSql(
        way,
        left.map(({ filter }) => filter),
      ),
    )
    const bounds = [...values, ...ranks, strengthFrom, ...left.flatMap((one) => one.values), limit]
    return list.all(...bounds) as unknown as FoundRecord[]
  }
  const found = ranges.filter(isOfAnyRank).flatMap((range) => read(range, []))
  const ranked = ranges.filter((range) => !isOfAnyRank(range))
  for (const rank of query.name !== undefined || order === 'newest' ? [lastRank] : ranksTo(lastRank)) {
    for (const range of ranked) found.push(...read(range, [rank]))
    // All that follows is less urgent.
    if (order === 'priority' && found.length >= limit) break
  }
  const best = found.sort(compareRecords(order)).slice(0, limit)
  return best.map(({ number }) => number)
}

function isOfAnyRank({ way }: IndexRange): boolean {
  return way === 'scopeStrength'
}

/** The ranges for one priority, or for all. */
function rangesOf(query: RecordQuery, isArchived: boolean): IndexRange[] {
  const { name, order = 'strength', scopes, types, kinds, priorityFrom = 'low' } = query
  if (name !== undefined) return [{ way: 'name', values: [packKey(name), isArchived ? 1 : 0], covers: [] }]
  if (order === 'newest') return [{ way: isArchived ? 'archivedAge' : 'age', values: [], covers: [] }]
  if (isArchived) return [{ way: 'archivedPriority', values: [], covers: [] }]
  if (scopes) {
    const way = order === 'strength' && priorityRank(priorityFrom) === everyPriority ? 'scopeStrength' : 'scope'
    return [...new Set(scopes)].flatMap((scope) =>
      [...new Set(types ?? recordTypes)].map(
        (type): IndexRange => ({
          way,
          values: [scope === undefined ? null : packKey(scope), type],
          covers: ['scopes', 'types'],
        }),
      ),
    )
  }
  if (types) return [...new Set(types)].map((type): IndexRange => ({ way: 'type', values: [type], covers: ['types'] }))
  if (kinds) return [...new Set(kinds)].map((kind): IndexRange => ({ way: 'kind', values: [kind], covers: ['kinds'] }))
  return [{ way: 'priority', values: [], covers: [] }]
}

function ranksTo(last: number): number[] {
  return Array.from({ length: Math.min(last, everyPriority) + 1 }, (_, rank) => rank)
}

/** The conditions of a query that rows can be filtered by, with their values as JSON. */
function filtersOf({ types, kinds, scopes, tags }: RecordQuery): { filter: RowFilter; values: Value[] }[] {
  const filters: { filter: RowFilter; values: Value[] }[] = []
  const named = scopes?.filter((scope) => scope !== undefined).map(packKey)
  if (types) filters.push({ filter: 'types', values: [JSON.stringify(types)] })
  if (kinds) filters.push({ filter: 'kinds', values: [JSON.stringify(kinds)] })
  if (scopes) filters.push({ filter: 'scopes', values: [JSON.stringify(named), scopes.includes(undefined) ? 1 : 0] })
  if (tags) filters.push({ filter: 'tags', values: [JSON.stringify(tags)] })
  return filters
}
