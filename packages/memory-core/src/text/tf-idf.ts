/** Further words of a query are ignored: they would only cost time. */
const mostQueryWords = 256

/**
 * The relevance of each document to a query, both as tokens, in the documents' order. Summed over the query's tokens:
 * tf × idf with tf = count / length of the document and idf = ln((N + 1) / (df + 1)) + 1; a token that the query repeats
 * counts as often. 0 means that nothing matches. Linear in the documents, times the query's first 256 different tokens.
 */
export function tfIdfScores(query: readonly string[], documents: readonly (readonly string[])[]): number[] {
  const wanted = new Map([...countEach(query)].slice(0, mostQueryWords))
  const counts = documents.map((tokens) => countEach(tokens.filter((token) => wanted.has(token))))
  const frequencies = countEach(counts.flatMap((found) => [...found.keys()]))
  return counts.map((found, index) => {
    const length = documents[index]?.length ?? 0
    let score = 0
    for (const [token, repeats] of wanted) {
      const count = found.get(token)
      if (count === undefined) continue
      const idf = Math.log((documents.length + 1) / ((frequencies.get(token) ?? 0) + 1)) + 1
      score += repeats * (count / length) * idf
    }
    return score
  })
}

function countEach(tokens: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1)
  return counts
}
