import { compoundParts } from './compound-parts.ts'
import { cutWord, foldLetters } from './fold-letters.ts'
import { type Language, latinLanguages } from './languages.ts'

/**
 * Begins the tokens that are stems of another language than English: no other token has the letter, because folding
 * makes an "o" of it. Texts in English are never found by them.
 */
export const foreignMark: string = 'ø'
/** Begins the beginnings of words in languages without a stemmer. */
const beginningMark = `${foreignMark}${foreignMark}`
/** The length of a prefix that identifies an inflected word well enough (McNamee and Mayfield 2004, n-grams and truncation). */
const beginningLength = 5
const rememberedWords = 20_000

const latinLetters = /^[\p{Script=Latin}\p{M}]+$/u
const remembered = new Map<string, readonly string[]>()

/** Whether a word is one that the stemmers know what to do with: letters of the Latin script only. */
export function isLatinWord(word: string): boolean {
  return latinLetters.test(word)
}

/**
 * A lower-case word of a text in another language than English, diacritics included → the tokens it is indexed under:
 * its stem, the stem of the word as it is typed without diacritics if that is another, and in languages that write
 * compounds as one word the stems of their parts. Without a language: the first five letters.
 */
export function foreignTokens(word: string, languages: readonly Language[]): readonly string[] {
  return once(`${languages.map(({ code }) => code).join()} ${word}`, () =>
    languages.length === 0 ? beginnings(word) : languages.flatMap((language) => stemTokens(word, language)),
  )
}

/** The tokens that are remembered under this key, or else those that are made now, each once. */
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

/** A lower-case word of a query → the tokens that a text in any other language may have for it, each once. */
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

/** What the stemmers leave different: Portuguese plurals, Dutch diminutives, the Swedish article, some verbs. */
function prepared(word: string, code: string): string[] {
  if (code === 'pt') return [word.replace(/(?:ões|ães|oes|ao)$/, 'ão').replace(/(?<=..)ns$/, 'm')]
  if (code === 'nl') return [word.replace(/jes$/, 'je').replace(/(?<=[aeiouy].*[bfgklmnpr])(?:t|te|ten)$/, 'en')]
  if (code === 'de') return [word.replace(/(?<=[aeiouyäöü].*[bfgklmnprhz])(?:t|te|ten|test|tet)$/, '')]
  if (code === 'sv') return [word.replace(/(?<=...)an$/, 'a')]
  if (code === 'fr' && /[^m]ent$/.test(word)) return [word, word.replace(/nt$/, 'r')]
  if (code === 'fr' && /euses?$/.test(word)) return [word, word.replace(/euses?$/, 'eur')]
  return [word]
}

/** Stems of one word that differ in a letter: Dutch huis and huizen, Swedish cykel and cyklar. */
function finished(stem: string, code: string): string {
  if (code === 'nl') return stem.replace(/z$/, 's').replace(/v$/, 'f')
  return code === 'sv' ? stem.replace(/(?<=..[^aeiouyåäö])e(?=[ln]$)/, '') : stem
}

function beginnings(word: string): string[] {
  const bare = foldLetters(word)
  return bare.length < beginningLength - 1 ? [] : [beginningMark + bare.slice(0, beginningLength)]
}
