/**
 * Postings that choose candidates at the most, unless the two rarest terms of the query have more: beyond it, common terms
 * choose none. Every index keeps to it, so that all of them choose the same.
 */
export const postingsBudget = 4_000
/**
 * So many of the rarest terms choose whatever it costs; the rarest in any case, another one unless more than half of all
 * passages have it: BM25 gives such a term a millionth of a weight, and beside a rarer one it would only fill up.
 */
export const leastTerms = 2
