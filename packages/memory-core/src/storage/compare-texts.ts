/**
 * The order of texts by code point, which is that of their UTF-8 bytes and so that of databases. JavaScript's own `<`
 * puts U+1F989 before U+FFFD, because it compares the halves of a surrogate pair.
 */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  let at = 0
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1
  // Both texts may have the same first half of a surrogate pair.
  if (at > 0 && (a.charCodeAt(at - 1) & 0xfc00) === 0xd800) at -= 1
  return comparePoints(a, b, at) || comparePoints(a, b, at + 1)
}

/** Compares lists of labels label by label; a list comes before longer ones that begin with it. */
export function compareLabels(a: readonly string[], b: readonly string[]): number {
  for (const [index, label] of a.entries()) {
    const other = b[index]
    if (other === undefined) return 1
    const order = compareTexts(label, other)
    if (order !== 0) return order
  }
  return a.length - b.length
}

function comparePoints(a: string, b: string, at: number): number {
  return (a.codePointAt(at) ?? -1) - (b.codePointAt(at) ?? -1)
}
