import { nearbyNumbers, nearbyOf } from '../storage/numbering.ts'
import type { Candidate, PassageQuery } from '../storage/passages.ts'
import { searchLimit } from '../storage/scope.ts'
import type { IndexFile } from './index-file.ts'
import { indexedToken, matchExpression } from './match-expression.ts'
import { type OriginRange, rangeOfSession } from './origin-numbers.ts'
import { unpackText } from './pack-text.ts'
import { type CandidateRow, parseSpeech } from './passage-row.ts'
import { candidateSql, rankDatedSql, rankSql, rankWithinSql } from './passage-sql.ts'

/** The terms of a query, and how many passages have each. */
export interface CountedTerms {
  terms: readonly string[]
  found: readonly number[]
  /** How many passages there are. */
  passages: number
}

/**
 * Postings that choosing candidates reads at the most, unless its two rarest terms have more: beyond it, common terms
 * choose none. Each costs about 0.3 µs.
 */
const postingsBudget = 10_000
const leastTerms = 2
const everywhere: OriginRange = { first: 0, last: Number.MAX_SAFE_INTEGER, places: Number.MAX_SAFE_INTEGER }

/** The candidates of a query. Call it while the index is open. */
export function localCandidates(index: IndexFile, query: PassageQuery, counted: CountedTerms): Candidate[] {
  const range = oneSession(query) === undefined ? undefined : rangeOfSession(index, oneSession(query) ?? '')
  const share = range ? Math.min(1, range.places / counted.passages) : 1
  const chosen = chosenTerms(counted, share)
  const { limit, layers, sessions, types, since, until } = query
  const scope = { ...(layers ? { layers } : {}), ...(sessions ? { sessions } : {}), ...(types ? { types } : {}) }
  const match =
    chosen.length === 0 ? undefined : matchExpression(chosen, { terms: chosen, limit, ...(range ? {} : scope) })
  if (match === undefined) return []
  const best = bestNumbers(index, match, query, range)
  const rows = best.flatMap((number) => candidateRow(index, number))
  const leading = rows.slice(0, nearbyOf).filter(({ layer }) => layer === 'sessions')
  const near = nearbyNumbers(
    leading.map(({ number }) => number),
    new Set(best),
  )
  const isWithin = ({ createdAt }: CandidateRow): boolean =>
    createdAt === null || ((since === undefined || createdAt >= since) && (until === undefined || createdAt <= until))
  const nearby = near.flatMap((number) => candidateRow(index, number)).filter(isWithin)
  // A form that no passage has need not be looked for in any.
  const words = counted.terms.map((term, i) => (counted.found[i] === 0 ? undefined : indexedToken(term)))
  return [...rows, ...nearby].map((row) => candidateOf(row, words))
}

/** The session that a query is narrowed to. */
function oneSession({ layers, sessions, types }: PassageQuery): string | undefined {
  const isOne = layers?.length === 1 && layers[0] === 'sessions' && sessions?.length === 1 && types === undefined
  return isOne ? sessions[0] : undefined
}

/** The terms that some passage has, the rarest first, as long as there is room for their postings. */
function chosenTerms({ terms, found }: CountedTerms, share: number): string[] {
  const known = terms.map((term, i) => ({ term, postings: (found[i] ?? 0) * share }))
  const rarest = known.filter(({ postings }) => postings > 0).sort((a, b) => a.postings - b.postings)
  let room = postingsBudget
  const chosen = rarest.filter(({ postings }, i) => {
    room -= postings
    return room >= 0 || i < leastTerms
  })
  return chosen.map(({ term }) => term)
}

function bestNumbers(index: IndexFile, match: string, query: PassageQuery, range: OriginRange | undefined): number[] {
  const { since, until } = query
  const limit = searchLimit(query)
  const { first, last } = range ?? everywhere
  const rows =
    since !== undefined || until !== undefined
      ? index.statement(rankDatedSql).all(match, first, last, since ?? '', until ?? '\u{10ffff}', limit)
      : range
        ? index.statement(rankWithinSql).all(match, first, last, limit)
        : index.statement(rankSql).all(match, limit)
  return rows.map((row) => Number(row['number']))
}

function candidateRow(index: IndexFile, number: number): CandidateRow[] {
  const row = index.statement(candidateSql).get(number)
  return row ? [row as unknown as CandidateRow] : []
}

function candidateOf(
  { number, id, layer, length, createdAt, speech, tokens }: CandidateRow,
  words: readonly (string | undefined)[],
): Candidate {
  return {
    number,
    id: unpackText(id),
    layer,
    length,
    counts: words.map((word) => (word === undefined ? 0 : countOf(word, tokens))),
    ...(createdAt === null ? {} : { createdAt }),
    ...(speech === null ? {} : { speech: parseSpeech(speech) }),
  }
}

/** How often a word stands in a text whose words are parted by one blank. */
function countOf(word: string, text: string): number {
  let count = 0
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    const end = at + word.length
    if ((at === 0 || text[at - 1] === ' ') && (end === text.length || text[end] === ' ')) count++
  }
  return count
}
