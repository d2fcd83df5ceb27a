const foldedScripts = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u
const ascii = /^[\0-\x7f]*$/
const optionalMarks = /[\p{Script=Hebrew}\p{Script=Arabic}]/u
const marks = /\p{M}/gu
/** The frame of a keycap, and the choice between a sign's forms as text and as emoji. */
const decoration = /\p{Me}|\p{Variation_Selector}/gu

/** Letters that are variants of others, and that no normal form takes apart. */
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
 * A lower-case word without its diacritics, where a reader would search without them: Latin, Greek and Cyrillic letters
 * (`café` → `cafe`), Hebrew and Arabic vowel points. Other scripts keep their marks, which are vowels there.
 */
export function foldLetters(word: string): string {
  if (ascii.test(word)) return word
  const plain = word.replace(decoration, '').replace(variant, (letter) => variants.get(letter) ?? letter)
  if (foldedScripts.test(plain)) return plain.normalize('NFD').replace(marks, '')
  return optionalMarks.test(plain) ? plain.replace(marks, '') : plain
}

/** Spells the marks in a word as their code in base 36: search indexes take marks for the end of a word. */
export function spellMarks(word: string): string {
  return word.replace(marks, (mark) => (mark.codePointAt(0) ?? 0).toString(36))
}

const longestWord = 64

/** The first 64 code units of a word, never half a character. Searches do not need the rest of a longer one. */
export function cutWord(word: string): string {
  if (word.length <= longestWord) return word
  const cut = word.slice(0, longestWord)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}
