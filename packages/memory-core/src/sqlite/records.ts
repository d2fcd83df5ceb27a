import { afterPacked, packKey, unpackKey } from '../storage/pack-key.ts'
import * as recordRows from '../storage/record-rows.ts'
import {
  type RecordChanges,
  type RecordCount,
  type RecordQuery,
  type RecordStore,
  recordTypes,
  type StoredRecord,
} from '../storage/records.ts'
import { isOwnRevision, lifeSql } from './journal/follow-journal.ts'
import type { JournalStore } from './journal/journal-store.ts'
import type { JournalDraft, Statements } from './journal/table-changes.ts'
import * as sql from './record-row.ts'
import {
  findRecord,
  lastRevision,
  putRecord,
  type RecordRow,
  recordsWith,
  removeRecord,
  setMark,
  toRecord,
  useRecord,
} from './record-row.ts'

type CountRow = Omit<RecordCount, 'archived'> & { archived: number }

type Value = string | number | null

/** A record found by an index; the id is packed. */
interface FoundRecord extends recordRows.RankedRecord {
  number: number
}

/** A range of an index, and the conditions that it covers. */
interface IndexRange {
  way: sql.ListWay
  values: readonly Value[]
  covers: readonly sql.RowFilter[]
}

/** The records and marks in their journal and tables; see `recordSchema`. */
export function createLocalRecords(store: JournalStore): RecordStore {
  return {
    async write(edit) {
      const checked = recordRows.checkedEdit(edit)
      const forget = checked.remove.length > 0
      return store.write('records', (draft) => applyEdit(draft, checked), { forget })
    },
    update: (ids, change, { quietly = false } = {}) =>
      store.write('records', (draft) => applyChange(draft, ids, change, quietly), {
        quiet: quietly,
        durable: !quietly,
      }),
    get: (ids) => store.read('records', (statement) => recordsWith(statement, ids)),
    list: (query) => store.read('records', (statement) => findRecords(statement, query)),
    async scopes() {
      const rows = await store.read('records', (statement) => statement(sql.scopesSql).all())
      return rows.map((row) => unpackKey(String(row['scope'])))
    },
    revision: () => store.read('records', lastRevision),
    changes: (since, limit) => store.read('records', (statement) => changesSince(statement, since, limit)),
    async count() {
      const rows = await store.read('records', (statement) => statement(sql.countSql).all())
      return (rows as unknown as CountRow[]).map(({ archived, ...row }) => ({ ...row, archived: archived === 1 }))
    },
    async marks(keys) {
      const wanted = JSON.stringify(keys.map(packKey))
      return marksOf(await store.read('records', (statement) => statement(sql.findRecordMarksSql).all(wanted)))
    },
    async listMarks(after, limit) {
      const from = after === undefined ? '' : afterPacked(packKey(after))
      return marksOf(await store.read('records', (statement) => statement(sql.listMarksSql).all(from, limit)))
    },
    clear: () => store.write('records', clear, { forget: true }),
  }
}

function marksOf(rows: readonly Record<string, unknown>[]): Map<string, string> {
  return new Map(rows.map(({ key, value }) => [unpackKey(String(key)), unpackKey(String(value))]))
}

function clear(draft: JournalDraft): void {
  for (const lives of lifeSql.records) for (const { born } of draft.statement(lives).all()) draft.removed(String(born))
  for (const statement of sql.clearRecordsSql) draft.statement(statement).run()
}

function applyEdit(draft: JournalDraft, edit: ReturnType<typeof recordRows.checkedEdit>): { inserted: string[] } {
  const inserted: string[] = []
  for (const id of edit.remove) removeRecord(draft, id)
  for (const body of edit.put) putRecord(draft, body)
  for (const body of edit.insert) {
    const { id } = recordRows.recordOf(body)
    if (findRecord(draft, id) !== undefined) continue
    putRecord(draft, body)
    inserted.push(id)
  }
  for (const [key, value] of edit.marks) setMark(draft, key, value)
  return { inserted }
}

