/** Line breaks of every kind, and characters that show nothing and can hide or reorder what is shown; joiners stay. */
const unprintable = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/**
 * A stored text as it may stand among lines of our own: on one line of at most `length` characters, with nothing in it
 * that hides or reorders. What is cut ends in "…". Linear in `length`, however long the text.
 */
export function oneLine(text: string, length: number): string {
  const start = text.slice(0, length * 4)
  const line = start.toWellFormed().replaceAll(unprintable, ' ').replaceAll(/\s+/g, ' ').trim()
  const characters = line.length > length ? Array.from(line) : []
  if (characters.length > length) return `${characters.slice(0, length).join('')}…`
  return start.length < text.length ? `${line}…` : line
}
