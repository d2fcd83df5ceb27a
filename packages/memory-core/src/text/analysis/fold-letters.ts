const foldedScripts = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u
const ascii = /^[\0-\x7f]*$/
const optionalMarks = /[\p{Script=Hebrew}\p{Script=Arabic}]/u
const marks = /\p{M}/gu
/** The keycap frame, and the variation selectors. */
const decoration = /\p{Me}|\p{Variation_Selector}/gu

/** Variant letters that no normal form decomposes. */
const variants: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ł', 'l'],
  ['ı', 'i'],
  ['ς', 'σ'],
  ['’', "'"],
])
const variant = /[ßæœøđðþłıς’]/g

/**
 * Removes diacritics that people omit in searches: those of Latin, Greek and Cyrillic letters (`café` → `cafe`), and
 * Hebrew and Arabic vowel points. Marks of other scripts are vowels and stay.
 */
export function foldLetters(word: string): string {
  if (ascii.test(word)) return word
  const plain = word.replace(decoration, '').replace(variant, (letter) => variants.get(letter) ?? letter)
  if (foldedScripts.test(plain)) return plain.normalize('NFD').replace(marks, '')
  return optionalMarks.test(plain) ? plain.replace(marks, '') : plain
}

/** Replaces marks in a word by their codes in base 36, because search indexes end a word at a mark. */
export function spellMarks(word: string): string {
  return word.replace(marks, (mark) => (mark.codePointAt(0) ?? 0).toString(36))
}

const longestWord = 64

/** The first 64 code units of a word, without half a character. That is enough for searches. */
export function cutWord(word: string): string {
  if (word.length <= longestWord) return word
  const cut = word.slice(0, longestWord)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}
