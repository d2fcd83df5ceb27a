import { parseSessionLine, printHeader } from '../sessions/session-lines.ts'
import { emptyState, readAdded, windowOf } from '../sessions/session-state.ts'

/** What is wrong with a file of JSON Lines, and how it would be without that. */
export interface LinesVerdict {
  problems: readonly string[]
  /** The lines to keep, as they are, but for a header that was wrong. */
  kept: readonly string[]
  /** The lines to set aside. */
  bad: readonly string[]
  /** Problems that no rewriting solves. */
  lasting: readonly string[]
  /** Whether the lines of two copies stand in it. */
  isMerged?: boolean
}

/** A new file has its first text a moment after its name. */
const emptyProblem =
  'it is empty: a process that died as it made it leaves such a file, and so does the loss of all that was in it'
const mostNamed = 5
const unknownTime = '1970-01-01T00:00:00.000Z'

/** Looks at the lines of a session's file. `key` is the session that its name stands for, where that is known. */
export function lookAtSession(text: string, key: string | undefined): LinesVerdict {
  const verdict = lookAtLines(text)
  const header = headerOf(verdict.kept[0])
  if (text === '') return { ...verdict, problems: [emptyProblem] }
  if (header === undefined) return verdict
  const state = emptyState(header.key)
  readAdded(state, verdict.kept.map((line) => `${line}\n`).join(''))
  if (state.isMerged)
    return { ...verdict, isMerged: true, problems: [...verdict.problems, 'the lines of two copies stand in it'] }
  const messages = windowOf(state).length
  const problems = [...verdict.problems]
  const fixed = { ...header }
  if (state.header.lastConsolidated > messages || header.lastConsolidated > verdict.kept.length) {
    problems.push(`its header says that ${header.lastConsolidated} messages are consolidated, and it has ${messages}`)
    // Consolidated twice is better than never.
    fixed.lastConsolidated = 0
  }
  if (key !== undefined && header.key !== key) {
    problems.push(`its header names another session, ${JSON.stringify(header.key.slice(0, 60))}`)
    fixed.key = key
  }
  if (problems.length === verdict.problems.length) return verdict
  return { ...verdict, problems, kept: [printHeader(fixed), ...verdict.kept.slice(1)] }
}

/** Looks at the lines of an archive's segment; `earlier` holds the ids of those before it, and is given its own. */
export function lookAtSegment(text: string, earlier: Set<string>): LinesVerdict {
  const verdict = lookAtLines(text)
  const own = new Set<string>()
  const twice = verdict.kept.filter((line) => {
    const id = messageIdOf(line)
    if (id === undefined) return false
    if (!earlier.has(id) || own.has(id)) own.add(id)
    return earlier.has(id)
  })
  for (const id of own) earlier.add(id)
  if (twice.length === 0) return verdict
  const double = new Set(twice)
  const problems = [...verdict.problems, `${twice.length} of its messages are in an earlier segment already`]
  return {
    ...verdict,
    problems,
    kept: verdict.kept.filter((line) => !double.has(line)),
    bad: [...verdict.bad, ...twice],
  }
}

function lookAtLines(text: string): LinesVerdict {
  const lines = text.split('\n')
  const last = lines.length
  const kept: string[] = []
  const bad: string[] = []
  const places: string[] = []
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const parsed = parseSessionLine(index === 0 ? line.replace(/^\uFEFF/, '') : line, {
      line: index + 1,
      createdAt: unknownTime,
    })
    if (parsed) kept.push(line)
    else {
      bad.push(line)
      places.push(index + 1 === last ? 'its end is torn off' : `line ${index + 1} is no message`)
    }
  }
  const more = places.length > mostNamed ? [`${places.length - mostNamed} more lines`] : []
  return { problems: [...places.slice(0, mostNamed), ...more], kept, bad, lasting: foreignBytes(kept.join('\n')) }
}

/** Daybook escapes U+FFFD when it writes a line: one that stands bare is what is left of bytes that are no UTF-8. */
function foreignBytes(text: string): string[] {
  return text.includes('\uFFFD') ? ['some of its bytes are no UTF-8; they are read as U+FFFD'] : []
}

function headerOf(line: string | undefined) {
  const parsed =
    line === undefined ? undefined : parseSessionLine(line.replace(/^\uFEFF/, ''), { line: 1, createdAt: unknownTime })
  return parsed?.kind === 'header' ? parsed.header : undefined
}

function messageIdOf(line: string): string | undefined {
  const parsed = parseSessionLine(line, { line: 0, createdAt: unknownTime })
  return parsed?.kind === 'message' ? parsed.message.id : undefined
}
