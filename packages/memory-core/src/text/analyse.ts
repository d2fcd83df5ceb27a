import {
  type Detected,
  detectLanguage,
  foreignMark,
  foreignTokens,
  latinWord,
  queryTokens,
  stems,
} from './analysis/languages.ts'
import {
  cutWord,
  foldLetters,
  hangulTokens,
  isRussian,
  isRussianStopWord,
  isStopWord,
  scriptForms,
  spellMarks,
  stemOf,
} from './analysis/word-forms.ts'
import { spacelessTokens } from './analysis/word-parts.ts'
import { cached, normalForm } from './plain-text.ts'

const emoji = /[\p{Extended_Pictographic}\p{Regional_Indicator}]/gu
/** The signs for woman and man at the end of emoji of people. */
const gender = /\u200d[♀♂]/gu
/** The last code of signs that are common in plain writing. */
const lastPlainSign = 0x20_ff

/**
 * The emoji of a text without duplicates, as tokens of letters and digits: 🎸 → `ø127928`. Skin tones, joiners and
 * variation selectors are ignored; 👩‍💻 is 👩 and 💻.
 */
function emojiTokens(text: string): string[] {
  const codes = new Set<number>()
  for (const [sign] of text.replace(gender, '').matchAll(emoji)) {
    const code = sign.codePointAt(0) ?? 0
    if (code > lastPlainSign) codes.add(code)
  }
  return Array.from(codes, (code) => `${foreignMark}${code}`)
}

/** Increased whenever {@link analyse} or the indexed fields change: an index of another version is rebuilt. */
export const analyserVersion: number = 5

/** Maximum characters analysed. A long message names its subject early. */
const analysedLength: number = 20_000

/** Maximum different words of a query that are stemmed in other languages, because running every stemmer is slow. */
const queryWords = 256

/** Maximum characters of a query in scripts without spaces that are split into words, because the dictionary is slow. */
const queryCharacters = 2_048

interface AnalyseOptions {
  /** `keep` keeps words such as "who" and "not", for a query that has no other words. @default 'drop' */
  stopWords?: 'drop' | 'keep'
  /**
   * `query` returns the tokens that the words have in any language: about four for each word in Latin letters, English
   * ones first. @default 'index'
   */
  use?: 'index' | 'query'
}

/**
 * A text → the tokens under which it is indexed; with `use: 'query'`, the tokens by which such texts are found. Tokens
 * have only letters and digits, in lower case and in order, and are repeated when the text repeats them.
 *
 * - Compatibility forms are unified (NFKC); diacritics of Latin, Greek and Cyrillic are folded; "foo-bar" is two words.
 * - A text in English or an unknown language is analysed as English: stop words are dropped, words of ASCII letters
 *   reduced to their stems, irregular forms included. "O'Brien" is found as "obrien" and as "brien".
 * - A text in German, French, Spanish, Portuguese, Italian, Dutch or Swedish gives the stems of that language, marked
 * as foreign, and the parts of its compounds; if the language is uncertain, also the English tokens. Other languages in
 * Latin letters give the unchanged words and their first five letters.
 * - Russian, Arabic, Hebrew, Greek, Hindi and Korean words are reduced by the rules of their script.
 * - Runs of scripts without spaces (Han, Kana, Thai, Lao, Khmer, Myanmar) give words and pieces of words.
 * - Vowel signs of other scripts and emoji are spelled out as their code, because indexes split words at them.
 *
 * Linear in the text's length. Reads the first 20,000 characters of a text, the first 2,048 of a query in scripts
 * without spaces, and the first 64 of a word. Gives at most 6 tokens a letter, in English at most one a word. Lone
 * surrogates, NUL and symbols separate words. Takes about 1 µs a word whose stem is cached.
 */
