import { nearbyNumbers, nearbyOf } from '../storage/numbering.ts'
import { commonPostings, leastTerms, postingsBudget, searchLimit } from '../storage/passage-query.ts'
import { type Candidate, type PassageQuery, type Speech, searchedLayers, type TimedQuery } from '../storage/passages.ts'
import type { IndexFile } from './index-file.ts'
import { indexedToken, matchExpression, scopeLists } from './match-expression.ts'
import { type OriginRange, rangeOfSession } from './passage-numbers.ts'
import { type CandidateRow, parseSpeech, unpackText } from './passage-row.ts'
import { bestNumbersSql, candidatesByNumberSql, numbersWithinSql, timedSql, timedWithinSql } from './passage-sql.ts'

/** So many of a span are looked at. */
const mostLookedAt = 5_000

/** The newest passages of some times. Call it while the index is open. Costs about 3 µs for each passage looked at. */
export function timedCandidates(index: IndexFile, query: TimedQuery): Candidate[] {
  const limit = searchLimit(query)
  const session = oneSession(query)
  const range = session === undefined ? undefined : rangeOfSession(index, session)
  const { layers, scopes, types } = scopeLists(query)
  const [wholes, singles, kinds] = [layers, scopes, types].map((list) => (list ? JSON.stringify(list) : null))
  const rows = new Map<number, CandidateRow>()
  for (const { since, until } of query.spans) {
    const lists = [wholes ?? null, singles ?? null, kinds ?? null, kinds ?? null]
    const found = range
      ? rowsOf(index, timedWithinSql, range.first, range.last, since, until, limit)
      : rowsOf(index, timedSql, since, until, mostLookedAt, since, until, ...lists, limit)
    for (const row of found) rows.set(row[0], row)
  }
  const speeches = new Map<string, Speech>()
  return [...rows.values()].map((row) => candidateOf(row, [], speeches))
}

/** The terms of a query, how many passages have each, and how many passages there are. */
export interface CountedTerms {
  terms: readonly string[]
  found: readonly number[]
  passages: number
  layers: ReadonlyMap<string, number>
}

/** How many candidates are looked for. */
export interface CandidateLimits {
  /** Postings that choose candidates among so many passages. */
  postings: (passages: number) => number
  /** Of so many of the best, the neighbours are candidates too. */
  nearby: number
}

/** What every index keeps to. */
export const usualLimits: CandidateLimits = { postings: postingsBudget, nearby: nearbyOf }

/** Of a session that is a smaller part of the index, BM25 costs more than it is worth: for each term it counts all passages that have it. */
const smallShare = 0.2

/** The candidates of a query. Call it while the index is open. */
export function localCandidates(
  index: IndexFile,
  query: PassageQuery,
  counted: CountedTerms,
  limits: CandidateLimits = usualLimits,
): Candidate[] {
  const session = oneSession(query)
  const range = session === undefined ? undefined : rangeOfSession(index, session)
  const share = range ? Math.min(1, range.places / counted.passages) : 1
  const chosen = chosenTerms(counted, {
    share,
    postings: limits.postings(counted.passages * share),
    isRanged: range !== undefined,
  })
  const unwanted = range ? 0 : unwantedPassages(query, counted)
  const scope = range || unwanted !== undefined ? undefined : query
  const match =
    chosen.length === 0 ? undefined : matchExpression(chosen, { ...scope, terms: chosen, limit: query.limit })
  if (match === undefined) return []
  const isDated = query.since !== undefined || query.until !== undefined
  const rows =
    range && share < smallShare && !isDated
      ? rowsWithMost(index, counted, { chosen, range, limit: searchLimit(query) })
      : bestRows(index, match, query, { range, unwanted: unwanted ?? 0 })
  return toCandidates([...rows, ...neighbours(index, rows, { ...query, nearby: limits.nearby })], counted)
}

/** The session that a query is narrowed to. */
export function oneSession({
  layers,
  sessions,
  types,
}: Pick<PassageQuery, 'layers' | 'sessions' | 'types'>): string | undefined {
  const isOne = layers?.length === 1 && layers[0] === 'sessions' && sessions?.length === 1 && types === undefined
  return isOne ? sessions[0] : undefined
}

/** Up to this many passages of other layers, and up to this share of all, are read past. */
const mostUnwanted = 1_000
const unwantedShare = 0.25

/**
 * How many passages are in other layers than those of the query, when there are few: then reading past them costs less
 * than asking the index for the layers. Undefined where the index has to be asked.
 */
function unwantedPassages(query: PassageQuery, { layers, passages }: CountedTerms): number | undefined {
  if (query.sessions || query.types) return undefined
  const inLayers = (query.layers ?? [...layers.keys()]).reduce((sum, layer) => sum + (layers.get(layer) ?? 0), 0)
  const unwanted = passages - inLayers
  return unwanted <= Math.min(mostUnwanted, passages * unwantedShare) ? unwanted : undefined
}

interface TermLimits {
  /** The part of the index that is asked. */
  share: number
  postings: number
  isRanged: boolean
}

/** The terms that some passage has, the rarest first, as long as there is room for their postings: each costs about half a microsecond. */
function chosenTerms({ terms, found, passages }: CountedTerms, { share, postings, isRanged }: TermLimits): string[] {
  const known = terms.map((term, i) => ({ term, price: (found[i] ?? 0) * share }))
  const rarest = known.filter(({ price }) => price > 0).sort((a, b) => a.price - b.price)
  let room = postings
  const chosen = rarest.filter(({ price }, i) => {
    room -= price
    if (!isRanged && i > 0 && price > commonPostings && 2 * price > passages) return false
    return room >= 0 || i < leastTerms
  })
  return chosen.map(({ term }) => term)
}

