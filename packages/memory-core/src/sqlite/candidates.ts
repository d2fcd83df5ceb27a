import { firstNumber, lastNumber, nearbyNumbers, nearbyOf } from '../storage/numbering.ts'
import { unpackKey } from '../storage/pack-key.ts'
import { bestOfLists, type ChoosingTerm, choosingTerms, postingsBudget, searchLimit } from '../storage/passage-query.ts'
import {
  type Candidate,
  type Candidates,
  type PassageQuery,
  searchedLayers,
  type TimedQuery,
} from '../storage/passages.ts'
import { cached } from '../text/plain-text.ts'
import type { IndexFile } from './index-file.ts'
import {
  type CandidateRow,
  candidatesByNumberSql,
  indexedToken,
  matchExpressions,
  numbersSql,
  parseSpeech,
  type ScopeQuery,
  scopeLists,
  timedSql,
  timedWithinSql,
} from './passage-row.ts'

/** Maximum passages of a span that are scanned. */
const mostLookedAt = 5_000

/** The newest passages within the spans. Call it while the index is open. Costs about 3 µs a passage scanned. */
export function timedCandidates(index: IndexFile, query: TimedQuery): Candidate[] {
  const limit = searchLimit(query)
  const range = rangeOfQuery(index, query)
  const { layers, scopes, types } = scopeLists(query)
  const kinds = types ? JSON.stringify(types) : null
  const lists = [JSON.stringify(layers), JSON.stringify(scopes), kinds, kinds]
  const rows = new Map<number, CandidateRow>()
  for (const { since, until } of query.spans) {
    const found = range
      ? rowsOf(index, timedWithinSql, range.first, range.last, since, until, limit)
      : rowsOf(index, timedSql, since, until, mostLookedAt, since, until, ...lists, limit)
    for (const row of found) rows.set(row[0], row)
  }
  const speechOf = cached(parseSpeech)
  return [...rows.values()].map((row) => candidateOf(row, [], speechOf))
}

interface CountedTerms extends Pick<Candidates, 'terms' | 'found' | 'passages'> {
  layers: ReadonlyMap<string, number>
}

/** The postings read to choose candidates, by the passages searched; of how many of the best neighbours are added. */
export const usualLimits = { postings: postingsBudget, nearby: nearbyOf }

/** The passages with the most of the terms, rare ones counting more, and the neighbours of the best. */
export function localCandidates(
  index: IndexFile,
  query: PassageQuery,
  counted: CountedTerms,
  limits: typeof usualLimits,
): Candidate[] {
  const range = rangeOfQuery(index, query)
  const share = range ? Math.min(1, range.places / counted.passages) : 1
  const chosen = choosingTerms(counted, limits.postings(counted.passages * share), share)
  const unwanted = range ? 0 : unwantedPassages(query, counted)
  const scope = unwanted === undefined ? query : {}
  const limit = searchLimit(query)
  const postings = postingsOf(index, query, chosen, { range, scope })
  const { numbers, worths } = worthsOf(chosen, postings)
  const best = bestOfLists(numbers, worths, limit + (unwanted ?? 0))
  const { layers = searchedLayers } = query
  // A row of an unknown layer is kept: it is damaged, and reading the whole row will detect that.
  const isWanted = (row: CandidateRow): boolean => layers.includes(row[2]) || !searchedLayers.includes(row[2])
  const rows: CandidateRow[] = []
  while (best.length > 0 && rows.length < limit)
    rows.push(...rowsByNumber(index, best.splice(0, limit - rows.length)).filter(isWanted))
  const leading = rows.slice(0, limits.nearby).flatMap((row) => (row[2] === 'sessions' ? [row[0]] : []))
  const near = nearbyNumbers(leading, new Set(rows.map((row) => row[0])))
  const { since, until } = query
  const isWithin = ({ 3: createdAt }: CandidateRow): boolean =>
    createdAt === null || ((since === undefined || createdAt >= since) && (until === undefined || createdAt <= until))
  const having = new Map(chosen.map(({ term }, i) => [term, postings[i] ?? []]))
  return toCandidates([...rows, ...rowsByNumber(index, near).filter(isWithin)], counted, having)
}

/** The numbers of the one session that a query is limited to, if it is. */
function rangeOfQuery(index: IndexFile, { layers, sessions, types }: ScopeQuery): OriginRange | undefined {
  const [session, another] = sessions ?? []
  const isOne = layers?.length === 1 && layers[0] === 'sessions' && another === undefined && types === undefined
  const [range, second] = isOne && session !== undefined ? originRanges(index, 'session', session) : []
  // Two files may have the same key.
  return second ? undefined : range
}

type OriginRange = ReturnType<typeof originRanges>[number]

/** The numbers of an origin, or of those of a session, both inclusive, and how many texts it ever had. */
export function originRanges(index: IndexFile, column: 'origin' | 'session', value: string) {
  const rows = index.statement(`SELECT number, next FROM origins WHERE ${column} = ?`).all(value)
  return rows.map(({ number, next }) => {
    const origin = Number(number)
    return { first: firstNumber(origin), last: lastNumber(origin), places: Number(next) }
  })
}

