import { printFact } from '../documents/fact.ts'
import { hasLinesBelow, type MarkdownLine, markdownLines } from '../documents/markdown-lines.ts'
import { placeLines } from '../documents/placed-lines.ts'
import { type StoredMessage, textOf } from '../message.ts'
import { keptWorth, toldWorth } from '../statements/english/worth.ts'
import { readStatements } from '../statements/read-statements.ts'
import type { Statement } from '../statements/statement.ts'
import { byteLength } from '../text/byte-length.ts'
import { statementKey } from '../text/statement-key.ts'

/** A statement and the message that makes it. */
interface SaidStatement {
  statement: Statement
  message: StoredMessage
}

/** The most statements of one history entry. */
const mostTold = 12

/** Options for summing up a conversation. */
export interface TellingOptions {
  /** Whether statements that MEMORY.md or a record has are included. */
  withKept: boolean
  /** The day of the history entry, as YYYY-MM-DD. */
  day: string
}

/** The lasting statements of the user that are worth keeping, in their order. */
export function keptStatements(messages: readonly StoredMessage[]): SaidStatement[] {
  return saidStatements(messages).filter(({ statement }) => isKept(statement))
}

function isKept({ span, worth }: Statement): boolean {
  return span === 'lasting' && worth >= keptWorth
}

/**
 * What a conversation tells: what the user said that is worth a line in the history, at most twelve statements, the most
 * telling ones, in their order, each with its day where that is not `day`. Those that are kept elsewhere only `withKept`.
 * "" when there is none.
 */
export function tellStatements(messages: readonly StoredMessage[], { withKept, day }: TellingOptions): string {
  const told = saidStatements(messages).filter(
    ({ statement }) => statement.telling >= toldWorth && (withKept || !isKept(statement)),
  )
  const best = new Set(told.toSorted((a, b) => b.statement.telling - a.statement.telling).slice(0, mostTold))
  return told
    .filter((one) => best.has(one))
    .map(({ statement, message: { name = '', createdAt } }) => {
      const by = name.replaceAll(/[()\s]+/g, ' ').trim()
      const about = [by, createdAt.startsWith(day) ? '' : createdAt.slice(0, 10)].filter((part) => part !== '')
      return `- ${statement.text.replace(/[.\s]+$/, '')}${about.length === 0 ? '' : ` (${about.join(', ')})`}`
    })
    .join('\n')
}

/** The statements of the user that stay: no orders for one reply, none whose subject is unknown; each once. */
function saidStatements(messages: readonly StoredMessage[]): SaidStatement[] {
  const seen = new Set<string>()
  return messages.flatMap((message, at) => {
    const last = messages[at - 1]
    const before = last ? { before: { role: last.role, text: textOf(last) } } : {}
    const read = readStatements(textOf(message), { role: message.role, at: message.createdAt, ...before })
    return read.flatMap((statement) => {
      // A statement may come alone, and once more with the one that it refers to.
      const isPart = read.some(({ text }) => text !== statement.text && text.includes(statement.text))
      const isTold =
        statement.span !== 'local' && statement.isUnresolved !== true && !isPart && !seen.has(statement.text)
      seen.add(statement.text)
      return isTold ? [{ statement, message }] : []
    })
  })
}

/** The most facts that one consolidation takes, so that MEMORY.md does not become a transcript. */
const maxFacts = 40

const categoryOfKind: Readonly<Record<string, string>> = {
  rule: 'user_preference',
  preference: 'user_preference',
  decision: 'project_decision',
  project: 'project_decision',
}

/**
 * The lasting statements of the user, each as one line of MEMORY.md in the user's words with its date; at most 40, those
 * worth most, in their order. What stands in `known` is left out. For memories without records: where there are records,
 * capture gives each statement its line.
 */
export function extractFacts(messages: readonly StoredMessage[], known: string): string[] {
  const seen = new Set(known.split('\n').map(statementKey))
  const found = keptStatements(messages).flatMap(({ statement, message }) => {
    const speaker = message.name === undefined ? '' : `${message.name.replaceAll(/[()\n]/g, ' ')}, `
    const text = `"${statement.text}" (${speaker}${message.createdAt.slice(0, 10)})`
    const line = printFact({ category: categoryOfKind[statement.kind] ?? 'user_info', text })
    const key = statementKey(line)
    if (seen.has(key)) return []
    seen.add(key)
    return [{ line, worth: statement.worth }]
  })
  const best = new Set(found.toSorted((a, b) => b.worth - a.worth).slice(0, maxFacts))
  return found.filter((one) => best.has(one)).map(({ line }) => line)
}

/** The heading of what one consolidation added, and below it a statement as {@link extractFacts} prints it. */
const ownHeading = /^### Consolidated \d{4}-\d{2}-\d{2}$/
const ownLine = /^- \[(?:user_preference|user_info|project_decision)\] ".*" \([^()]*\d{4}-\d{2}-\d{2}\)$/

/**
 * Brings MEMORY.md below `bytes` by rule: the oldest lines of consolidations go, until the rest fits or none
 * is left. What a person wrote is never touched, however long it is. `moved` are the lines taken out, word for word: they
 * belong into the history entry, so that nothing is lost. A heading that this leaves without text goes too.
 */
export function displaceFacts(text: string, bytes: number): { text: string; moved: string[] } {
  const lines = markdownLines(text)
  const gone = new Set<number>()
  const moved: string[] = []
  let excess = byteLength(text) - bytes
  let isOwn = false
  for (const [index, line] of lines.entries()) {
    if (excess <= 0) break
    if (line.kind === 'heading') isOwn = ownHeading.test(line.raw.trimEnd())
    if (!isOwn || line.kind !== 'bullet' || !isOwnLine(lines, index)) continue
    gone.add(index)
    moved.push(line.raw.trimEnd())
    excess -= byteLength(line.raw)
  }
  return { text: placeLines(text, [], gone), moved }
}

/** A line below which a person has added others is the person's. */
function isOwnLine(lines: readonly MarkdownLine[], index: number): boolean {
  return ownLine.test(lines[index]?.raw.trimEnd() ?? '') && !hasLinesBelow(lines, index)
}
