import { type Corpus, passageQueries } from '@daybook/memory-core/storage'

/**
 * Scores texts by the words that they share with a query, by BM25 like the memory's own search, but with simpler words:
 * ignores case and compatibility forms, uses no stems, and pairs of characters for scripts without spaces. Undefined
 * for a text that shares none. Linear in the texts' length.
 */
export function wordScores(query: string, texts: readonly string[]): (number | undefined)[] {
  const terms = [...new Set(wordsOf(query))].slice(0, mostTerms)
  if (terms.length === 0) return texts.map(() => undefined)
  const counted = texts.map((text) => countTerms(text, new Set(terms)))
  const corpus: Corpus = { passages: texts.length, tokens: counted.reduce((sum, { words }) => sum + words, 0) }
  const weights = terms.map((term) => ({
    term,
    weight: passageQueries.termWeight(corpus, counted.filter(({ counts }) => counts.has(term)).length),
  }))
  return counted.map(({ words, counts }) => {
    if (counts.size === 0) return undefined
    return weights.reduce((score, { term, weight }) => {
      const count = counts.get(term)
      return count === undefined ? score : score + passageQueries.termScore(corpus, weight, count, words)
    }, 0)
  })
}

/** Maximum words of a query: more cost time and improve nothing. */
const mostTerms = 128

interface Counted {
  words: number
  counts: Map<string, number>
}

function countTerms(text: string, terms: ReadonlySet<string>): Counted {
  const counts = new Map<string, number>()
  let words = 0
  for (const word of wordsOf(text)) {
    words += 1
    if (terms.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return { words, counts }
}

const word = /[\p{L}\p{M}\p{N}]+/gu
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

function wordsOf(text: string): string[] {
  const found = text.normalize('NFKC').toLowerCase().match(word) ?? []
  return unspaced.test(text) ? found.flatMap((one) => (unspaced.test(one) ? pairsOf(one) : [one])) : found
}

function pairsOf(text: string): string[] {
  const characters = [...text]
  return characters.length < 2
    ? characters
    : characters.slice(1).map((character, at) => `${characters[at]}${character}`)
}