/** Passages of other layers are read and dropped up to this number, and up to this share of all. */
const mostUnwanted = 1_000
const unwantedShare = 0.25

/** The passages in other layers, if they are few: reading and dropping them then costs less than a scope. */
function unwantedPassages(query: PassageQuery, { layers, passages }: CountedTerms): number | undefined {
  if (query.sessions || query.types) return undefined
  const inLayers = (query.layers ?? [...layers.keys()]).reduce((sum, layer) => sum + (layers.get(layer) ?? 0), 0)
  const unwanted = passages - inLayers
  return unwanted <= Math.min(mostUnwanted, passages * unwantedShare) ? unwanted : undefined
}

/** The numbers of the passages with each term. A posting costs 0.2 µs, a sixth of what FTS5 takes to score it. */
function postingsOf(
  index: IndexFile,
  { since, until }: PassageQuery,
  chosen: readonly ChoosingTerm[],
  { range, scope }: { range: OriginRange | undefined; scope: ScopeQuery },
): number[][] {
  const isDated = since !== undefined || until !== undefined
  const dates = isDated ? [since ?? '', until ?? '\u{10ffff}'] : []
  const numbers = range ? [range.first, range.last] : []
  const terms = chosen.map(({ term }) => term)
  const matches = JSON.stringify(matchExpressions(terms, scope))
  const sql = numbersSql({ isRanged: range !== undefined, isDated })
  return rowsOf<[string]>(index, sql, ...dates, ...numbers, matches).map(([list]) => JSON.parse(list) as number[])
}

/** The passages in ascending order, and for each the sum of its terms' weights. A map would take twice as long. */
function worthsOf(chosen: readonly ChoosingTerm[], postings: readonly (readonly number[])[]) {
  const most = postings.reduce((sum, { length }) => sum + length, 0)
  const empty = () => ({ numbers: new Float64Array(most), worths: new Float64Array(most), size: 0 })
  let [merged, next] = [empty(), empty()]
  postings.forEach((having, i) => {
    const weight = chosen[i]?.weight ?? 0
    const { numbers, worths, size } = merged
    let [from, at, to] = [0, 0, 0]
    while (from < size || at < having.length) {
      const known = from < size ? (numbers[from] ?? 0) : Infinity
      const added = having[at] ?? Infinity
      next.numbers[to] = Math.min(known, added)
      next.worths[to] = (known <= added ? (worths[from] ?? 0) : 0) + (added <= known ? weight : 0)
      if (known <= added) from++
      if (added <= known) at++
      to++
    }
    next.size = to
    ;[merged, next] = [next, merged]
  })
  const { numbers, worths, size } = merged
  return { numbers: numbers.subarray(0, size), worths: worths.subarray(0, size) }
}

/** Reads arrays: node:sqlite takes three times as long to make objects. */
export function rowsOf<Row = CandidateRow>(
  index: IndexFile,
  sql: string,
  ...values: readonly (string | number | null)[]
): Row[] {
  const statement = index.statement(sql)
  statement.setReturnArrays(true)
  return statement.all(...values) as unknown as Row[]
}

function rowsByNumber(index: IndexFile, numbers: readonly number[]): CandidateRow[] {
  return rowsOf(index, candidatesByNumberSql, JSON.stringify(numbers))
}

/** Counts terms only where they occur; `having` has the postings, ascending, of those that chose candidates. */
function toCandidates(
  rows: readonly CandidateRow[],
  { terms, found }: CountedTerms,
  having: ReadonlyMap<string, readonly number[]>,
): Candidate[] {
  const speechOf = cached(parseSpeech)
  const none = terms.map(() => 0)
  const counted = rows.map((row) => ({ row, counts: none.slice() }))
  const ascending = counted.toSorted((a, b) => a.row[0] - b.row[0])
  terms.forEach((term, place) => {
    if (!found[place]) return
    const word = indexedToken(term)
    const numbers = having.get(term)
    let at = 0
    for (const { row, counts } of ascending) {
      while (numbers && (numbers[at] ?? Infinity) < row[0]) at++
      if (!numbers || numbers[at] === row[0]) counts[place] = countOf(word, row[5])
    }
  })
  return counted.map(({ row, counts }) => candidateOf(row, counts, speechOf))
}

/** `counts`: how often it has each term; `speechOf` is cached, because most rows share a few values. */
function candidateOf(
  [number, id, layer, createdAt, speech, , length]: CandidateRow,
  counts: readonly number[],
  speechOf: typeof parseSpeech,
): Candidate {
  const candidate: Candidate = { number, id: unpackKey(id), layer, length, counts }
  if (createdAt !== null) candidate.createdAt = createdAt
  if (speech !== null) candidate.speech = speechOf(speech)
  return candidate
}

const blank = 0x20

/** Counts a word in a text of words separated by single spaces. */
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
