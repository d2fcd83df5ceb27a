/** Characters that every normal form leaves unchanged. */
const plain = /^[\0-\x7f]*$/
/** More marks than any script puts on one letter. */
const pile = /(\p{M}{32})\p{M}+/gu

/**
 * Normalises a text to a Unicode normal form, after removing marks beyond 32 on one letter: normalisation sorts the
 * marks of a letter, and a megabyte of them takes hours. Linear.
 */
export function normalForm(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  return plain.test(text) ? text : text.replace(pile, '$1').normalize(form)
}