export function analyse(text: string, options?: AnalyseOptions): string[] {
  const start = text.length > analysedLength ? text.slice(0, analysedLength) : text
  const keepAll = options?.stopWords === 'keep'
  const isQuery = options?.use === 'query'
  if (plainWords.test(start))
    return wordsTokens(start.toLowerCase().replaceAll('’', "'").match(asciiWord) ?? [], keepAll, isQuery)
  const unified = normalForm(start, 'NFKC').slice(0, analysedLength).toLowerCase()
  const runs = [...unified.matchAll(anyWord)]
  const words = runs.flatMap(({ groups }) => groups?.['word'] ?? [])
  const setting = settingOf(words, keepAll, isQuery, false)
  const tokens: string[] = []
  const further: string[] = []
  let left = isQuery ? queryCharacters : analysedLength
  for (const { groups } of runs) {
    if (groups?.['spaceless']) {
      tokens.push(...spacelessTokens(groups['spaceless'].slice(0, left), setting))
      left = Math.max(0, left - groups['spaceless'].length)
    }
    if (groups?.['hangul']) tokens.push(...hangulTokens(groups['hangul'], keepAll))
    else if (groups?.['word']) pushWord(tokens, further, groups['word'], setting)
  }
  return [...tokens, ...emojiTokens(unified), ...new Set(further)]
}

function wordsTokens(words: readonly string[], keepAll: boolean, isQuery: boolean): string[] {
  const setting = settingOf(words, keepAll, isQuery, true)
  const tokens: string[] = []
  if (!isQuery && !keepAll && !setting.detected) {
    for (const word of words) tokens.push(...englishTokens(word))
    return tokens
  }
  const further: string[] = []
  for (const word of words) pushWord(tokens, further, word, setting)
  return isQuery ? [...tokens, ...new Set(further)] : tokens
}

