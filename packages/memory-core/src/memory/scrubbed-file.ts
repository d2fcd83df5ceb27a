import { foundIn, type Redact, type Redacted } from '../privacy/redact.ts'
import { addFound, redactValue } from '../privacy/redact-value.ts'
import { isKeptPage, unescapedPage } from '../records/print-records.ts'
import { quotedHeader } from './quoted-header.ts'

/** What in the lines of sessions, in plans and in knowledge names something. */
const names: ReadonlySet<string> = new Set(
  '_type id ids key role createdAt updatedAt toolCallId toolCalls.id session messages base lines window.trim due first history.path entries.id'.split(
    ' ',
  ),
)

/**
 * A stored file without secrets. JSON stays JSON and JSON Lines stay lines: what cannot be parsed is redacted as text. In
 * the header of a note the mark stands in quotes.
 */
export function scrubbedFile(path: string, text: string, redact: Redact): Redacted {
  if (path.includes('.jsonl')) return scrubbedLines(text, redact)
  if (path.includes('.json')) return scrubbedJson(text, redact)
  const { text: after, found } = redact(isKeptPage(path) ? unescapedPage(text) : text)
  return found.length === 0 ? { text, found } : { text: quotedHeader(after), found }
}

function scrubbedLines(text: string, redact: Redact): Redacted {
  const total = new Map<string, number>()
  const lines = text.split('\n').map((line) => {
    const { text: after, found } = scrubbedJson(line, redact)
    addFound(total, found)
    return after
  })
  return { text: total.size === 0 ? text : lines.join('\n'), found: foundIn(total) }
}

function scrubbedJson(text: string, redact: Redact): Redacted {
  const parsed = parseJson(text)
  if (parsed === undefined) return redact(text)
  const { value, found } = redactValue(parsed.value, redact, { keep: names })
  if (found.length === 0) return { text, found }
  const indent = /^\s*[[{]\r?\n([ \t]+)/.exec(text)?.[1] ?? ''
  const end = /\s*$/.exec(text.slice(-8))?.[0] ?? ''
  // Standing bare in a session's file, U+FFFD means damaged bytes.
  return { text: JSON.stringify(value, null, indent).replaceAll('\uFFFD', '\\ufffd') + end, found }
}

function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined // a torn or damaged line, or nothing
  }
}
