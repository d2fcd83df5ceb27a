const leastDistinct = 8
const longRuns = /[A-Za-z0-9]{10,}/g
const leastBits = 2.8
/** Of the neighbours of a text made by lot, this share or more differ in their kind: small, capital, digit, other. */
const leastChanges = 0.4
const leastMixed = 10

/** Whether a text has enough different characters to be no placeholder such as `xxxxxxxx`. */
export function isVaried(text: string): boolean {
  const seen = new Set<number>()
  for (let place = 0; place < text.length && seen.size < leastDistinct; place++) seen.add(text.charCodeAt(place))
  return seen.size >= leastDistinct
}

/**
 * Whether a text looks like it was drawn by lot: it has a run of letters and digits that holds both, or its characters
 * change their kind all the time; and at least 2.8 bits a character (Shannon, over the frequencies in the text itself).
 * Words joined by hyphens are not.
 */
export function looksRandom(text: string): boolean {
  const runs = text.match(longRuns) ?? []
  const isMixed = runs.some((run) => /\d/.test(run) && /[A-Za-z]/.test(run)) || isMixture(text)
  return isMixed && bitsPerCharacter(text) >= leastBits
}

/** Whether the characters of a text change their kind all the time. */
export function isMixture(text: string): boolean {
  if (text.length < leastMixed || !/\p{L}/u.test(text)) return false
  // Words joined by signs change, too.
  if (!/[^\p{L}\s._/-]/u.test(text) && !/^[A-Za-z]{12,}$/.test(text)) return false
  let changes = 0
  for (let place = 1; place < text.length; place++)
    if (kindOf(text.charCodeAt(place)) !== kindOf(text.charCodeAt(place - 1))) changes += 1
  return changes / (text.length - 1) >= leastChanges
}

function kindOf(code: number): number {
  if (code >= 97 && code <= 122) return 0
  if (code >= 65 && code <= 90) return 1
  return code >= 48 && code <= 57 ? 2 : 3
}

/** H = −Σ p·log₂ p over the characters of the text; those beyond ASCII count as others of it. */
function bitsPerCharacter(text: string): number {
  const counts = new Uint16Array(128)
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place) & 127
    counts[code] = (counts[code] ?? 0) + 1
  }
  let bits = 0
  for (const count of counts) if (count > 0) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}