function applyChange(
  draft: JournalDraft,
  ids: readonly string[],
  change: (record: StoredRecord) => StoredRecord | undefined,
  quietly: boolean,
): StoredRecord[] {
  return ids.flatMap((id) => {
    const row = findRecord(draft, id)
    const body = row && recordRows.changedBody(toRecord(row), change)
    if (!row || !body) return []
    if (quietly) useRecord(draft, row, body)
    else putRecord(draft, body)
    return recordRows.recordOf(body)
  })
}

/** Records and removals share one counter. */
function changesSince(statement: Statements, since: number, limit: number): RecordChanges {
  const last = lastRevision(statement)
  if (!isOwnRevision(since, last)) return { records: [], removed: [], revision: 0 }
  const rows = statement(sql.changedSql).all(since, since, limit + 1) as unknown as (RecordRow & { isGone: number })[]
  const page = rows.slice(0, limit)
  return {
    records: page.filter(({ isGone }) => !isGone).map(toRecord),
    removed: page.filter(({ isGone }) => isGone).map(({ id }) => unpackKey(id)),
    revision: rows.length > limit ? (page.at(-1)?.revision ?? since) : last,
  }
}

/** The best records. Reads each range up to the limit, and rows only for tags, kinds of a scope and archived scopes. */
function findRecords(statement: Statements, query: RecordQuery): StoredRecord[] {
  const lastRank = recordRows.priorityRank(query.priorityFrom ?? 'low')
  const { limit, order = 'strength', archived = 'no', strengthFrom = Number.NEGATIVE_INFINITY } = query
  const parts = archived === 'all' ? [false, true] : [archived === 'only']
  const ranges = parts.flatMap((isArchived) => rangesOf(query, isArchived))
  const given = filtersOf(query)
  const read = ({ way, values, covers }: IndexRange, ranks: readonly number[]): FoundRecord[] => {
    const left = given.filter(([filter]) => !covers.includes(filter))
    const names = left.map(([filter]) => filter)
    const bounds = [...values, ...ranks, strengthFrom, ...left.flatMap(([, wanted]) => wanted), limit]
    return statement(sql.listSql(way, names)).all(...bounds) as unknown as FoundRecord[]
  }
  const isOfAnyRank = ({ way }: IndexRange): boolean => way === 'scopeStrength'
  const found = ranges.filter(isOfAnyRank).flatMap((range) => read(range, []))
  const ranked = ranges.filter((range) => !isOfAnyRank(range))
  for (let rank = 0; rank <= lastRank; rank++) {
    for (const range of ranked) found.push(...read(range, [rank]))
    // All that follows is less urgent.
    if (order === 'priority' && found.length >= limit) break
  }
  const best = found.sort(recordRows.compareRecords(order)).slice(0, limit)
  return best.map(({ number }) => toRecord(statement(sql.readRecordSql).get(number) as unknown as RecordRow))
}

/** The ranges for one priority, or for all. */
function rangesOf(query: RecordQuery, isArchived: boolean): IndexRange[] {
  const { order = 'strength', scopes, types, priorityFrom = 'low' } = query
  if (isArchived || !scopes) return [{ way: isArchived ? 'archivedPriority' : 'priority', values: [], covers: [] }]
  const typesOf = [...new Set(types ?? recordTypes)]
  const way = order === 'strength' && priorityFrom === 'low' ? 'scopeStrength' : 'scope'
  const named = [...new Set(scopes)].map((scope) => (scope === undefined ? null : packKey(scope)))
  return named.flatMap((scope) =>
    typesOf.map((type): IndexRange => ({ way, values: [scope, type], covers: ['scopes', 'types'] })),
  )
}

/** The conditions of a query that rows can be filtered by, with their values as JSON. */
function filtersOf({ types, kinds, scopes, tags }: RecordQuery): [sql.RowFilter, Value[]][] {
  const filters: [sql.RowFilter, Value[]][] = []
  const named = scopes?.filter((scope) => scope !== undefined).map(packKey)
  if (types) filters.push(['types', [JSON.stringify(types)]])
  if (kinds) filters.push(['kinds', [JSON.stringify(kinds)]])
  if (scopes) filters.push(['scopes', [JSON.stringify(named), scopes.includes(undefined) ? 1 : 0]])
  if (tags) filters.push(['tags', [JSON.stringify(tags)]])
  return filters
}
