import type { Candidate, Candidates, PassageQuery, TimedQuery } from '@daybook/memory-core'
import { passageQueries } from '@daybook/memory-core/storage'
import { indexKey } from './index-key.ts'
import { toHead } from './passage-row.ts'
import { everyCandidateSql, scopedCandidatesSql, scopedSearchSql, searchSql, timedSql } from './search-sql.ts'
import type { Statement } from './session.ts'

/** The row without a number counts each term. Each candidate has one row with its head, and one with its counts. */
export interface CandidateRow {
  number: string | null
  head: string | null
  /** Positions of terms, from 1, each followed by a count. */
  counts: string | null
  passages: string | number | null
  tokens: string | number | null
}

/** The statement of a search; undefined if it cannot find anything. */
export function searchStatement(query: PassageQuery): Statement | undefined {
  const terms = passageQueries.searchTerms(query).map(indexKey)
  const limit = passageQueries.searchLimit(query)
  if (terms.length === 0 || limit === 0) return undefined
  const scope = scopeValues(query)
  return scope ? { sql: scopedSearchSql, values: [terms, limit, ...scope] } : { sql: searchSql, values: [terms, limit] }
}

export function candidateStatement(query: PassageQuery, terms: readonly string[]): Statement {
  const scope = scopeValues(query)
  const values = [
    terms.map(indexKey),
    passageQueries.searchLimit(query),
    isOneSession(query) ? null : passageQueries.leastPostings,
  ]
  return scope ? { sql: scopedCandidatesSql, values: [...values, ...scope] } : { sql: everyCandidateSql, values }
}

export function timedStatement(query: TimedQuery): Statement {
  const scope = scopeValues(query) ?? [null, [], null, null, null]
  const since = query.spans.map((span) => indexKey(span.since))
  const until = query.spans.map((span) => indexKey(span.until))
  return { sql: timedSql, values: [since, until, passageQueries.searchLimit(query), ...scope] }
}

export function toCandidates(rows: readonly CandidateRow[], terms: readonly string[]): Candidates {
  const counted = new Map(rows.flatMap(({ number, counts }) => (counts === null ? [] : [[number, counts] as const])))
  const size = rows.find(({ number }) => number === null)
  return {
    terms,
    found: countsOf(counted.get(null), terms),
    passages: Number(size?.passages ?? 0),
    tokens: Number(size?.tokens ?? 0),
    candidates: rows.flatMap(({ number, head }): Candidate[] =>
      head === null ? [] : [{ number: Number(number), ...toHead(head), counts: countsOf(counted.get(number), terms) }],
    ),
  }
}

function countsOf(pairs: string | undefined, terms: readonly string[]): number[] {
  const counts = terms.map(() => 0)
  const numbers = (pairs ?? '').split(' ')
  for (let i = 0; i + 1 < numbers.length; i += 2) counts[Number(numbers[i]) - 1] = Number(numbers[i + 1])
  return counts
}

/** Undefined if a query has no limits of scope and time. */
function scopeValues(query: Omit<PassageQuery, 'terms' | 'limit'>): unknown[] | undefined {
  const scope = passageQueries.searchScope(query)
  const { since, until } = query
  if (!scope && since === undefined && until === undefined) return undefined
  const layers = scope ? [...scope.layers] : null
  const sessions = [...(scope?.sessions ?? [])].map(indexKey)
  const types = scope?.types ? [...scope.types].map(indexKey) : null
  const times = [since, until].map((time) => (time === undefined ? null : indexKey(time)))
  return [layers, sessions, types, ...times]
}

/** One session has few passages, however common a term is elsewhere. */
function isOneSession({ layers, sessions, types }: PassageQuery): boolean {
  return layers?.length === 1 && layers[0] === 'sessions' && sessions?.length === 1 && types === undefined
}
