import { MemoryError, shown } from '../errors.ts'
import { compareTexts } from './compare-texts.ts'
import { firstPartOf, places } from './numbering.ts'
import { type Layer, type Passage, type PassageQuery, searchedLayers } from './passages.ts'

const mostTerms = 128

/** The passages that a query may find: whole layers, messages of certain sessions, and certain types. */
export interface SearchScope {
  layers: ReadonlySet<Layer>
  sessions: ReadonlySet<string>
  /** Undefined for all types, and for passages without one. */
  types: ReadonlySet<string> | undefined
}

/** The scope of a query; undefined if it covers everything. `sessions` restricts only messages. */
export function searchScope({ layers: wanted, sessions, types }: Partial<PassageQuery>): SearchScope | undefined {
  const layers = new Set(wanted ?? searchedLayers)
  const some = sessions && layers.delete('sessions') ? sessions : []
  if (types === undefined && searchedLayers.every((layer) => layers.has(layer))) return undefined
  return { layers, sessions: new Set(some), types: types && new Set(types) }
}

type Placed = Pick<Passage, 'layer' | 'type' | 'source'>

export function isInScope(passage: Placed, scope: SearchScope | undefined): boolean {
  if (!scope) return true
  const session = sessionOf(passage)
  const type = session === undefined ? passage.type : undefined
  if (scope.types && (type === undefined || !scope.types.has(type))) return false
  return scope.layers.has(passage.layer) || (session !== undefined && scope.sessions.has(session))
}

/** Whether a query may find a passage: it is in the scope, and in the span of time if it has a time. */
export function isWithin(
  passage: Placed & Pick<Passage, 'createdAt'>,
  query: PassageQuery,
  scope: SearchScope | undefined = searchScope(query),
): boolean {
  const { createdAt } = passage
  const { since, until } = query
  if (createdAt !== undefined && since !== undefined && createdAt < since) return false
  if (createdAt !== undefined && until !== undefined && createdAt > until) return false
  return isInScope(passage, scope)
}

/** The key of the session if the passage is a message. */
export function sessionOf({ layer, source }: Pick<Passage, 'layer' | 'source'>): string | undefined {
  return layer === 'sessions' && 'session' in source ? source.session : undefined
}

/** At most 128 different terms, half of them from the end: a question stands before or after a pasted text. */
export function searchTerms({ terms }: PassageQuery): string[] {
  const different = [...new Set(terms)].filter((term) => term !== '')
  if (different.length <= mostTerms) return different
  return [...different.slice(0, mostTerms / 2), ...different.slice(-mostTerms / 2)]
}

/** @throws MemoryError `version-conflict` if a watermark does not have the expected value */
export function checkWatermark(key: string, found: string | undefined, expected: string | undefined): void {
  if (found === expected) return
  const message = `the watermark of ${shown(key)} has changed since it was read: read the watermarks again, and follow the source from there`
  throw new MemoryError('version-conflict', message)
}

/** The limit as a whole number that every database accepts. */
export function searchLimit({ limit = 0 }: Partial<PassageQuery>): number {
  return Math.max(0, Math.min(Math.trunc(limit) || 0, 1_000_000))
}

/**
 * Minimum budget of postings for choosing candidates. A query's two rarest terms may exceed it; common terms beyond it
 * choose none. Every index applies it, so that all choose the same candidates.
 */
export const leastPostings = 4_000
/** In a large index, the budget is one posting for this number of passages, because an answer has more rivals there. */
export const passagesAPosting = 20

/** Maximum postings that choose candidates in an index with this number of passages. */
export function postingsBudget(passages: number): number {
  return Math.max(leastPostings, Math.floor(passages / passagesAPosting))
}

/** Number of rarest terms that always choose candidates, whatever their cost, except for {@link commonPostings}. */
export const leastTerms = 2
/** A term in more passages than this, and in more than half of all, chooses none beside a rarer term: it is noise. */
export const commonPostings = 500

/** Factor for later parts of long texts, mostly an assistant's: they would leave no room for the user's messages. */
export const laterPart = 0.7

/** A term that chooses candidates, and what a passage is worth for having it: ln(1 + passages / passages with it). */
export interface ChoosingTerm {
  term: string
  weight: number
}

/**
 * The terms that choose candidates: those that occur at all, rarest first, until the budget of postings is used. `share`
 * is the share of the index that is searched, if only a range of it is read. How often a passage has a term counts only
 * when it is ranked: that costs no answer of decisions/0031's measurements, and saves most of the time of BM25.
 */
