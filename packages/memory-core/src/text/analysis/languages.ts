import { stemmer as stemDutch } from '@orama/stemmers/dutch'
import { stemmer as stemFrench } from '@orama/stemmers/french'
import { stemmer as stemGerman } from '@orama/stemmers/german'
import { stemmer as stemItalian } from '@orama/stemmers/italian'
import { stemmer as stemPortuguese } from '@orama/stemmers/portuguese'
import { stemmer as stemSpanish } from '@orama/stemmers/spanish'
import { stemmer as stemSwedish } from '@orama/stemmers/swedish'
import { stopwords as dutchWords } from '@orama/stopwords/dutch'
import { stopwords as frenchWords } from '@orama/stopwords/french'
import { stopwords as germanWords } from '@orama/stopwords/german'
import { stopwords as italianWords } from '@orama/stopwords/italian'
import { stopwords as portugueseWords } from '@orama/stopwords/portuguese'
import { stopwords as spanishWords } from '@orama/stopwords/spanish'
import { stopwords as swedishWords } from '@orama/stopwords/swedish'
import { lazy } from '../plain-text.ts'
import { cutWord, foldLetters, stopWordsOfEnglish } from './word-forms.ts'
import { compoundParts } from './word-parts.ts'

/** A language other than English in Latin script. */
export interface Language {
  /** Two letters of ISO 639. */
  code: string
  /** Snowball's stem of a lower-case word with its diacritics. */
  stem: (word: string) => string
  stopWords: readonly string[]
  /** Words that identify the language but carry meaning, separated by blanks. */
  frequent: string
  /** Letters that English does not have. */
  letters: string
  /** Whether it writes compounds as one word. @default false */
  hasCompounds?: boolean
}

/** Words of the published stop-word lists that people do search for: summer, work, life, country … */
const meaningful: ReadonlySet<string> = new Set(
  `acuerdo día dia días dias ejemplo enseguida horas lugar mal manera medio mejor momento parte país pais paìs peor
  primera primero tarde temprano tiempo trabaja trabajais trabajamos trabajan trabajar trabajas trabajo usa valor verdad
  informo informó general largo nueva nuevas nuevo nuevos buena buenas bueno buenos gran grandes conocer cinco cuatro
  seis siete ocho cosas sobre été étée étées étés machen weg fora sitta`.split(/\s+/),
)

function plain(words: readonly string[]): string[] {
  return words.filter((word) => word !== '' && !meaningful.has(word))
}

/** Languages with a stemmer, the most common first. Built when first used. */
export const latinLanguages: () => readonly Language[] = lazy(() => [
  {
    code: 'de',
    stem: stemGerman,
    stopWords: plain([...germanWords, 'beim', 'die', 'ihm']),
    frequent:
      'wurde wurden worden gibt heute gestern immer schon gern gerne bitte danke wann warum neue neuen neuer neues ' +
      'unsere unserer unseren jeden ja',
    letters: 'äöüß',
    hasCompounds: true,
  },
  {
    code: 'fr',
    stem: stemFrench,
    stopWords: plain([...frenchWords, 'chez', 'très']),
    frequent: 'hier aujourd être avoir fait faire aime deux comme tout tous toujours quand bien où dont leurs cette',
    letters: 'àâæçèéêëîïôùûüÿœ',
  },
  {
    code: 'es',
    stem: stemSpanish,
    stopWords: plain(spanishWords),
    frequent: 'ayer quiero tengo gusta prefiere prefiero nuestra vive tiene',
    letters: 'áéíñóúü',
  },
  {
    code: 'pt',
    stem: stemPortuguese,
    stopWords: plain([...portugueseWords, 'meus', 'pelos']),
    frequent: 'hoje ontem gosta gosto quero prefiro moro fica nesta neste pelo',
    letters: 'àáâãçéêíóôõú',
  },
  {
    code: 'it',
    stem: stemItalian,
    stopWords: plain([...italianWords, 'delle']),
    frequent: 'oggi ieri molto vorrei piace piacciono sempre anche vive ogni gli',
    letters: 'àèéìíòóù',
  },
  {
    code: 'nl',
    stem: stemDutch,
    stopWords: plain([...dutchWords, 'wij', 'jij', 'onze', 'deze']),
    frequent: 'vandaag gisteren graag elke naar nieuwe wij zij altijd woont',
    letters: 'áéëïóöü',
    hasCompounds: true,
  },
  {
    code: 'sv',
    stem: stemSwedish,
    stopWords: plain([...swedishWords, 'nya']),
    frequent: 'idag igår tycker gillar behöver bor köpte mycket jobbar bakom nya',
    letters: 'åäöé',
    hasCompounds: true,
  },
])