function bestRows(
  index: IndexFile,
  match: string,
  query: PassageQuery,
  { range, unwanted }: { range: OriginRange | undefined; unwanted: number },
): CandidateRow[] {
  const { since, until, layers = searchedLayers } = query
  const limit = searchLimit(query)
  const isDated = since !== undefined || until !== undefined
  const statement = bestNumbersSql({ isRanged: range !== undefined, isDated })
  const dates = isDated ? [since ?? '', until ?? '\u{10ffff}'] : []
  const numbers = range ? [range.first, range.last] : []
  const best = numbersOf(index, statement, ...dates, match, ...numbers, limit + unwanted)
  const rows: CandidateRow[] = []
  // An unknown layer is damage: the read of the whole row detects it.
  const isWanted = ([, , layer]: CandidateRow): boolean => layers.includes(layer) || !searchedLayers.includes(layer)
  while (best.length > 0 && rows.length < limit)
    rows.push(...rowsByNumber(index, best.splice(0, limit - rows.length)).filter(isWanted))
  return rows
}

/** The rows of a range that have most of the terms, the rarer the better; the newest of those that are equal. */
function rowsWithMost(
  index: IndexFile,
  { terms, found, passages }: CountedTerms,
  { chosen, range, limit }: { chosen: readonly string[]; range: OriginRange; limit: number },
): CandidateRow[] {
  const worth = new Map<number, number>()
  for (const term of chosen) {
    const weight = Math.log(1 + passages / (found[terms.indexOf(term)] ?? 1))
    const match = matchExpression([term], { terms: [term], limit }) ?? ''
    for (const number of numbersOf(index, numbersWithinSql, match, range.first, range.last))
      worth.set(number, (worth.get(number) ?? 0) + weight)
  }
  const best = [...worth].sort(([a, mine], [b, other]) => other - mine || b - a).slice(0, limit)
  return rowsByNumber(
    index,
    best.map(([number]) => number),
  )
}

type Bound = string | number | null

/** Read as arrays: SQLite's objects take three times as long to make. */
function arraysOf(index: IndexFile, sql: string, values: readonly Bound[]): unknown {
  const statement = index.statement(sql)
  statement.setReturnArrays(true)
  return statement.all(...values)
}

function rowsOf(index: IndexFile, sql: string, ...values: readonly Bound[]): CandidateRow[] {
  return arraysOf(index, sql, values) as CandidateRow[]
}

function numbersOf(index: IndexFile, sql: string, ...values: readonly Bound[]): number[] {
  return (arraysOf(index, sql, values) as [number][]).map(([number]) => number)
}

function rowsByNumber(index: IndexFile, numbers: readonly number[]): CandidateRow[] {
  return rowsOf(index, candidatesByNumberSql, JSON.stringify(numbers))
}

/** The neighbours of the best rows that are not among the rows themselves. */
function neighbours(
  index: IndexFile,
  rows: readonly CandidateRow[],
  { since, until, nearby }: Pick<PassageQuery, 'since' | 'until'> & Pick<CandidateLimits, 'nearby'>,
): CandidateRow[] {
  const leading = rows.slice(0, nearby).filter(([, , layer]) => layer === 'sessions')
  const known = new Set(rows.map(([number]) => number))
  const near = nearbyNumbers(
    leading.map(([number]) => number),
    known,
  )
  const found = rowsByNumber(index, near)
  const isWithin = ([, , , createdAt]: CandidateRow): boolean =>
    createdAt === null || ((since === undefined || createdAt >= since) && (until === undefined || createdAt <= until))
  return found.filter(isWithin)
}

/** A form that no passage has need not be looked for in any. */
function toCandidates(rows: readonly CandidateRow[], { terms, found }: CountedTerms): Candidate[] {
  const words = terms.flatMap((term, place) => ((found[place] ?? 0) > 0 ? [{ word: indexedToken(term), place }] : []))
  const speeches = new Map<string, Speech>()
  return rows.map((row) => {
    const counts = new Array<number>(terms.length).fill(0)
    for (const { word, place } of words) counts[place] = countOf(word, row[5])
    return candidateOf(row, counts, speeches)
  })
}

/** A row as a candidate that has its terms so often. `speeches` are those of the other rows: most are said in few ways. */
function candidateOf(
  [number, id, layer, createdAt, speech, , length]: CandidateRow,
  counts: readonly number[],
  speeches: Map<string, Speech>,
): Candidate {
  const candidate: Candidate = { number, id: unpackText(id), layer, length, counts }
  if (createdAt !== null) candidate.createdAt = createdAt
  if (speech === null) return candidate
  const said = speeches.get(speech) ?? parseSpeech(speech)
  speeches.set(speech, said)
  candidate.speech = said
  return candidate
}

const blank = 0x20

/** How often a word stands in a text whose words are parted by one blank. */
function countOf(word: string, text: string): number {
  let count = 0
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    const end = at + word.length
    const isWhole =
      (at === 0 || text.charCodeAt(at - 1) === blank) && (end === text.length || text.charCodeAt(end) === blank)
    if (isWhole) count++
  }
  return count
}
