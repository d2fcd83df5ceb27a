/**
 * Postings that choose candidates at the most, unless the two rarest terms of the query have more: beyond it, common terms
 * choose none. Every index keeps to it, so that all of them choose the same.
 */
export const postingsBudget = 4_000
/** So many of the rarest terms choose whatever it costs. */
export const leastTerms = 2
