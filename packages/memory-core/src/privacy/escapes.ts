const [escapeCode, blank, lineBreak] = ['\u001B', '\v', '\f']

/** Escaped line breaks, other escaped ASCII characters, and terminal colours, escaped or not. */
const escapes = new RegExp(
  `\\\\+(?:(?<line>[nr])|t|(?:u001[bB]|x1[bB]|033|e)(?<colour>\\[[\\d;]{0,16}[A-Za-z])|u00[0-7][0-9a-fA-F])|(?<=${escapeCode})\\[[\\d;]{0,16}[A-Za-z]`,
  'g',
)

/**
 * The text with its escapes blanked, so that their letters do not count as part of the word behind them, and an escaped
 * line break ends a value. All positions stay. Form feeds replace line breaks, vertical tabs the rest; a colour keeps its
 * escape character.
 */
export function withoutEscapes(text: string): string {
  if (!text.includes('\\') && !text.includes(escapeCode)) return text
  return text.replaceAll(escapes, (found, line?: string, colour?: string) =>
    colour ? escapeCode + blank.repeat(found.length - 1) : (line ? lineBreak : blank).repeat(found.length),
  )
}

const colour = `(?:${escapeCode}|\\\\+(?:u001[bB]|x1[bB]|033|e))\\[[\\d;]{0,16}[A-Za-z]`
/** Control and format characters, and others that are drawn as nothing; not white space. */
const invisible = '[\\0-\\x08\\x0E-\\x1F\\x7F-\\x9F\\p{Cf}\\p{Default_Ignorable_Code_Point}]'
const hidden = new RegExp(`${colour}|${invisible}`, 'gu')
const isInvisible = new RegExp(invisible, 'u')
/** The answers for codes below 65,536: 1 for yes, 2 for no. */
const known = new Uint8Array(65_536)

/** Whether the visible character at a position may be hidden from a search: behind a colour, or an invisible character. */
export function isBehindHidden(text: string, place: number): boolean {
  const code = text.charCodeAt(place - 1)
  // Half of a character beyond 65,535.
  if (code >= 0xdc00 && code <= 0xdfff) return isInvisible.test(text.slice(Math.max(0, place - 2), place))
  if (known[code] === 0) known[code] = isInvisible.test(text.charAt(place - 1)) ? 1 : 2
  return known[code] === 1
}

/** The text without invisible characters and terminal colours, and the position of each character that is left. */
export function withoutHidden(text: string): { shown: string; places: number[] } {
  const places: number[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(hidden)) {
    for (; from < index; from++) places.push(from)
    from = index + found.length
  }
  for (; from < text.length; from++) places.push(from)
  return { shown: text.replaceAll(hidden, ''), places }
}
