import { cached, rawLines, withoutBreaks } from '../text/plain-text.ts'

export interface MarkdownLine {
  /** The line with its line break; of a wrapped bullet, all its lines. All joined are the document. */
  raw: string
  /** The number of its first line, from 0. */
  index: number
  kind: 'bullet' | 'heading' | 'blank' | 'code' | 'text' | 'other'
  /** Its text without bullet, hashes and outer blanks. */
  body: string
  /** Columns of white space before it; a tab counts as four. */
  indent: number
}

/**
 * The lines of a Markdown document. Code is the text between fences; `other` are tables, quotations, HTML, rules, and a
 * fence that is never closed, which hides nothing, unlike in Markdown: what Daybook adds below it is read again. A
 * bullet includes the indented text directly below it, on which its sentence goes on. Linear.
 */
export function markdownLines(markdown: string): MarkdownLine[] {
  const lines: MarkdownLine[] = []
  const raws = rawLines(markdown)
  const isClosed = closedBelow(raws)
  let fence: string | undefined
  for (const [index, raw] of raws.entries()) {
    const body = raw.trim()
    const blanks = /^[ \t]*/.exec(raw)?.[0] ?? ''
    const line = { raw, index, body, indent: blanks.replaceAll('\t', '    ').length }
    const mark = /^(?:`{3,}|~{3,})/.exec(body)?.[0]
    if (fence === undefined && mark !== undefined && !isClosed(mark, index)) {
      lines.push({ ...line, kind: 'other' })
    } else if (fence !== undefined || mark !== undefined) {
      lines.push({ ...line, kind: 'code' })
      fence = fence === undefined ? mark : closes(body, fence) ? undefined : fence
    } else {
      const above = lines.at(-1)
      const isBelow = above?.kind === 'bullet' && line.indent > above.indent
      const isSentence = (isBelow || above?.kind === 'text') && sentencePart.test(body)
      const plain = isSentence ? { ...line, kind: 'text' as const } : plainLine(line)
      if (isBelow && plain.kind === 'text') {
        above.raw += raw
        above.body += ` ${body}`
        continue
      }
      if (above?.kind === 'text' && /^(?:=+|-+)$/.test(body)) above.kind = 'heading'
      lines.push(plain)
    }
  }
  return lines
}

/** Whether other lines belong to the bullet at that place of `lines`: indented ones, or text directly below it. */
export function hasLinesBelow(lines: readonly MarkdownLine[], place: number): boolean {
  const bullet = lines[place]
  let below = place + 1
  while (lines[below]?.kind === 'blank') below++
  const next = lines[below]
  if (!bullet || !next) return false
  return next.indent > bullet.indent || (below === place + 1 && next.kind === 'text')
}

/** Returns a test whether a line below `at` closes a fence. */
function closedBelow(raws: readonly string[]): (fence: string, at: number) => boolean {
  /** The longest line of this character alone, at or below each line. */
  const longest = cached((character): readonly number[] => {
    const lengths = [0]
    for (const body of raws.map((raw) => raw.trim()).reverse())
      lengths.push(closes(body, character) ? Math.max(body.length, lengths.at(-1) ?? 0) : (lengths.at(-1) ?? 0))
    return lengths.reverse()
  })
  return (fence, at) => (longest(fence.charAt(0))[at + 1] ?? 0) >= fence.length
}

function closes(body: string, fence: string): boolean {
  return body.length >= fence.length && body === fence.charAt(0).repeat(body.length)
}

/** A bullet: a mark of Markdown, one that people type or paste, or a number. */
const bulletMark = /^(?:[-*+•–]|\d{1,9}[.)])[ \t\u00a0]/
/** A mark that inside a paragraph is a part of its sentence; in Markdown, too, only the number 1 begins a list there. */
const sentencePart = /^(?:–|(?!1[.)])\d+[.)])/

function plainLine(line: Omit<MarkdownLine, 'kind'>): MarkdownLine {
  const { body } = line
  if (body === '') return { ...line, kind: 'blank' }
  if (/^#{1,6}(?:[ \t]|$)/.test(body)) return { ...line, kind: 'heading', body: body.replace(/^#+/, '').trim() }
  const mark = isRule(body) ? undefined : bulletMark.exec(body)?.[0]
  if (mark !== undefined) return { ...line, kind: 'bullet', body: body.slice(mark.length).trim() }
  if (/^(?:[|>]|<[a-zA-Z!/])/.test(body) || isRule(body)) return { ...line, kind: 'other' }
  return { ...line, kind: 'text' }
}

/** A thematic break such as `---` or `* * *`, or the underline of a heading. */
function isRule(body: string): boolean {
  const marks = body.replace(/[ \t]/g, '')
  return /^(?:=+|-{3,}|\*{3,}|_{3,})$/.test(marks) || body === '-'.repeat(body.length)
}

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
