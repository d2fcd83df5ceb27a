import { tokenize } from '../text/analyse.ts'

/** Maximum different words of a query; more would only cost time. */
const mostQueryWords = 256

/**
 * The relevance of each document to a query, both as tokens, in the documents' order. Summed over the query's tokens:
 * tf × idf with tf = count / length of the document and idf = ln((N + 1) / (df + 1)) + 1; a token that the query
 * repeats counts as often. 0 means that nothing matches. Linear in the documents, times the query's first 256 different
 * tokens.
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

/** Maximum length of a query that is compared word by word, as in recall. */
const longestQuery = 20_000

/** The usable words of a query. */
export function queryWords(query: string): string[] {
  return tokenize(query.slice(0, longestQuery))
}

/**
 * The texts that match a query. With one word or none: those that contain the whole query, ignoring case, in the texts'
 * order, unweighted. With more words: by TF-IDF × weight, best first, equal scores in the texts' order. Linear in the
 * texts; reads the first 20,000 characters of a query.
 */
export function searchTexts(
  texts: readonly string[],
  query: string,
  limit: number,
  weight: (index: number) => number = () => 1,
): string[] {
  const words = queryWords(query)
  if (words.length <= 1) {
    const wanted = query.trim().toLowerCase()
    return texts.filter((text) => text.toLowerCase().includes(wanted)).slice(0, limit)
  }
  return tfIdfScores(words, texts.map(tokenize))
    .map((score, index) => ({ score: score > 0 ? score * weight(index) : 0, text: texts[index] ?? '' }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ text }) => text)
}
