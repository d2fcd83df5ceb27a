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

/** So many of the rarest terms choose whatever it costs, but for {@link commonPostings}. */
export const leastTerms = 2
/**
 * A term with more postings than this, that more than half of all passages have, chooses only when there is no rarer one:
 * BM25 gives it a millionth of a weight, and beside a rarer term it would only fill up.
 */
export const commonPostings = 500
