import { cached } from './cached.ts'

const keyLength = 4_000
const ascii = /^[\t\n\r -~]*$/
/** A bullet with an optional category, or the speaker in a history of whole turns. */
const lead = /^(?:[-*+][ \t]+(?:\[[^[\]]*\][ \t]+)?|(?:User|Agent): )/
const speakerAndDate = /^(?:[^()]*, )?\d{4}-\d{2}-\d{2}$/

/**
 * The words of a text for comparisons, without bullet and category, and without the quotes, speaker and date of a
 * statement quoted in MEMORY.md. A longer text gives those of its first 4,000 characters, and its length.
 */
export function statementKey(text: string): string {
  const said = statementText(text)
  return said.length > keyLength ? `${bareWords(said.slice(0, keyLength))} ${said.length}` : bareWords(said)
}

/** A speaker's name for comparisons; "" without one. */
export function speakerKey(name = ''): string {
  return bareWords(name) || name.trim()
}

/** A line of MEMORY.md without bullet and category, and without the quotes, speaker and date of a quoted statement. */
export function statementText(line: string): string {
  return unquoted(line.trim().replace(lead, ''))
}

/** `I prefer tea (Ada, 2026-01-01)` and `"I prefer tea" (2026-01-01)` → `I prefer tea`; other texts stay unchanged. */
function unquoted(text: string): string {
  const open = text.endsWith(')') ? text.lastIndexOf(' (') : 0
  if (open <= 0 || !speakerAndDate.test(text.slice(open + 2, -1))) return text
  return text.slice(0, open).replace(/^"(.*)"$/s, '$1')
}

/** Maximum texts cached, about two megabytes. The texts of an index are compared with each question. */
const rememberedTexts = 4_000
const longestRemembered = 600

/** A text without case and punctuation, its words separated by single blanks. */
export const bareWords: (text: string) => string = cached(wordsOf, rememberedTexts, longestRemembered)

function wordsOf(text: string): string {
  const lower = text.toLowerCase()
  return (lower.match(ascii.test(lower) ? /[a-z0-9]+/g : /[\p{L}\p{N}]+/gu) ?? []).join(' ')
}
