/** Characters that every normal form leaves unchanged. */
const plain = /^[\0-\x7f]*$/
/** More marks than any script puts on one letter. */
const pile = /(\p{M}{32})\p{M}+/gu

/** Normalises a text in linear time: sorting a megabyte of marks on one letter takes hours, so only 32 are kept. */
export function normalForm(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  return plain.test(text) ? text : text.replace(pile, '$1').normalize(form)
}
