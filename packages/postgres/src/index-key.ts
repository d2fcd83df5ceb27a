import { createHash } from 'node:crypto'

const [nul, shift, surrogateShift] = ['\0', '\u0001', '\uE000']
const special = new RegExp(`[${nul}${shift}${surrogateShift}\\p{Cs}]`, 'u')
const everySpecial = new RegExp(special, 'gu')
const packed = new RegExp(`${shift}[^]|${surrogateShift}[^]`, 'g')
const packedNul = `${shift}\u0002`
const packedShift = `${shift}\u0003`
const surrogates = 0xd800
const surrogateBase = 0x100
const itself = '\u1000'
const endOfLabel = `${shift}\u0001`
/** No packed text has it: it marks what was cut. */
const cut = `${shift}\u0004`

/** An entry of an index has at most 2,704 bytes: two of these, a namespace and the rest of a key fit. */
const longestKey = 800
const keptCharacters = 150

/**
 * Text as it goes into a column: any text comes back whole, and the order by code point stays. PostgreSQL has no NUL in a
 * text, and UTF-8 no lone surrogate.
 */
export function packText(text: string): string {
  return special.test(text) ? text.replace(everySpecial, packCharacter) : text
}

/** What {@link packText} was given. */
export function unpackText(text: string): string {
  return text.includes(shift) || text.includes(surrogateShift) ? text.replace(packed, unpackCharacter) : text
}

/**
 * A packed text as it goes into an index. One of more than 800 bytes is cut and ends in its SHA-256: different texts have
 * different keys, and only the order among texts that begin with the same 150 characters is another.
 */
export function indexKey(text: string): string {
  const whole = packText(text)
  if (whole.length * 3 <= longestKey || Buffer.byteLength(whole) <= longestKey) return whole
  return `${firstCharacters(whole)}${cut}${createHash('sha256').update(whole).digest('hex')}`
}

/** The packed text where {@link indexKey} cuts it, null where the key is whole. */
export function wholeKey(text: string): string | null {
  const whole = packText(text)
  return indexKey(text) === whole ? null : whole
}

/** Whether a key was cut, so that its text has to be read elsewhere. */
export function isCut(key: string): boolean {
  return key.includes(cut)
}

/** Labels as one text: sorted label by label, and each list before those that begin with it. */
export function packLabels(labels: readonly string[]): string {
  return labels.map((label) => packText(label) + endOfLabel).join('')
}

/** What {@link packLabels} was given. */
export function unpackLabels(key: string): string[] {
  return key.split(endOfLabel).slice(0, -1).map(unpackText)
}

/** From which packed labels on, and before which, lie those that begin with these labels; null for no end. */
export function labelRange(labels: readonly string[]): [from: string, before: string | null] {
  const from = packLabels(labels)
  return [from, from === '' ? null : `${from.slice(0, -1)}\u0002`]
}

function firstCharacters(text: string): string {
  const first = text.slice(0, keptCharacters)
  return first.isWellFormed() ? first : first.slice(0, -1)
}

function packCharacter(character: string): string {
  if (character === nul) return packedNul
  if (character === shift) return packedShift
  if (character === surrogateShift) return `${surrogateShift}${itself}`
  return `${surrogateShift}${String.fromCharCode(character.charCodeAt(0) - surrogates + surrogateBase)}`
}

function unpackCharacter(pair: string): string {
  if (pair === packedNul) return nul
  if (pair === packedShift) return shift
  if (pair[1] === itself) return surrogateShift
  return String.fromCharCode(pair.charCodeAt(1) - surrogateBase + surrogates)
}
