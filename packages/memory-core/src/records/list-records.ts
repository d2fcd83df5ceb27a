import { MemoryError, shown } from '../errors.ts'
import { withoutUndefined } from '../option-checks.ts'
import { priorityRank } from '../storage/record-rows.ts'
import type { MemoryRecord, RecordQuery, RecordStore, StoredRecord } from '../storage/records.ts'
import { matchesGlob } from '../text/glob.ts'
import { withoutStorage } from './learning.ts'
import type { RecordBook } from './record-book.ts'
import type { RecalledRecord, RecordFilter, SearchRecords } from './records.ts'

/** A {@link RecordFilter} with the types in one list, and the time in milliseconds. */
interface PlainFilter extends Omit<RecordFilter, 'type' | 'asOf'> {
  asOfMs?: number
}

/** Lists records, the most urgent first, then the strongest. With a file, only those that apply to it. */
export async function listRecords(store: RecordStore, filter: PlainFilter): Promise<StoredRecord[]> {
  const { types, kinds, priorityFrom, tags, filePath, asOfMs, archived = 'no', limit = 100 } = filter
  const isScoped = filePath !== undefined && archived === 'no'
  const query: RecordQuery = {
    ...withoutUndefined({ types, kinds, priorityFrom, tags }),
    ...(isScoped && { scopes: await scopesOf(store, filePath) }),
    archived,
    order: 'priority',
    limit,
  }
  if (asOfMs === undefined && (filePath === undefined || isScoped)) return store.list(query)
  return listWhere(store, query, (record) => fits(record, { ...filter, archived }))
}

function fits(record: MemoryRecord, filter: PlainFilter): boolean {
  const { types, kinds, priorityFrom, tags, filePath, asOfMs, archived = 'all' } = filter
  const { createdAt, validFrom = createdAt, validTo, scope } = record
  return (
    (types?.includes(record.type) ?? true) &&
    (kinds?.includes(record.kind) ?? true) &&
    (priorityFrom === undefined || priorityRank(record.priority) <= priorityRank(priorityFrom)) &&
    (tags === undefined || tags.some((tag) => record.tags.includes(tag))) &&
    (filePath === undefined || scope === undefined || matchesGlob(scope, filePath)) &&
    (asOfMs === undefined ||
      (Date.parse(validFrom) <= asOfMs && (validTo === undefined || Date.parse(validTo) > asOfMs))) &&
    (archived === 'all' || (archived === 'only') === (record.archivedAt !== undefined))
  )
}

async function scopesOf(store: RecordStore, filePath: string): Promise<(string | undefined)[]> {
  const scopes = await store.scopes()
  return [undefined, ...scopes.filter((scope) => matchesGlob(scope, filePath))]
}

/** Applies conditions that the store cannot, reading more records until enough match. */
async function listWhere(
  store: RecordStore,
  query: RecordQuery,
  isWanted: (record: MemoryRecord) => boolean,
): Promise<StoredRecord[]> {
  for (let limit = query.limit * 4; ; limit *= 4) {
    const listed = await store.list({ ...query, limit })
    const found = listed.filter(isWanted)
    if (found.length >= query.limit || listed.length < limit) return found.slice(0, query.limit)
  }
}

/** Maximum hits requested from the search. */
const mostHits = 1_000

interface Found {
  record: StoredRecord
  relevance: number
}

/**
 * Records that match the words of the query and the filter, best first, within limit and budget. A record that exceeds
 * the remaining budget is skipped. Touches the results if recall counts as an access.
 * @throws MemoryError `bad-input` if the query is not a text
 */
export async function recallRecords(
  book: RecordBook,
  search: SearchRecords,
  query: string,
  filter: PlainFilter & { budget?: number; signal?: AbortSignal },
): Promise<RecalledRecord[]> {
  if (typeof query !== 'string')
    throw new MemoryError('bad-input', `query is ${shown(query)}, expected a text such as "deploy on fridays"`)
  const { limit = 10, budget = Number.POSITIVE_INFINITY, signal } = filter
  const found = await findRecords(book, search, query, { ...filter, limit })
  signal?.throwIfAborted()
  const chosen = withinBudget(found, budget).slice(0, limit)
  if (book.options.touchOn.includes('recall')) book.touch(chosen.map(({ record }) => record.id))
  return chosen.map(({ record, relevance }) => ({ ...withoutStorage(record), score: book.score(record), relevance }))
}

/** All hits that pass the filter. Requests more hits while too few pass. */
async function findRecords(
  book: RecordBook,
  search: SearchRecords,
  query: string,
  filter: PlainFilter & { limit: number; signal?: AbortSignal },
): Promise<Found[]> {
  const { types, signal } = filter
  for (let asked = Math.max(filter.limit, 1); ; asked *= 4) {
    const limit = Math.min(asked, Math.max(mostHits, filter.limit))
    const hits = await search(query, { limit, ...withoutUndefined({ types, signal }) })
    const found = await passing(book, hits, filter)
    if (found.length >= filter.limit || hits.length < limit || asked >= mostHits) return found
  }
}

async function passing(
  book: RecordBook,
  hits: readonly { id: string; score: number }[],
  filter: PlainFilter,
): Promise<Found[]> {
  const relevance = new Map(hits.map(({ id, score }) => [id, score]))
  const records = await book.store.get([...relevance.keys()])
  return records
    .filter((record) => fits(record, filter))
    .map((record) => ({ record, relevance: relevance.get(record.id) ?? 0 }))
}

function withinBudget(found: readonly Found[], budget: number): Found[] {
  let left = budget
  return found.filter(({ record }) => {
    if (record.tokens > left) return false
    left -= record.tokens
    return true
  })
}
