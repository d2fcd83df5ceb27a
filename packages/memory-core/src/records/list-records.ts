import { checkText, withoutUndefined } from '../option-checks.ts'
import { isCurrentAt, isWanted } from '../storage/record-rows.ts'
import type { RecordQuery, RecordStore, StoredRecord } from '../storage/records.ts'
import { withinBudget } from '../text/count-tokens.ts'
import { matchesGlob } from '../text/glob.ts'
import type { RecordBook } from './record-book.ts'
import { withoutStorage } from './record-types.ts'
import type { RecalledRecord, RecordFilter, SearchRecords } from './records.ts'

/** A {@link RecordFilter} with the types in one list, and the time in milliseconds. */
interface PlainFilter extends Omit<RecordFilter, 'type' | 'asOf'> {
  asOfMs?: number
}

/** Lists the most urgent, then the strongest. Applies what the store cannot, reading more until enough match. */
export async function listRecords(store: RecordStore, filter: PlainFilter): Promise<StoredRecord[]> {
  const { types, kinds, priorityFrom, tags, filePath, asOfMs, archived = 'no', limit: wanted = 100 } = filter
  const isScoped = filePath !== undefined && archived === 'no'
  const scopes = isScoped ? (await store.scopes()).filter((scope) => matchesGlob(scope, filePath)) : []
  const query: Omit<RecordQuery, 'limit'> = {
    ...withoutUndefined({ types, kinds, priorityFrom, tags }),
    ...(isScoped && { scopes: [undefined, ...scopes] }),
    archived,
    order: 'priority',
  }
  if (asOfMs === undefined && (filePath === undefined || isScoped)) return store.list({ ...query, limit: wanted })
  for (let limit = wanted * 4; ; limit *= 4) {
    const listed = await store.list({ ...query, limit })
    const found = listed.filter((record) => fits(record, { ...filter, archived }))
    if (found.length >= wanted || listed.length < limit) return found.slice(0, wanted)
  }
}

function fits(record: StoredRecord, { types, kinds, priorityFrom, tags, archived = 'all', ...filter }: PlainFilter) {
  const { filePath, asOfMs } = filter
  const { createdAt, validFrom = createdAt, validTo, scope } = record
  return (
    isWanted(record, { ...withoutUndefined({ types, kinds, priorityFrom, tags }), archived }) &&
    (filePath === undefined || scope === undefined || matchesGlob(scope, filePath)) &&
    (asOfMs === undefined || isCurrentAt({ validFrom, validTo }, asOfMs))
  )
}

const mostHits = 1_000

/**
 * Records that match the words of the query and the filter, best first, within limit and budget. A record that exceeds
 * the remaining budget is skipped. Touches the results if recall counts as an access.
 * @throws MemoryError `bad-input` if the query is not a text
 */
export async function recallRecords(
  book: RecordBook,
  search: SearchRecords,
  query: string,
  filter: PlainFilter & { budget?: number | undefined; signal?: AbortSignal | undefined },
): Promise<RecalledRecord[]> {
  checkText(query, 'query', 'deploy on fridays')
  const { limit = 10, budget = Number.POSITIVE_INFINITY, signal } = filter
  const { records, relevance } = await findRecords(book, search, query, { ...filter, limit })
  signal?.throwIfAborted()
  const chosen = withinBudget(records, budget, ({ tokens }) => tokens).slice(0, limit)
  if (book.options.touchOn.includes('recall')) book.touch(chosen.map(({ id }) => id))
  return chosen.map((record) => ({
    ...withoutStorage(record),
    score: book.score(record),
    relevance: relevance.get(record.id) ?? 0,
  }))
}

/** All hits that pass the filter. Requests more hits while too few pass. */
async function findRecords(
  { store }: RecordBook,
  search: SearchRecords,
  query: string,
  filter: PlainFilter & { limit: number; signal?: AbortSignal | undefined },
): Promise<{ records: StoredRecord[]; relevance: ReadonlyMap<string, number> }> {
  const { types, signal } = filter
  for (let asked = Math.max(filter.limit, 1); ; asked *= 4) {
    const limit = Math.min(asked, Math.max(mostHits, filter.limit))
    const hits = await search(query, { limit, ...withoutUndefined({ types, signal }) })
    const relevance = new Map(hits.map(({ id, score }) => [id, score]))
    const records = (await store.get([...relevance.keys()])).filter((record) => fits(record, filter))
    if (records.length >= filter.limit || hits.length < limit || asked >= mostHits) return { records, relevance }
  }
}
