const leastDistinct = 8
const leastRun = 10
const leastBits = 2.8

/** Whether a text has so many different characters that it is no placeholder such as `xxxxxxxx`. */
export function isVaried(text: string): boolean {
  return new Set(text).size >= leastDistinct
}

/**
 * Whether a text looks like it was drawn by lot: a run of letters and digits that holds both, and at least 2.8 bits a
 * character (Shannon, over the frequencies in the text itself). Words joined by hyphens are not.
 */
export function looksRandom(text: string): boolean {
  const runs = text.match(/[A-Za-z0-9]+/g) ?? []
  const isMixed = runs.some((run) => run.length >= leastRun && /\d/.test(run) && /[A-Za-z]/.test(run))
  return isMixed && bitsPerCharacter(text) >= leastBits
}

/** H = −Σ p·log₂ p over the characters of the text. */
function bitsPerCharacter(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
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
    new Set(value).size === 1
  )
}
