import { printFact } from '../documents/fact.ts'
import { hasLinesBelow, type MarkdownLine, markdownLines } from '../documents/markdown-lines.ts'
import { placeLines } from '../documents/placed-lines.ts'
import { type StoredMessage, textOf } from '../message.ts'
import { keptWorth, toldWorth } from '../statements/english/worth.ts'
import { readStatements } from '../statements/read-statements.ts'
import type { Statement } from '../statements/statement.ts'
import { byteLength } from '../text/count-tokens.ts'
import { statementKey } from '../text/statement-key.ts'

/** A statement with its message. */
interface SaidStatement {
  statement: Statement
  message: StoredMessage
}

/** Maximum statements in one history entry. */
const mostTold = 12

/** How to sum up a conversation. */
export interface TellingOptions {
  /** Whether to include statements that MEMORY.md or a record has. */
  withKept: boolean
  /** The day of the history entry, as YYYY-MM-DD. */
  day: string
}

/** The user's lasting statements that are worth keeping, in order. */
export function keptStatements(messages: readonly StoredMessage[]): SaidStatement[] {
  return saidStatements(messages).filter(({ statement }) => isKept(statement))
}

function isKept({ span, worth }: Statement): boolean {
  return span === 'lasting' && worth >= keptWorth
}

/**
 * A conversation for the history: the user's statements that are worth a line, at most twelve, in order, each with its
 * day if that is not `day`. Statements kept elsewhere are included only `withKept`. "" if there is none.
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

/** The user's statements without duplicates, orders for one reply, and those with an unresolved subject. */
function saidStatements(messages: readonly StoredMessage[]): SaidStatement[] {
  const seen = new Set<string>()
  return messages.flatMap((message, at) => {
    const last = messages[at - 1]
    const before = last ? { before: { role: last.role, text: textOf(last), name: last.name } } : {}
    const { role, name, createdAt } = message
    const read = readStatements(textOf(message), { role, name, at: createdAt, ...before })
    return read.flatMap((statement) => {
      // A statement may be read alone, and again as part of a longer one.
      const isPart = read.some(({ text }) => text !== statement.text && text.includes(statement.text))
      const isTold =
        statement.span !== 'local' && statement.isUnresolved !== true && !isPart && !seen.has(statement.text)
      seen.add(statement.text)
      return isTold ? [{ statement, message }] : []
    })
  })
}

/** Maximum facts of one consolidation, so that MEMORY.md does not become a transcript. */
const maxFacts = 40

const categoryOfKind: Readonly<Record<string, string>> = {
  rule: 'user_preference',
  preference: 'user_preference',
  decision: 'project_decision',
  project: 'project_decision',
}

/**
 * The user's lasting statements, each as a line of MEMORY.md with its date; at most 40, those of most worth, in order.
 * Lines of `known` are left out. Only for memories without records: otherwise capture writes the lines.
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

/** The heading of a consolidation's lines, and a line as {@link extractFacts} prints it. */
const ownHeading = /^### Consolidated \d{4}-\d{2}-\d{2}$/
const ownLine = /^- \[(?:user_preference|user_info|project_decision)\] ".*" \([^()]*\d{4}-\d{2}-\d{2}\)$/

/**
 * Cuts MEMORY.md to `bytes`: removes the oldest lines of consolidations until the rest fits or none is left. Lines of a
 * person are never touched. `moved` are the removed lines, unchanged, for the history entry, so that nothing is lost.
 * Headings without text are removed, too.
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

/** Whether a consolidation wrote a line and no person has added lines below it. */
function isOwnLine(lines: readonly MarkdownLine[], index: number): boolean {
  return ownLine.test(lines[index]?.raw.trimEnd() ?? '') && !hasLinesBelow(lines, index)
}
