/** The matches of a global pattern from a position on. Unlike `matchAll`, it does not copy the pattern. */
export function matchesOf(pattern: RegExp, text: string, from = 0): RegExpExecArray[] {
  const found: RegExpExecArray[] = []
  pattern.lastIndex = from
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    found.push(match)
    if (match[0] === '') pattern.lastIndex++
  }
  return found
}
