import { stopwords } from '@orama/stopwords/english'
import { stemmer } from 'stemmer'
import { lemmaOf } from './irregular-forms.ts'

/** Maximum stems cached: the vocabulary of a large memory. The stemmer costs about 5 µs a word, the map 0.05. */
const rememberedStems = 20_000

const stems = new Map<string, string>()
let stopWords: Set<string> | undefined

/**
 * Whether a lower-case word carries no meaning of its own. `don't` and `dont` are such words; `may` is not, because it
 * is a month as well.
 */
export function isStopWord(word: string): boolean {
  return stopWordsOfEnglish().has(word)
}

/** All words of which {@link isStopWord} says so. */
export function stopWordsOfEnglish(): ReadonlySet<string> {
  stopWords ??= readStopWords()
  return stopWords
}

function readStopWords(): Set<string> {
  const negated = stopwords.filter((word) => word.endsWith("n't")).map((word) => word.replace("'", ''))
  const words = new Set(['a', ...stopwords, ...negated])
  words.delete('may')
  return words
}

/** A lower-case word of ASCII letters → its stem, irregular forms included: `running` → `run`, `went` → `go`. */
export function stemOf(word: string): string {
  const known = stems.get(word)
  if (known !== undefined) return known
  if (stems.size >= rememberedStems) stems.clear()
  const stem = stemmer(lemmaOf(word))
  stems.set(word, stem)
  return stem
}
