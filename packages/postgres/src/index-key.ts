import { createHash } from 'node:crypto'
import { packedKeys } from '@daybook/memory-core/storage'

/** Marks a cut text; no packed text contains it. */
const cut = '\u0001\u0004'

/** An index entry has at most 2,704 bytes: two of these, a namespace and the rest of a key fit. */
const longestKey = 800
const keptCharacters = 150

/**
 * A packed text for an index. One of more than 800 bytes is cut and ends in its SHA-256: different texts have different
 * keys, and only texts that begin with the same 150 characters may sort differently.
 */
export function indexKey(text: string): string {
  const whole = packedKeys.packKey(text)
  if (whole.length * 3 <= longestKey || Buffer.byteLength(whole) <= longestKey) return whole
  return `${firstCharacters(whole)}${cut}${createHash('sha256').update(whole).digest('hex')}`
}

/** The packed text if {@link indexKey} cuts it; null if the key is complete. */
export function wholeKey(text: string): string | null {
  const whole = packedKeys.packKey(text)
  return indexKey(text) === whole ? null : whole
}

/** Whether a key was cut, so that its text has to be read elsewhere. */
export function isCut(key: string): boolean {
  return key.includes(cut)
}

function firstCharacters(text: string): string {
  const first = text.slice(0, keptCharacters)
  return first.isWellFormed() ? first : first.slice(0, -1)
}
