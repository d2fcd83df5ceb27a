/** What every normal form leaves as it is. */
const plain = /^[\0-\x7f]*$/
/** More marks on one letter than any script has. */
const pile = /(\p{M}{32})\p{M}+/gu

/**
 * A text in a Unicode normal form, without the marks beyond 32 on one letter: a normal form sorts the marks of a letter, and a
 * megabyte of them takes hours. Linear.
 */
export function normalForm(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  return plain.test(text) ? text : text.replace(pile, '$1').normalize(form)
}
