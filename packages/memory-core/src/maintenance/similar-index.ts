/** Finds the texts added so far that can be similar to another one, at a price that no set of texts can drive up. */
export interface SimilarIndex {
  /** Numbers of added sets of words, ascending: few more than those whose similarity reaches the threshold. */
  candidates(words: ReadonlySet<string>): number[]
  add(number: number, words: ReadonlySet<string>): void
}

/** Maximum sets that are compared for one word: a word that more sets have among their rarest says little. */
const mostPerWord = 50
/** 0.85 × 20 is 17.000000000000004 in some orders of calculation: a bound must not lose a set to that. */
const rounding = 1e-9

/**
 * An index over the rarest words of each set (prefix filter): two sets whose Jaccard similarity reaches the threshold t
 * share one of their |A| − ⌈t·|A|⌉ + 1 rarest words. `frequency` says in how many sets a word is.
 */
export function createSimilarIndex(frequency: ReadonlyMap<string, number>, threshold: number): SimilarIndex {
  const byWord = new Map<string, number[]>()

  function rarest(words: ReadonlySet<string>): string[] {
    const byRarity = [...words].sort(
      (a, b) => (frequency.get(a) ?? 0) - (frequency.get(b) ?? 0) || (a < b ? -1 : Number(a > b)),
    )
    return byRarity.slice(0, words.size - Math.ceil(threshold * words.size - rounding) + 1)
  }

  return {
    candidates(words) {
      const found = new Set(rarest(words).flatMap((word) => byWord.get(word) ?? []))
      return [...found].sort((a, b) => a - b)
    },
    add(number, words) {
      for (const word of rarest(words)) {
        const numbers = byWord.get(word)
        if (!numbers) byWord.set(word, [number])
        else if (numbers.length < mostPerWord) numbers.push(number)
      }
    },
  }
}
