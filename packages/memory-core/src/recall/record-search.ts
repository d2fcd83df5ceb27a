import type { WithRebuild } from '../indexing/marked-index.ts'
import { archivedType } from '../indexing/record-follower.ts'
import type { SearchRecords } from '../records/records.ts'
import type { PassageIndex } from '../storage/passages.ts'
import { type RecordType, recordTypes } from '../storage/records.ts'
import { analyse } from '../text/analyse.ts'
import { termsOf, vague } from './question.ts'

/** Creates the search of the records. Bring the index up to date first. Costs one index query. */
export function createRecordSearch(passages: PassageIndex, withRebuild: WithRebuild): SearchRecords {
  return async (query, { limit, types, archived = 'all', telling = false, signal }) => {
    const isVague = (term: string): boolean => vague.has(term)
    const all = termsOf(query)
    const terms = telling && !analyse(query).every(isVague) ? all.filter((term) => !isVague(term)) : all
    if (terms.length === 0) return []
    signal?.throwIfAborted()
    const search = { terms, layers: ['records'] as const, limit, ...searchedTypes(types, archived) }
    const hits = await withRebuild(() => passages.search(search))
    return hits.flatMap(({ passage: { source }, score }) => ('record' in source ? [{ id: source.record, score }] : []))
  }
}

function searchedTypes(
  types: readonly RecordType[] | undefined,
  archived: 'no' | 'all',
): { types?: readonly string[] } {
  if (!types && archived === 'all') return {}
  const wanted = types ?? recordTypes
  return { types: archived === 'no' ? wanted : [...wanted, ...wanted.map(archivedType)] }
}
