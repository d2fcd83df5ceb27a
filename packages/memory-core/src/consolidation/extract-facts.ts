import { printFact } from '../documents/fact.ts'
import { hasLinesBelow, type MarkdownLine, markdownLines } from '../documents/markdown-lines.ts'
import { placeLines } from '../documents/placed-lines.ts'
import type { StoredMessage } from '../message.ts'
import { byteLength } from '../storage/file-checks.ts'
import { statementKey } from '../text/statement-key.ts'
import { keptStatements } from './told-statements.ts'

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
