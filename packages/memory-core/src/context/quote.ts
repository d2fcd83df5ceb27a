/** Most texts: nothing to take out and nothing to escape, told in one look. */
const plain = /^[\t\n -;=-~]*$/
/** Characters that show nothing and can hide or reorder what is shown; joiners that real scripts and emoji need stay. */
const invisible = /(?![\t\n\u200C\u200D])[\p{Cc}\p{Cf}\u2028\u2029]/gu
/** What could be read as the beginning of a tag, also with something between that hardly shows. */
const tagStart = /<(?=[\s\p{Cf}\p{M}]*[/!?|｜]|[\p{Cf}\p{M}]*\p{L})/gu

/** Marks of a turn in the templates of chat models that are no tags: quoted text must not begin one. */
const turnMarks = /\[(?=\/?INST\])|(?<=\n[ \t]{0,8}\n[ \t]{0,8}(?:Human|Assistant|System)):/g

/**
 * Text from a memory as it may stand inside a context block: it cannot open or close a tag or begin a turn there, and it hides nothing.
 * Line breaks and tabs stay.
 */
export function quote(text: string): string {
  const own = text.replaceAll(turnMarks, (mark) => (mark === ':' ? '&#58;' : '&#91;'))
  if (plain.test(own)) return own
  return own
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(invisible, '')
    .replaceAll(tagStart, '&lt;')
}

/** The same on one line of at most `length` characters. */
export function quoteLine(text: string, length: number): string {
  const line = quote(text.slice(0, length * 4))
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (line.length <= length) return line
  const characters = Array.from(line)
  return characters.length > length ? `${characters.slice(0, length).join('')}…` : line
}

/** The two halves of what a model is given: what the host says, and what is remembered. */
export function framed(protocol: readonly string[], tag: string, lines: readonly string[]): string {
  return [fence('memory-protocol', protocol), fence(tag, lines)].filter((text) => text !== '').join('\n')
}

/** A part of the context block: what stands inside a tag of ours. "" when there is nothing inside. */
export function fence(tag: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `<${tag}>\n${lines.join('\n')}\n</${tag}>`
}
