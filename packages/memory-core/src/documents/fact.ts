import { markdownLines } from './markdown-lines.ts'

/** One fact: a bullet of MEMORY.md. */
export interface Fact {
  /** What it says, on one line, without bullet and category. */
  text: string
  /** From `- [category] text`. */
  category?: string
  /** The text of the nearest heading above it. */
  section?: string
  /** Its line in the document, from 1. */
  line: number
}

/**
 * The facts of a Markdown document: its bullets (`-`, `*`, `+`), nested ones too, in order. Headings are sections, not
 * facts; code and bullets without text (blanks and control characters are none) are passed over. Reads what people
 * write: never throws. Linear.
 */
export function parseFacts(markdown: string): Fact[] {
  const facts: Fact[] = []
  let section: string | undefined
  for (const [index, { kind, body }] of markdownLines(markdown).entries()) {
    if (kind === 'heading') section = body === '' ? undefined : body
    if (kind !== 'bullet') continue
    const fact = parseBullet(body)
    if (speaking.test(fact.text))
      facts.push({ ...fact, ...(section === undefined ? {} : { section }), line: index + 1 })
  }
  return facts
}

function parseBullet(body: string): Pick<Fact, 'text' | 'category'> {
  const match = /^\[([^[\]]*)\](?:[ \t]|$)/.exec(body)
  const category = match?.[1]?.trim()
  if (match && category) return { text: body.slice(match[0].length).trim(), category }
  return { text: escaped.test(body) ? body.slice(1) : body }
}

/** What would read as a category, or the whole bullet as a rule. */
const misread = /^\\*(?:\[|[- ]+$)/
const escaped = /^\\+(?:\[|[- ]+$)/
// biome-ignore lint/suspicious/noControlCharactersInRegex: a line break of any kind must not end the bullet
const breaking = /[\s\u0000-\u001f\u007f-\u009f]+/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: of a bullet of such characters nothing would be printed
const speaking = /[^\s\u0000-\u001f\u007f-\u009f]/

/**
 * A fact as a line of Markdown, without line break. Line breaks and control characters become blanks, brackets in the
 * category too, and a text that begins with a bracket or has only dashes gets a backslash, so that nothing given can forge another line or
 * category: {@link parseFacts} reads back what was printed.
 */
export function printFact(fact: Pick<Fact, 'text' | 'category'>): string {
  const text = onOneLine(fact.text)
  const category = onOneLine((fact.category ?? '').replace(/[[\]]/g, ' '))
  if (category !== '') return `- [${category}] ${text}`
  return `- ${misread.test(text) ? '\\' : ''}${text}`
}

function onOneLine(text: string): string {
  return text.toWellFormed().replace(breaking, ' ').trim()
}
