/**
 * Text as it goes into a database and comes back whole: Node 22.16 reads a column only up to its first NUL. U+FFFE is no
 * character, so it stands before a 0 for a NUL, and before a 1 for itself.
 */
export function packText(text: string): string {
  if (!text.includes('\0') && !text.includes('\uFFFE')) return text
  return text.replaceAll('\uFFFE', '\uFFFE1').replaceAll('\0', '\uFFFE0')
}

/** What {@link packText} was given. */
export function unpackText(packed: string): string {
  if (!packed.includes('\uFFFE')) return packed
  return packed.replaceAll('\uFFFE0', '\0').replaceAll('\uFFFE1', '\uFFFE')
}
