import { isRecord } from '../json.ts'
import { dense } from './analyse.ts'
import { normalForm, rawLines } from './plain-text.ts'

/**
 * A phrase to search for, ignoring case, width of letters, forms of quotes and dashes, and white space. Accents count
 * only if the phrase has some: `muller` matches "Müller", `bär` does not match "bar". Texts are also searched without
 * Markdown's emphasis and with the escapes of JSON and Markdown resolved.
 */
export type Phrase = ReturnType<typeof createPhrase>

/**
 * Creates a phrase; with `isWord` it does not match inside a longer word, unless its script has no blanks there. An
 * empty phrase matches nothing.
 */
export function createPhrase(text: string, { isWord = false }: { isWord?: boolean } = {}) {
  const isPlain = withoutAccents(foldedText(text)) === foldedText(text)
  const folded = isPlain ? (other: string): string => withoutAccents(foldedText(other)) : foldedText
  const wanted = folded(text)
  const isWhole = isWord && !denseLetter.test(wanted)
  const isIn = (other: string): boolean => formsOf(other).some((form) => find(folded(form), 0) >= 0)

  function linesIn(form: string): Set<number> {
    const { joined, starts } = foldedLines(form, folded)
    const found = new Set<number>()
    let line = 0
    for (let at = find(joined, 0); at >= 0; at = find(joined, at + 1)) {
      while ((starts[line + 1] ?? Number.POSITIVE_INFINITY) <= at) line++
      for (let last = line; (starts[last] ?? Number.POSITIVE_INFINITY) < at + wanted.length; last++) found.add(last)
    }
    return found
  }

  function find(joined: string, from: number): number {
    if (wanted === '') return -1
    let at = joined.indexOf(wanted, from)
    while (isWhole && at >= 0 && isInWord(joined, at, at + wanted.length)) at = joined.indexOf(wanted, at + 1)
    return at
  }

  return {
    /** Whether a text contains it. Linear. */
    isIn: (other: string): boolean => isIn(other),
    /** The lines of a text that contain it, from 0: all lines over which it extends. Linear. */
    linesOf: (other: string): Set<number> => new Set(formsOf(other).flatMap((form) => [...linesIn(form)])),
    /** Whether any string or field name in a JSON value contains it, or the text parts of a message together. */
    isInJson: (value: unknown): boolean => textsIn(value).some(isIn),
  }
}

const escapes = /\\+(?:u([\da-fA-F]{4})|[nrt]|(?=[\p{P}\p{S}]))/gu
const emphasis = /(?<![\p{L}\p{N}])[*_~`]+|[*_~`]+(?![\p{L}\p{N}])/gu

/** A text, and if it has some, the same without emphasis and escapes. Both have the same lines. */
function formsOf(text: string): string[] {
  return /[\\*_~`]/.test(text) ? [text, text.replaceAll(escapes, unescaped).replaceAll(emphasis, '')] : [text]
}

function unescaped(found: string, code?: string): string {
  if (code === undefined) return found.endsWith('\\') ? '' : ' '
  return String.fromCharCode(Number.parseInt(code, 16)).replace(/[\n\r]/, ' ')
}

/** The number of letters and digits. An ideograph counts as two. */
export function weightOf(text: string): number {
  const letters = foldedText(text).match(/[\p{L}\p{N}]/gu) ?? []
  return letters.reduce((sum, letter) => sum + (/\p{Ideographic}/u.test(letter) ? 2 : 1), 0)
}

const denseLetter = new RegExp(dense, 'u')
const spaced = `(?!${dense})[\\p{L}\\p{N}]`
const afterLetter = new RegExp(`${spaced}$`, 'u')
const beforeLetter = new RegExp(`^${spaced}`, 'u')

function isInWord(text: string, start: number, end: number): boolean {
  return afterLetter.test(text.slice(Math.max(0, start - 2), start)) || beforeLetter.test(text.slice(end, end + 2))
}

/** Removes accents of Latin and Greek letters. In other scripts, marks make different letters. */
function withoutAccents(text: string): string {
  return normalForm(text, 'NFD')
    .replaceAll(/(?<=[\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036f]+/gu, '')
    .normalize('NFC')
}

/**
 * A text for comparisons: compatibility forms, case, quotes and dashes are folded, invisible format characters removed,
 * white space reduced to single blanks.
 */
export function foldedText(text: string): string {
  const plain = normalForm(text.replaceAll(/[‘’‛‹›′´`ʼ]/g, "'"), 'NFKC')
    .replaceAll(/\p{Cf}+/gu, '')
    .replaceAll(/[“”„‟«»″]/g, '"')
    .replaceAll(/[‐‑‒–—―−]/g, '-')
  return plain.toUpperCase().toLowerCase().replaceAll('ς', 'σ').replaceAll(/\s+/g, ' ').trim()
}

/** Every text in a JSON value, names of fields included. Without recursion, because values may be nested deeply. */
export function textsIn(value: unknown): string[] {
  const texts: string[] = []
  const open: unknown[] = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next === 'string') texts.push(next)
    if (typeof next === 'number') texts.push(String(next))
    if (typeof next !== 'object' || next === null) continue
    if (Array.isArray(next)) texts.push(...joinedParts(next))
    for (const [name, inner] of Object.entries(next)) {
      if (!Array.isArray(next)) texts.push(name)
      open.push(inner)
    }
  }
  return texts
}

/** The text of a message in several parts, over which a phrase may run. */
function joinedParts(values: readonly unknown[]): string[] {
  const said = values.filter((part) => isRecord(part)).filter(({ type }) => type === 'text')
  return said.length > 1 ? [said.map(({ text }) => String(text)).join('\n')] : []
}

/** The folded lines joined by blanks, with the position of each. */
function foldedLines(text: string, fold: (line: string) => string): { joined: string; starts: number[] } {
  const parts: string[] = []
  const starts: number[] = []
  let length = 0
  for (const line of rawLines(text)) {
    const folded = fold(line)
    starts.push(length)
    if (folded === '') continue
    parts.push(folded)
    length += folded.length + 1
  }
  return { joined: parts.join(' '), starts }
}
