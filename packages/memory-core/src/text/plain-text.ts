/** Line breaks of every kind, and invisible characters that can hide or reorder text, except joiners. */
const unprintable = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/**
 * Puts a stored text on one line of at most `length` characters, for use among lines of our own, and removes characters
 * that hide or reorder text. A cut text ends in "…". Linear in `length`, whatever the length of the text.
 */
export function oneLine(text: string, length: number): string {
  const start = text.slice(0, length * 4)
  const line = start.toWellFormed().replaceAll(unprintable, ' ').replaceAll(/\s+/g, ' ').trim()
  const characters = line.length > length ? Array.from(line) : []
  if (characters.length > length) return `${characters.slice(0, length).join('')}…`
  return start.length < text.length ? `${line}…` : line
}

/** A number of things, in words. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** The length of a text in UTF-8 bytes. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}

/** The first characters of a text, counted and cut as code points. */
export function firstCharacters(text: string, most: number): string {
  return [...text.slice(0, 2 * most)].slice(0, most).join('')
}

/** Puts a text on one line: each run of white space and control characters becomes a blank. Linear. */
export function withoutBreaks(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/**
 * Normalises control characters: `\r\n` and `\r` become `\n`; all others except tabs are removed, including NUL and
 * terminal codes. Linear.
 */
export function withoutControls(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\n\t]/gu, '')
}

/** The lines of a text with their line breaks, of any system; "" has none. Every line number counts these. */
export function rawLines(text: string): string[] {
  return text.match(/[^\n\r]*(?:\r\n?|\n)|[^\n\r]+/g) ?? []
}

/** Characters that every normal form leaves unchanged. */
const plain = /^[\0-\x7f]*$/
/** More marks than any script puts on one letter. */
const pile = /(\p{M}{32})\p{M}+/gu

/** Normalises a text in linear time: sorting a megabyte of marks on one letter takes hours, so only 32 are kept. */
export function normalForm(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  return plain.test(text) ? text : text.replace(pile, '$1').normalize(form)
}

const reminder = /<system-reminder\b(?:[^<>]{0,4096}\/>|[^<>]{0,4096}>[\s\S]*?(?:<\/system-reminder\s*>|$))/gi

/** Removes `<system-reminder …>…</system-reminder>`, which hosts insert. An unclosed one extends to the end. */
export function withoutReminders(text: string): string {
  return text.includes('<') ? text.replace(reminder, '\n') : text
}

/** A value that is made when it is first asked for. */
export function lazy<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => (made ??= make())
}

/**
 * Caches a function of a text, for up to `most` texts of at most `longest` characters; by default for all. A full cache is
 * emptied, which is faster than to track the order of use.
 */
export function cached<Value>(
  make: (text: string) => Value,
  most: number = Number.POSITIVE_INFINITY,
  longest: number = Number.POSITIVE_INFINITY,
): (text: string) => Value {
  const values = new Map<string, Value>()
  return (text) => {
    const known = values.get(text)
    if (known !== undefined) return known
    const value = make(text)
    if (values.size >= most) values.clear()
    if (text.length <= longest) values.set(text, value)
    return value
  }
}
