import { compareTexts } from './compare-texts.ts'

const saturation = 1.2
const lengthWeight = 0.75
const leastWeight = 1e-6

/** A passage's layer and its session or type are indexed beside its tokens, and SQLite counts them: two tokens more for each passage. */
export const scopeTokens = 2

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
