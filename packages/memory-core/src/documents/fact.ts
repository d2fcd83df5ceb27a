import { withoutBreaks } from '../text/plain-text.ts'
import { markdownLines } from './markdown-lines.ts'

/** One fact: a bullet of MEMORY.md. */
export interface Fact {
  /** Its text on one line, without bullet and category. */
  text: string
  /** The category of `- [category] text`. */
  category?: string
  /** The text of the nearest heading above it. */
  section?: string
  /** Its first line in the document, from 1. */
  line: number
}

/**
 * The bullets (`-`, `*`, `+`, `•`, `–`, `1.`, `1)`) of a document, without those in code or without visible text. Never
 * throws. Linear.
 */
export function parseFacts(markdown: string): Fact[] {
  const facts: Fact[] = []
  let section: string | undefined
  for (const { kind, body, index } of markdownLines(markdown)) {
    if (kind === 'heading') section = body === '' ? undefined : body
    if (kind !== 'bullet') continue
    const fact = parseBullet(body)
    if (speaking.test(fact.text)) facts.push({ ...fact, ...(section !== undefined && { section }), line: index + 1 })
  }
  return facts
}

function parseBullet(body: string): Pick<Fact, 'text' | 'category'> {
  const match = /^\[([^[\]]*)\](?:[ \t]|$)/.exec(body)
  const category = match?.[1]?.trim()
  if (match && category) return { text: body.slice(match[0].length).trim(), category }
  return { text: escaped.test(body) ? body.slice(1) : body }
}

/** Texts that would be read as a category, or the bullet as a rule. */
const misread = /^\\*(?:\[|[- ]+$)/
const escaped = /^\\+(?:\[|[- ]+$)/
/** Matches a text of which {@link printFact} would print anything. */
const speaking = /[^\s\p{Cc}]/u

/**
 * A fact as a line of Markdown, without line break. Line breaks and control characters become blanks, and so do
 * brackets in the category; a text that begins with a bracket or has only dashes gets a backslash. No text can forge
 * another line or category, and {@link parseFacts} returns the printed fact.
 */
export function printFact(fact: Pick<Fact, 'text' | 'category'>): string {
  const text = withoutBreaks(fact.text)
  const category = withoutBreaks((fact.category ?? '').replace(/[[\]]/g, ' '))
  if (category !== '') return `- [${category}] ${text}`
  return `- ${misread.test(text) ? '\\' : ''}${text}`
}
