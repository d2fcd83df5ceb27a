import { MemoryError, shown } from '../errors.ts'
import { compareTexts } from './compare-texts.ts'
import { type Layer, type Passage, type PassageQuery, searchedLayers } from './passages.ts'

const mostTerms = 128

/** What a query may find: whole layers and messages of single sessions, and of these only some types. */
export interface SearchScope {
  layers: ReadonlySet<Layer>
  sessions: ReadonlySet<string>
  /** Undefined for all, and for what has none. */
  types: ReadonlySet<string> | undefined
}

/** The scope of a query; undefined when it covers everything. `sessions` narrows the messages and nothing else. */
export function searchScope({ layers: wanted, sessions, types }: Partial<PassageQuery>): SearchScope | undefined {
  const whole = new Set(wanted ?? searchedLayers)
  const narrowed = types && new Set(types)
  if (sessions === undefined || !whole.has('sessions')) {
    const isAll = types === undefined && searchedLayers.every((layer) => whole.has(layer))
    return isAll ? undefined : { layers: whole, sessions: new Set(), types: narrowed }
  }
  whole.delete('sessions')
  return { layers: whole, sessions: new Set(sessions), types: narrowed }
}

/** Whether a passage is within a scope. */
export function isInScope(
  passage: Pick<Passage, 'layer' | 'type' | 'source'>,
  scope: SearchScope | undefined,
): boolean {
  if (!scope) return true
  const session = sessionOf(passage)
  const type = session === undefined ? passage.type : undefined
  if (scope.types && (type === undefined || !scope.types.has(type))) return false
  return scope.layers.has(passage.layer) || (session !== undefined && scope.sessions.has(session))
}

/** The session that a passage is a message of. */
export function sessionOf({ layer, source }: Pick<Passage, 'layer' | 'source'>): string | undefined {
  return layer === 'sessions' && 'session' in source ? source.session : undefined
}

/**
 * The terms that are searched for, each once: 128 at the most, half of them from the end. Where much is pasted, what is
 * asked stands before it or behind it.
 */
export function searchTerms({ terms }: PassageQuery): string[] {
  const different = [...new Set(terms)].filter((term) => term !== '')
  if (different.length <= mostTerms) return different
  return [...different.slice(0, mostTerms / 2), ...different.slice(-mostTerms / 2)]
}

/** @throws MemoryError `version-conflict` when a watermark is not what it was expected to be */
export function checkWatermark(key: string, found: string | undefined, expected: string | undefined): void {
  if (found === expected) return
  throw new MemoryError(
    'version-conflict',
    `the watermark of ${shown(key)} has changed since it was read: read the watermarks again, and follow the source from there`,
  )
}

/** How many passages are asked for, as a whole number that every database takes. */
export function searchLimit({ limit = 0 }: Partial<PassageQuery>): number {
  return Math.max(0, Math.min(Math.trunc(limit) || 0, 1_000_000))
}

/**
 * Postings that choose candidates at the most, unless the two rarest terms of the query have more: beyond it, common terms
 * choose none. Every index keeps to it, so that all of them choose the same.
 */
export const leastPostings = 4_000
/** In a large index, one posting for so many passages is the limit: what is asked for has more rivals there. */
export const passagesAPosting = 20

/** How many postings choose candidates at the most among so many passages. */
export function postingsBudget(passages: number): number {
  return Math.max(leastPostings, Math.floor(passages / passagesAPosting))
}

/** How many of the rarest terms always choose candidates, whatever the cost, but for {@link commonPostings}. */
export const leastTerms = 2
/**
 * A term with more postings than this, that more than half of all passages have, chooses only when there is no rarer one:
 * BM25 gives it a millionth of a weight, and beside a rarer term it would only fill up.
 */
export const commonPostings = 500

const saturation = 1.2
const lengthWeight = 0.75
const leastWeight = 1e-6

/** A passage's layer and its session or type are indexed beside its tokens, and SQLite counts them: two tokens more for each passage. */
const scopeTokens = 2

/** What BM25 has to know of all passages. */
export interface Corpus {
  passages: number
  /** The tokens of all passages, without {@link scopeTokens}. */
  tokens: number
}

/**
 * How much a term that `found` passages have is worth: ln((N - n + 0.5) / (n + 0.5)), never less than 1e-6.
 * Source: SQLite, ext/fts5/fts5_aux.c, fts5Bm25GetData.
 */
export function termWeight(corpus: Corpus, found: number): number {
  const weight = Math.log((corpus.passages - found + 0.5) / (found + 0.5))
  return weight <= 0 ? leastWeight : weight
}

/**
 * What one term adds to the score of a passage of `length` tokens that has it `count` times.
 * Source: SQLite, ext/fts5/fts5_aux.c, fts5Bm25Function, with k1 = 1.2 and b = 0.75; the order of the operations is the
 * same, so that the last bits agree too.
 */
export function termScore(corpus: Corpus, weight: number, count: number, length: number): number {
  const average = (corpus.tokens + corpus.passages * scopeTokens) / corpus.passages
  const size = length + scopeTokens
  return (
    weight * ((count * (saturation + 1)) / (count + saturation * (1 - lengthWeight + (lengthWeight * size) / average)))
  )
}

/** Scores are equal when they agree to nine decimals; equal scores are ordered by id. */
export function compareHits(a: { score: number; id: string }, b: { score: number; id: string }): number {
  return Math.trunc(b.score * 1e9) - Math.trunc(a.score * 1e9) || compareTexts(a.id, b.id)
}
