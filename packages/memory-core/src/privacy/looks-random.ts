const leastDistinct = 8
const longRuns = /[A-Za-z0-9]{10,}/g
const leastBits = 2.8

/** Whether a text has so many different characters that it is no placeholder such as `xxxxxxxx`. */
export function isVaried(text: string): boolean {
  const seen = new Set<number>()
  for (let place = 0; place < text.length && seen.size < leastDistinct; place++) seen.add(text.charCodeAt(place))
  return seen.size >= leastDistinct
}

/**
 * Whether a text looks like it was drawn by lot: a run of letters and digits that holds both, and at least 2.8 bits a
 * character (Shannon, over the frequencies in the text itself). Words joined by hyphens are not.
 */
export function looksRandom(text: string): boolean {
  const runs = text.match(longRuns) ?? []
  const isMixed = runs.some((run) => /\d/.test(run) && /[A-Za-z]/.test(run))
  return isMixed && bitsPerCharacter(text) >= leastBits
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

/** Whether a value stands for another: `${TOKEN}`, `<your-key>`, `process.env.KEY`, `xxxxxxxx`. */
export function isPlaceholder(value: string): boolean {
  return (
    /^(?:[$%<{[(]|\*+$|x+$|\.+$|…)/i.test(value) ||
    /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/.test(value) ||
    /^(?:your|my|the|some|example|sample|dummy|test|fake|placeholder|changeme|insert|replace|redacted)(?:[-_ ]|$)/i.test(
      value,
    ) ||
    (value !== '' && value === value.charAt(0).repeat(value.length))
  )
}
