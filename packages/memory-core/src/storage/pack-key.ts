const [nul, shift, surrogateShift] = ['\0', '\u0001', '\uE000']
/** Without lone surrogates, because a test with the flag `u` costs a hundred times as much. */
const special = new RegExp(`[${nul}${shift}${surrogateShift}]`)
const everySpecial = new RegExp(`[${nul}${shift}${surrogateShift}\\p{Cs}]`, 'gu')
const packed = new RegExp(`${shift}[^]|${surrogateShift}[^]`, 'g')
const packedNul = `${shift}\u0002`
const packedShift = `${shift}\u0003`
const surrogates = 0xd800
const surrogateBase = 0x100
const itself = '\u1000'

/**
 * Encodes any text for a column of a database, reversibly and in the order of code points. Needed because
 * Node 22.16 reads a column of SQLite only up to its first NUL, PostgreSQL allows no NUL in text, and both replace a
 * lone surrogate with U+FFFD. No result has two consecutive U+0001: {@link packLabels} ends labels with one, and it
 * sorts before every other character.
 */
export function packKey(text: string): string {
  return special.test(text) || !text.isWellFormed() ? text.replace(everySpecial, packCharacter) : text
}

/** Reverses {@link packKey}. */
export function unpackKey(key: string): string {
  return key.includes(shift) || key.includes(surrogateShift) ? key.replace(packed, unpackCharacter) : key
}

const endOfLabel = `${shift}\u0001`

/** Encodes labels as one text. Results sort label by label, and a list before those that it is a prefix of. */
export function packLabels(labels: readonly string[]): string {
  return labels.map((label) => packKey(label) + endOfLabel).join('')
}

/** Reverses {@link packLabels}. */
export function unpackLabels(key: string): string[] {
  return key.split(endOfLabel).slice(0, -1).map(unpackKey)
}

/** The range of packed labels that begin with these labels: inclusive start, exclusive end; null for no end. */
export function labelRange(labels: readonly string[]): [from: string, before: string | null] {
  const from = packLabels(labels)
  return [from, from === '' ? null : `${from.slice(0, -1)}\u0002`]
}

/** The smallest text that sorts after this packed text and before all later ones. */
export function afterPacked(key: string): string {
  // No packed text ends in U+0001, so none lies in between.
  return `${key}${shift}`
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
