/** The score of one candidate, and what it was made of. */
export interface JoinedScore {
  score: number
  /** The words' part, from 0 to 1: 1 is the best of these candidates. */
  words: number
  /** The meaning's part, from 0 to 1 likewise; undefined without a vector. */
  meaning: number | undefined
}

/**
 * Joins what words and what vectors say of the candidates of one question: (1 - weight) × words + weight × meaning. Words
 * are shares of the best score; cosines, which lie in another narrow band with each embedder, are stretched from the least
 * alike candidate to the most. A candidate that the words did not find has 0 of them; one without a vector is judged by its
 * words alone. Ranks would not do: a weak embedder's first is far less sure than its place says.
 */
export function joinScores(
  lexical: ReadonlyMap<string, number>,
  similar: ReadonlyMap<string, number>,
  weight: number,
): Map<string, JoinedScore> {
  let best = 0
  for (const score of lexical.values()) best = Math.max(best, score)
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const cosine of similar.values()) {
    least = Math.min(least, cosine)
    most = Math.max(most, cosine)
  }
  const joined = new Map<string, JoinedScore>()
  for (const id of new Set([...lexical.keys(), ...similar.keys()])) {
    const words = best > 0 ? Math.max(0, lexical.get(id) ?? 0) / best : 0
    const cosine = similar.get(id)
    const meaning = cosine === undefined ? undefined : most > least ? (cosine - least) / (most - least) : 1
    joined.set(id, { score: (1 - weight) * words + weight * (meaning ?? words), words, meaning })
  }
  return joined
}