export function choosingTerms(
  { terms, found, passages }: { terms: readonly string[]; found: readonly number[]; passages: number },
  postings: number,
  share = 1,
): ChoosingTerm[] {
  const known = terms.flatMap((term, i) => ((found[i] ?? 0) > 0 ? [{ term, count: found[i] ?? 0 }] : []))
  const rarest = known.sort((a, b) => a.count - b.count)
  let room = postings
  return rarest.flatMap(({ term, count }, i) => {
    room -= count * share
    if (share === 1 && i > 0 && count > commonPostings && 2 * count > passages) return []
    return room >= 0 || i < leastTerms ? [{ term, weight: Math.log(1 + passages / count) }] : []
  })
}

/**
 * The numbers of the passages worth most, best first. Of equal passages, the one later in its session or file comes first.
 * Sessions and files themselves are compared last: a rebuilt index numbers them differently and should answer the same.
 */
export function bestNumbers(worths: ReadonlyMap<number, number>, limit: number): number[] {
  return bestOfLists(Float64Array.from(worths.keys()), Float64Array.from(worths.values()), limit)
}

/** Passages of nearly the same worth are one class. */
const classes = 256

/** {@link bestNumbers} of passages and their worths in two lists, which take half the time of a map. */
export function bestOfLists(numbers: Float64Array, worths: Float64Array, limit: number): number[] {
  const ranks = new Float64Array(numbers.length)
  let most = 1
  for (let i = 0; i < ranks.length; i++) {
    const number = numbers[i] ?? 0
    const rank = Math.trunc((worths[i] ?? 0) * (number === firstPartOf(number) ? 1 : laterPart) * 1e9)
    ranks[i] = rank
    most = Math.max(most, rank)
  }
  const classOf = (rank: number): number => Math.floor((rank / most) * (classes - 1))
  // Most passages are not among the best: they are counted, not sorted.
  const sizes = new Uint32Array(classes)
  for (const rank of ranks) sizes[classOf(rank)] = (sizes[classOf(rank)] ?? 0) + 1
  let least = classes - 1
  for (let count = sizes[least] ?? 0; count < limit && least > 0; count += sizes[least] ?? 0) least--
  const best: number[] = []
  for (let i = 0; i < ranks.length; i++) if (classOf(ranks[i] ?? 0) >= least) best.push(i)
  const placeOf = (i: number): number => (numbers[i] ?? 0) & (places - 1)
  best.sort(
    (a, b) => (ranks[b] ?? 0) - (ranks[a] ?? 0) || placeOf(b) - placeOf(a) || (numbers[b] ?? 0) - (numbers[a] ?? 0),
  )
  return best.slice(0, limit).map((i) => numbers[i] ?? 0)
}

const saturation = 1.2
const lengthWeight = 0.75
const leastWeight = 1e-6

/** SQLite counts two more tokens in each passage: its layer, and its session or type. */
const scopeTokens = 2

/** The numbers about all passages that BM25 needs. */
export interface Corpus {
  passages: number
  /** The tokens of all passages, without {@link scopeTokens}. */
  tokens: number
}

/** ln((N - n + 0.5) / (n + 0.5)), at least 1e-6. Source: SQLite, ext/fts5/fts5_aux.c, fts5Bm25GetData. */
export function termWeight(corpus: Corpus, found: number): number {
  const weight = Math.log((corpus.passages - found + 0.5) / (found + 0.5))
  return weight <= 0 ? leastWeight : weight
}

/**
 * The score that one term adds to a passage of `length` tokens that contains it `count` times.
 * Source: SQLite, ext/fts5/fts5_aux.c, fts5Bm25Function, with k1 = 1.2 and b = 0.75; the order of operations is the
 * same, so that even the last bits agree.
 */
export function termScore(corpus: Corpus, weight: number, count: number, length: number): number {
  const average = (corpus.tokens + corpus.passages * scopeTokens) / corpus.passages
  const size = length + scopeTokens
  return (
    weight * ((count * (saturation + 1)) / (count + saturation * (1 - lengthWeight + (lengthWeight * size) / average)))
  )
}

/** Scores that agree to nine decimals count as equal, and are ordered by id. */
export function compareHits(a: { score: number; id: string }, b: { score: number; id: string }): number {
  return Math.trunc(b.score * 1e9) - Math.trunc(a.score * 1e9) || compareTexts(a.id, b.id)
}
