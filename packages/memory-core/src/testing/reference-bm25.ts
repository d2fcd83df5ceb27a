import type { Passage } from '../storage/passages.ts'

/** A passage's score by a direct implementation of the formula, with which storages have to agree. */
interface ReferenceScore {
  id: string
  score: number
}

/**
 * Scores passages according to SQLite's documentation of `bm25()` (https://sqlite.org/fts5.html#the_bm25_function): k1
 * = 1.2, b = 0.75, inverse document frequencies at least 1e-6. Every passage counts two more tokens than it has,
 * because its layer and its session or type are indexed with it.
 */
export function referenceScores(passages: readonly Passage[], terms: readonly string[]): ReferenceScore[] {
  const lengths = passages.map((passage) => passage.tokens.length + 2)
  const average = lengths.reduce((sum, length) => sum + length, 0) / passages.length
  const found = passages.map((passage, index) => {
    const length = lengths[index] ?? 0
    const score = terms.reduce((sum, term) => {
      const count = passage.tokens.filter((token) => token === term).length
      return sum + (inverseFrequency(passages, term) * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * length) / average))
    }, 0)
    return { id: passage.id, score }
  })
  return found.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
}

function inverseFrequency(passages: readonly Passage[], term: string): number {
  const having = passages.filter((passage) => passage.tokens.includes(term)).length
  return Math.max(1e-6, Math.log((passages.length - having + 0.5) / (having + 0.5)))
}
