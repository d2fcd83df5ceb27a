const [escape, blank, lineBreak] = ['\u001B', '\v', '\f']

/** Escaped line breaks, other escaped ASCII characters, and terminal colours, escaped or not. */
const escapes = new RegExp(
  `\\\\+(?:(?<line>[nr])|t|(?:u001[bB]|x1[bB]|033|e)(?<colour>\\[[\\d;]{0,16}[A-Za-z])|u00[0-7][0-9a-fA-F])|(?<=${escape})\\[[\\d;]{0,16}[A-Za-z]`,
  'g',
)

/**
 * The text with its escapes blanked, so that their letters do not count as part of the word behind them, and an escaped
 * line break ends a value. All positions stay. Form feeds replace line breaks, vertical tabs the rest; a colour keeps its
 * escape character.
 */
export function withoutEscapes(text: string): string {
  if (!text.includes('\\') && !text.includes(escape)) return text
  return text.replaceAll(escapes, (found, line?: string, colour?: string) =>
    colour ? escape + blank.repeat(found.length - 1) : (line ? lineBreak : blank).repeat(found.length),
  )
}
