import { isStopWord, stemOf } from './english-words.ts'
import { cutWord, foldLetters, spellMarks } from './fold-letters.ts'
import { spacelessTokens, syllableTokens } from './spaceless-tokens.ts'

/** Goes up when {@link analyse} answers something else for any text: an index made by another version is rebuilt. */
export const analyserVersion: number = 1

/** More of a text than this is not searchable. A long message says what it is about before that; a dump never does. */
const maxLength = 20_000

/** Options of {@link analyse}. */
export interface AnalyseOptions {
  /** `keep` leaves words such as "who" and "not" in, for a query that has no others. @default 'drop' */
  stopWords?: 'drop' | 'keep'
}

/**
 * A text → the tokens under which it is indexed and searched: letters and digits only, lower case, in order, repeated
 * when the text repeats them.
 *
 * - Compatibility forms are unified (NFKC); diacritics of Latin, Greek and Cyrillic are folded; "foo-bar" is two words.
 * - English stop words are left out; words of ASCII letters are reduced to their English stem, irregular forms included.
 *   "Caroline's" is "Caroline"; "O'Brien" is found as "obrien" and as "brien".
 * - Runs of scripts without spaces (Han, Kana, Thai, Lao, Khmer, Myanmar) give overlapping pairs of characters and the
 *   dictionary words of other lengths; Hangul words are kept and also give pairs.
 * - Vowel signs of other scripts are spelled out as their code, because indexes split words at them.
 *
 * Linear in the text's length; of a text only the first 20,000 characters count, of a word the first 64. Lone
 * surrogates, NUL and symbols separate words. About 1 µs a word once its stem is known.
 */
export function analyse(text: string, options?: AnalyseOptions): string[] {
  const keepAll = options?.stopWords === 'keep'
  const tokens: string[] = []
  const start = text.length > maxLength ? text.slice(0, maxLength) : text
  if (isAscii(start)) {
    for (const [word] of start.toLowerCase().matchAll(asciiWord)) pushWord(tokens, word, keepAll)
    return tokens
  }
  const unified = start.normalize('NFKC').slice(0, maxLength).toLowerCase()
  for (const { groups } of unified.matchAll(anyWord)) {
    if (groups?.['spaceless']) tokens.push(...spacelessTokens(groups['spaceless']))
    else if (groups?.['hangul']) tokens.push(...syllableTokens(groups['hangul']))
    else if (groups?.['word']) pushWord(tokens, foldLetters(groups['word']), keepAll)
  }
  return tokens
}

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

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false
  return true
}

const endings = /(?:n't|'(?:s|re|ve|ll|d|m))$/

function pushWord(tokens: string[], word: string, keepAll: boolean): void {
  if (!keepAll && isStopWord(word)) return
  const parts = word.replace(endings, '').split("'")
  pushPart(tokens, parts.join(''), keepAll)
  const last = parts.at(-1)
  if (parts.length > 1 && last) pushPart(tokens, last, keepAll)
}

const asciiLetters = /^[a-z]+$/

function pushPart(tokens: string[], word: string, keepAll: boolean): void {
  if (!keepAll && isStopWord(word)) return
  const token = cutWord(spellMarks(word))
  tokens.push(asciiLetters.test(token) ? stemOf(token) : token)
}
