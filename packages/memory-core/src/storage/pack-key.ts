const [nul, shift, surrogateShift] = ['\0', '\u0001', '\uE000']
const special = new RegExp(`[${nul}${shift}${surrogateShift}\\p{Cs}]`, 'u')
const everySpecial = new RegExp(special, 'gu')
const packed = new RegExp(`${shift}[^]|${surrogateShift}[^]`, 'g')
const packedNul = `${shift}\u0002`
const packedShift = `${shift}\u0003`
const surrogates = 0xd800
const surrogateBase = 0x100
const itself = '\u1000'

/**
 * Text as it goes into a column that is compared or sorted: any text comes back whole, and the order by code point stays.
 * Of a column in SQLite, Node 22.16 reads no more than what is before a NUL, PostgreSQL has none in a text, and in both a
 * lone surrogate would become U+FFFD. No result has U+0001 before another U+0001,
 * which is {@link packLabels}' end of a label and comes before every other character.
 */
export function packKey(text: string): string {
  return special.test(text) ? text.replace(everySpecial, packCharacter) : text
}

/** What {@link packKey} was given. */
export function unpackKey(key: string): string {
  return key.includes(shift) || key.includes(surrogateShift) ? key.replace(packed, unpackCharacter) : key
}

const endOfLabel = `${shift}\u0001`

/** Labels as one text: sorted label by label, and each list before those that begin with it. */
export function packLabels(labels: readonly string[]): string {
  return labels.map((label) => packKey(label) + endOfLabel).join('')
}

/** What {@link packLabels} was given. */
export function unpackLabels(key: string): string[] {
  return key.split(endOfLabel).slice(0, -1).map(unpackKey)
}

/** From which packed labels on, and before which, lie those that begin with these labels; null for no end. */
export function labelRange(labels: readonly string[]): [from: string, before: string | null] {
  const from = packLabels(labels)
  return [from, from === '' ? null : `${from.slice(0, -1)}\u0002`]
}

/** Where those packed texts begin that come after this one. */
export function afterPacked(key: string): string {
  // No packed text ends in U+0001, and none lies between.
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
