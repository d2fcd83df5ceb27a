import { MemoryError, shown } from '../errors.ts'
import type { StoredRecord } from '../storage/records.ts'
import { withoutStorage } from './learning.ts'
import { fits } from './list-records.ts'
import type { RecordBook } from './record-book.ts'
import type { RecalledRecord, RecordFilter, SearchRecords } from './records.ts'
import { withoutUndefined } from './without-undefined.ts'

/** The most hits that are asked of the search. */
const mostHits = 1_000

interface Found {
  record: StoredRecord
  relevance: number
}

/**
 * Records whose words fit the query and that pass the filter, the best fit first, within the limit and the budget: one
 * that is too dear is passed over for those after it. What is answered is touched, where that counts as an access.
 * @throws MemoryError `bad-input` when the query is no text
 */
export async function recallRecords(
  book: RecordBook,
  search: SearchRecords,
  query: string,
  filter: RecordFilter & { budget?: number; signal?: AbortSignal },
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

/** All hits that pass the filter; when too few of them do, more hits are asked for. */
async function findRecords(
  book: RecordBook,
  search: SearchRecords,
  query: string,
  filter: RecordFilter & { limit: number; signal?: AbortSignal },
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
  filter: RecordFilter,
): Promise<Found[]> {
  const relevance = new Map(hits.map(({ id, score }) => [id, score]))
  const records = await book.store.get([...relevance.keys()], { skipDamaged: true })
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
