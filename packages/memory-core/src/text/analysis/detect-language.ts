import { stopWordsOfEnglish } from './english-words.ts'
import { type Language, latinLanguages } from './languages.ts'

/** What a text is written in, as far as its Latin letters tell. */
export interface Detected {
  /** The likeliest, several when nothing tells them apart. None for a language without a stemmer: Polish, Turkish … */
  languages: readonly Language[]
  /** Whether enough speaks for it to leave its stop words out. */
  isSure: boolean
}

/** Stop words of other languages that English texts have too, as words or in names: they need another one beside them. */
const ambiguous: ReadonlySet<string> = new Set(
  `ad al all also au ben bin bli col com come con da dan de del den der des di dice die dig dir dit door dos du ed el em en
  er era es et ex final fin fosse fur fut general hat hay hem hen hin hit hoe ik im ins ja la las le lei les los mal
  man men met mi mia min mit noi non nu om op os par para per plus pour que se sea ser si sia sin sob sola solo son
  sont sou sue sur tale tem ten ton tot total tra tu un und une usa usar uso van var vars vi want war we wie
  ya yo`.split(/\s+/),
)

/** Stop words of other languages that addresses and code are full of: they say nothing. */
const technical: ReadonlySet<string> = new Set(['ai', 'ci', 'com', 'io'])

/** Maximum words scanned: a language shows early. */
const read = 300

/** The bit of a stop word of English. */
const englishBit = 1 << 30

/** The stop words and other frequent words of all languages → a bit for each language that has it. */
function stopWordBits(): ReadonlyMap<string, number> {
  if (bits) return bits
  const found = new Map<string, number>()
  for (const [at, { stopWords, frequent }] of latinLanguages().entries())
    for (const word of [...stopWords, ...frequent])
      if (word.length > 1 && !technical.has(word)) found.set(word, (found.get(word) ?? 0) | (1 << at))
  for (const word of stopWordsOfEnglish()) found.set(word, (found.get(word) ?? 0) | englishBit)
  bits = found
  return found
}

let bits: ReadonlyMap<string, number> | undefined

interface Evidence {
  words: number
  english: number
  /** Words with letters that English has not. */
  accented: string[]
  scores: number[]
  /** The different words that speak for each language, where there are any, and whether one of them does so alone. */
  distinct: (Set<string> | undefined)[]
  isPlain: boolean[]
}

/**
 * The language of a text, from its words in order, lower case, with their diacritics. Undefined for English, and when
 * nothing speaks for another language: a text without stop words and diacritics is never anything but English.
 *
 * Stop words count one each, or a half when English has the same stop word; words with letters that only some languages
 * have count one for those, and against the others. `isAscii` says that no word has a
 * diacritic. About 0.2 µs a word.
 */
export function detectLanguage(words: readonly string[], isAscii: boolean): Detected | undefined {
  const evidence = collect(words, isAscii)
  const { scores, english, accented } = evidence
  if (evidence.words === 0 || (isAscii && evidence.scores.every((score) => score === 0))) return undefined
  const letters = accented.slice(0, 8)
  const totals = scores.map((score, at) => score + lettersScore(letters, latinLanguages()[at]?.letters ?? ''))
  const best = Math.max(...totals)
  const languages = latinLanguages().filter((_, at) => totals[at] === best)
  const stops = Math.max(...evidence.distinct.map((words, at) => (totals[at] === best ? (words?.size ?? 0) : 0)))
  if (best >= 3 && stops >= 2 && best > 3 * english) return { languages, isSure: true }
  if (english > (accented.length > 1 ? 1 : 0)) return undefined
  if (best >= 2 && (stops >= 2 || best >= 3)) return { languages, isSure: false }
  if (best >= 1 && evidence.isPlain.some((isPlain, at) => isPlain && totals[at] === best))
    return { languages, isSure: false }
  if (accented.length * 8 < evidence.words) return undefined
  return { languages: best >= 1 ? languages : [], isSure: false }
}

function collect(words: readonly string[], isAscii: boolean): Evidence {
  const known = stopWordBits()
  const count = latinLanguages().length
  const found: Evidence = {
    words: Math.min(words.length, read),
    english: 0,
    accented: [],
    scores: new Array<number>(count).fill(0),
    isPlain: new Array<boolean>(count).fill(false),
    distinct: new Array<Set<string> | undefined>(count).fill(undefined),
  }
  for (let at = 0; at < found.words; at++) addWord(found, words[at] ?? '', known, isAscii)
  return found
}

const accents = /(?=[^\0-\x7f])\p{Script=Latin}/u

function addWord(found: Evidence, word: string, known: ReadonlyMap<string, number>, isAscii: boolean): void {
  if (word.length < 2) return
  const mask = known.get(word)
  if (mask === englishBit) found.english++
  else if (mask !== undefined) addForeign(found, word, mask)
  if (!isAscii && accents.test(word)) found.accented.push(word)
}

function addForeign(found: Evidence, word: string, mask: number): void {
  const isHalf = (mask & englishBit) !== 0
  for (let at = 0; at < found.scores.length; at++) {
    if (!(mask & (1 << at))) continue
    found.scores[at] = (found.scores[at] ?? 0) + (isHalf ? 0.5 : 1)
    if (isHalf) continue
    found.distinct[at] = (found.distinct[at] ?? new Set()).add(word)
    if (!ambiguous.has(word)) found.isPlain[at] = true
  }
}

/** One for each word that has a letter of the language, two off for each that has one of another language. */
function lettersScore(words: readonly string[], letters: string): number {
  let score = 0
  for (const word of words) {
    let isOwn = true
    for (const letter of word) if (letter > '\x7f' && letter !== '’' && !letters.includes(letter)) isOwn = false
    score += isOwn ? 1 : -2
  }
  return score
}