/** Only ASCII, besides typographic quotes, dashes and dots, which separate words. */
const plainWords = /^[\0-\x7f\u2010-\u2027]*$/
const asciiWord = /[a-z0-9]+(?:(?<=[a-z])'(?=[a-z])[a-z0-9]+)*/g

const spaceless =
  '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]'
const hangul = '\\p{Script=Hangul}'
const letter = '[\\p{L}\\p{N}]'
const spaced = `(?!${spaceless}|${hangul})${letter}\\p{M}*`
const anyWord: RegExp = new RegExp(
  [
    `(?<spaceless>(?:(?=${letter})${spaceless}\\p{M}*)+)`,
    `(?<hangul>(?:(?=${letter})${hangul})+)`,
    `(?<word>(?:${spaced})+(?:(?<=[\\p{L}\\p{M}])['’](?=\\p{L})(?:${spaced})+)*)`,
  ].join('|'),
  'gu',
)

interface TextSetting {
  keepAll: boolean
  isQuery: boolean
  detected: Detected | undefined
  isRussian: boolean
  /** Whether a word is dropped as a stop word of the detected language. */
  isStop: (word: string) => boolean
  /** The words of a query read so far. */
  asked: Set<string>
}

function settingOf(words: readonly string[], keepAll: boolean, isQuery: boolean, isAscii: boolean): TextSetting {
  const detected = detectLanguage(words, isAscii)
  const dropped = detected?.isSure && !keepAll ? detected.languages : []
  const isStop = (word: string): boolean => dropped.some(({ stopWords }) => stopWords.includes(word))
  return { keepAll, isQuery, detected, isRussian: !isAscii && isRussian(words), isStop, asked: new Set() }
}

const apostrophe = /['’]/
const apostrophes = /['’]/g

function pushWord(tokens: string[], further: string[], word: string, setting: TextSetting): void {
  const { keepAll, isQuery, detected, isRussian } = setting
  if (isRussian && !keepAll && isRussianStopWord(word)) return
  const forms = scriptForms(word.replace(apostrophes, ''))
  if (forms) for (const form of forms) tokens.push(cutWord(spellMarks(form)))
  else if (isQuery) pushQueryWord(tokens, further, word, setting)
  else if (detected) pushForeign(tokens, word, detected, setting)
  else pushEnglish(tokens, foldLetters(word), keepAll)
}

/** Adds the stems of the text's language, and the English ones if that is uncertain. */
function pushForeign(tokens: string[], word: string, { languages, isSure }: Detected, setting: TextSetting): void {
  const { keepAll, isStop } = setting
  if (isStop(word)) return
  if (!isSure) pushEnglish(tokens, foldLetters(word), keepAll)
  for (const part of partsOf(word, isStop)) {
    if (latinWord.test(part)) tokens.push(...foreignTokens(cutWord(part), languages))
    else if (isSure) pushPart(tokens, foldLetters(part), keepAll)
  }
}

/** Adds the English tokens, then those for texts in other languages, beginning with the query's own. */
function pushQueryWord(tokens: string[], further: string[], word: string, setting: TextSetting): void {
  const { detected, keepAll, isStop, asked } = setting
  const isKnown = asked.has(word) || asked.size >= queryWords
  asked.add(word)
  if (isStop(word)) return
  pushEnglish(tokens, foldLetters(word), keepAll)
  for (const part of partsOf(word, isStop)) {
    if (!latinWord.test(part) || (!keepAll && !detected && isStopWord(part))) continue
    for (const language of detected?.languages ?? []) tokens.push(...stems(cutWord(part), language))
    if (!isKnown) further.push(...queryTokens(cutWord(part)))
  }
}

/** The parts between apostrophes, without stop words and those of one or two letters. */
function partsOf(word: string, isStop: (part: string) => boolean): string[] {
  return word.split(apostrophe).filter((part) => !isStop(part) && (part.length === word.length || part.length > 2))
}

const endings = /(?:n't|'(?:s|re|ve|ll|d|m))$/

function pushEnglish(tokens: string[], word: string, keepAll: boolean): void {
  if (!keepAll && isStopWord(word)) return
  const parts = word.replace(endings, '').split("'")
  pushPart(tokens, parts.join(''), keepAll)
  const last = parts.at(-1)
  if (parts.length > 1 && last) pushPart(tokens, last, keepAll)
}

const rememberedWords = 20_000
const longestRemembered = 40

/** The tokens of an ASCII word in an English text. Cached, because texts use few different words. */
const englishTokens = cached(
  (word): readonly string[] => {
    const tokens: string[] = []
    pushEnglish(tokens, word, false)
    return tokens
  },
  rememberedWords,
  longestRemembered,
)

const asciiLetters = /^[a-z]+$/

function pushPart(tokens: string[], word: string, keepAll: boolean): void {
  if (!keepAll && isStopWord(word)) return
  const token = cutWord(spellMarks(word))
  tokens.push(asciiLetters.test(token) ? stemOf(token) : token)
}

/** Negations. They are tokens, so that "uses X" and "does not use X" differ. */
const negations: ReadonlySet<string> = new Set(['not', 'no', 'nor', 'never', 'cannot', 'without'])

/**
 * A text → the words by which searches in documents and compaction compare it: lower case, in order, without stemming.
 * Words are runs of at least two letters, digits or underscores of any script, without English stop words; "n't"
 * becomes `not`. Runs of Hangul and of scripts without spaces give overlapping pairs of characters; a single such
 * character gives itself. Linear; reads the first 64 code units of a word.
 */
export function tokenize(text: string): string[] {
  const tokens: string[] = []
  for (const { 0: match, groups } of normalForm(text, 'NFKC').toLowerCase().matchAll(word)) {
    if (groups?.['dense']) pushPairs(tokens, groups['dense'])
    else if (negated.test(match)) tokens.push('not')
    else if (match.length > 1 && (negations.has(match) || !isStopWord(match))) tokens.push(cutWord(match))
  }
  return tokens
}

const negated = /^[a-z]+n['’]t$/
/** Letters of scripts without blanks between words, and of Hangul, whose words end with particles. */
export const dense =
  '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}\\p{Script=Hangul}]'
const tokenLetter = '[\\p{L}\\p{N}_]'
const word: RegExp = new RegExp(
  `(?<dense>(?:(?=${tokenLetter})${dense}\\p{M}*)+)|[a-z]+n['’]t(?!${tokenLetter})|(?:(?!${dense})${tokenLetter}\\p{M}*)+`,
  'gu',
)
const character = /\P{M}\p{M}*/gu

function pushPairs(tokens: string[], run: string): void {
  const characters = run.match(character) ?? []
  if (characters.length === 1) tokens.push(cutWord(run))
  for (let at = 1; at < characters.length; at++) tokens.push(cutWord(`${characters[at - 1]}${characters[at]}`))
}