/** The language of a text in Latin script. */
export interface Detected {
  /**
   * The most likely languages, several if they cannot be distinguished. Empty for a language without a stemmer, such as
   * Polish or Turkish.
   */
  languages: readonly Language[]
  /** Whether it is certain enough to drop its stop words. */
  isSure: boolean
}

/** Stop words of other languages that are also English words or names. They count only together with another one. */
const ambiguous: ReadonlySet<string> = new Set(
  `ad al all also au ben bin bli col com come con da dan de del den der des di dice die dig dir dit door dos du ed el em en
  er era es et ex final fin fosse fur fut general hat hay hem hen hin hit hoe ik im ins ja la las le lei les los mal
  man men met mi mia min mit noi non nu om op os par para per plus pour que se sea ser si sia sin sob sola solo son
  sont sou sue sur tale tem ten ton tot total tra tu un und une usa usar uso van var vars vi want war we wie
  ya yo`.split(/\s+/),
)

/** Stop words of other languages that are frequent in addresses and code. They do not count. */
const technical: ReadonlySet<string> = new Set(['ai', 'ci', 'com', 'io'])

/** Maximum words scanned. */
const read = 300

const englishBit = 1 << 30

/** Stop words and other frequent words of all languages, with a bit for each language. */
const stopWordBits = lazy((): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  for (const [at, { stopWords, frequent }] of latinLanguages().entries())
    for (const word of [...stopWords, ...frequent.split(' ')])
      if (word.length > 1 && !technical.has(word)) found.set(word, (found.get(word) ?? 0) | (1 << at))
  for (const word of stopWordsOfEnglish()) found.set(word, (found.get(word) ?? 0) | englishBit)
  return found
})

type Evidence = ReturnType<typeof collect>

/**
 * Detects the language of a text from its words in order, in lower case, with diacritics. Undefined for English, and
 * for a text without stop words and diacritics, which counts as English.
 *
 * A stop word counts one, or a half if it is also an English one. A word with letters of some languages counts one for
 * those and minus two for the others. `isAscii` means that no word has a diacritic. Takes about 0.2 µs a word.
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

function collect(words: readonly string[], isAscii: boolean) {
  const known = stopWordBits()
  const count = latinLanguages().length
  const accented: string[] = []
  const found = {
    words: Math.min(words.length, read),
    english: 0,
    /** Words with letters that English does not have. */
    accented,
    scores: new Array<number>(count).fill(0),
    /** The different words that indicate each language, and whether one of them suffices. */
    distinct: new Array<Set<string> | undefined>(count).fill(undefined),
    isPlain: new Array<boolean>(count).fill(false),
  }
  for (const word of words.slice(0, read)) {
    if (word.length < 2) continue
    const mask = known.get(word)
    if (mask === englishBit) found.english++
    else if (mask !== undefined) addForeign(found, word, mask)
    if (!isAscii && accents.test(word)) accented.push(word)
  }
  return found
}

const accents = /(?=[^\0-\x7f])\p{Script=Latin}/u

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

/** One for each word with only letters of the language, minus two for each other word. */
function lettersScore(words: readonly string[], letters: string): number {
  let score = 0
  for (const word of words) {
    let isOwn = true
    for (const letter of word) if (letter > '\x7f' && letter !== '’' && !letters.includes(letter)) isOwn = false
    score += isOwn ? 1 : -2
  }
  return score
}

/**
 * Marks stems of languages other than English, so that they never match English texts. No other token has this letter,
 * because folding turns it into "o".
 */
export const foreignMark: string = 'ø'
/** Marks prefixes of words in languages without a stemmer. */
const beginningMark = `${foreignMark}${foreignMark}`
/** The length of a prefix that identifies an inflected word well enough (McNamee and Mayfield 2004, n-grams and truncation). */
const beginningLength = 5
const rememberedWords = 20_000

const remembered = new Map<string, readonly string[]>()

/** A word of only Latin letters, as the stemmers expect. */
export const latinWord: RegExp = /^[\p{Script=Latin}\p{M}]+$/u

/**
 * A lower-case word, with diacritics, of a text in a language other than English → the tokens it is indexed under: its
 * stem, the stem of the word without diacritics if that differs, and in languages that write compounds as one word the
 * stems of their parts. Without a language: the first five letters.
 */
export function foreignTokens(word: string, languages: readonly Language[]): readonly string[] {
  return once(`${languages.map(({ code }) => code).join()} ${word}`, () =>
    languages.length === 0 ? beginnings(word) : languages.flatMap((language) => stemTokens(word, language)),
  )
}

/** The cached tokens of a key, computed if missing, without duplicates. */
function once(key: string, make: () => readonly string[]): readonly string[] {
  const known = remembered.get(key)
  if (known) return known
  if (remembered.size >= rememberedWords) remembered.clear()
  const tokens = [...new Set(make())]
  remembered.set(key, tokens)
  return tokens
}

function stemTokens(word: string, language: Language): string[] {
  const parts = language.hasCompounds ? compoundParts(word) : []
  return [word, ...parts].flatMap((part) => stems(part, language))
}

/** A lower-case word of a query → its possible tokens in texts of all other languages, without duplicates. */
export function queryTokens(word: string): readonly string[] {
  return once(`? ${word}`, () => [
    ...latinLanguages().flatMap((language) => stems(word, language)),
    ...beginnings(word),
  ])
}

/** The marked stem of a word, with and without its diacritics. */
export function stems(word: string, { code, stem }: Language): string[] {
  const bare = foldLetters(word)
  const forms = (bare === word ? [word] : [word, bare]).flatMap((form) => prepared(form, code))
  return [...new Set(forms.map((form) => cutWord(foreignMark + foldLetters(finished(stem(form), code)))))]
}

/** Unifies forms that the stemmers do not: Portuguese plurals, Dutch diminutives, the Swedish article, some verbs. */
function prepared(word: string, code: string): string[] {
  if (code === 'pt') return [word.replace(/(?:ões|ães|oes|ao)$/, 'ão').replace(/(?<=..)ns$/, 'm')]
  if (code === 'nl') return [word.replace(/jes$/, 'je').replace(/(?<=[aeiouy].*[bfgklmnpr])(?:t|te|ten)$/, 'en')]
  if (code === 'de') return [word.replace(/(?<=[aeiouyäöü].*[bfgklmnprhz])(?:t|te|ten|test|tet)$/, '')]
  if (code === 'sv') return [word.replace(/(?<=...)an$/, 'a')]
  if (code === 'fr' && /[^m]ent$/.test(word)) return [word, word.replace(/nt$/, 'r')]
  if (code === 'fr' && /euses?$/.test(word)) return [word, word.replace(/euses?$/, 'eur')]
  return [word]
}

/** Unifies stems of one word that differ in a letter: Dutch huis and huizen, Swedish cykel and cyklar. */
function finished(stem: string, code: string): string {
  if (code === 'nl') return stem.replace(/z$/, 's').replace(/v$/, 'f')
  return code === 'sv' ? stem.replace(/(?<=..[^aeiouyåäö])e(?=[ln]$)/, '') : stem
}

function beginnings(word: string): string[] {
  const bare = foldLetters(word)
  return bare.length < beginningLength - 1 ? [] : [beginningMark + bare.slice(0, beginningLength)]
}
