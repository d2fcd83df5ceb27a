import type { StoredMessage } from '../message.ts'
import type { SessionHeader } from './session.ts'
import { parseSessionLine, printHeader, printIds, printMessage, type SessionLine } from './session-lines.ts'

/** What the lines of a session file add up to. */
export interface SessionState {
  header: SessionHeader
  /** The messages of the file in the order of the conversation, those set aside included. */
  messages: Map<string, StoredMessage>
  /** Ids set aside, in the file or in the archive. */
  aside: Set<string>
  /** Ids of messages that were deleted permanently. */
  removed: Set<string>
  /** Lines that could not be read. */
  corrupt: { line: number; text: string }[]
  /** Lines read so far. */
  lines: number
  /** Whether the file had a header, ours or another system's. */
  headed: boolean
  /** Whether the last line was read before its line break came. */
  midLine: boolean
}

const unknownTime = '1970-01-01T00:00:00.000Z'

/** The state before the first line. */
export function emptyState(key: string): SessionState {
  return {
    header: { key, createdAt: unknownTime, lastConsolidated: 0 },
    messages: new Map(),
    aside: new Set(),
    removed: new Set(),
    corrupt: [],
    lines: 0,
    headed: false,
    midLine: false,
  }
}

/**
 * Takes what was added to the file since the last call, and answers the part that is to be given again with what
 * follows it: the beginning of a line that another process may still be writing.
 */
export function readAdded(state: SessionState, text: string): string {
  let start = state.midLine && text.startsWith('\n') ? 1 : 0
  if (text !== '') state.midLine = false
  for (let end = text.indexOf('\n', start); end >= 0; end = text.indexOf('\n', start)) {
    readLine(state, text.slice(start, end))
    start = end + 1
  }
  const tail = text.slice(start)
  const line = tail.trim() === '' ? undefined : parse(state, tail)
  if (!line) return tail
  state.lines++
  applyLine(state, line)
  state.midLine = true
  return ''
}

/** Reads one whole line; a damaged one is noted in `corrupt`. */
export function readLine(state: SessionState, text: string): void {
  const line = text.trim() === '' ? 'blank' : parse(state, text)
  state.lines++
  if (line === 'blank') return
  if (line && !(line.kind === 'header' && state.headed)) applyLine(state, line)
  else state.corrupt.push({ line: state.lines, text })
}

function parse(state: SessionState, text: string): SessionLine | undefined {
  const line = state.lines + 1
  // A byte order mark is what some editors put before the first line.
  return parseSessionLine(line === 1 && text.startsWith('\uFEFF') ? text.slice(1) : text, {
    line,
    createdAt: state.header.createdAt,
  })
}

/** Applies one line that was understood. */
export function applyLine(state: SessionState, line: SessionLine): void {
  switch (line.kind) {
    case 'header':
      state.header = { ...line.header, key: state.header.key }
      state.headed = true
      break
    case 'message':
      applyMessage(state, line.message)
      break
    case 'describe':
      state.header = { ...state.header, ...line.change }
      break
    case 'aside':
      setAside(state, line.ids)
      break
    case 'remove':
      removeMessages(state, line.ids)
  }
}

function applyMessage(state: SessionState, message: StoredMessage): void {
  if (!state.headed && state.messages.size === 0 && state.header.createdAt === unknownTime)
    state.header.createdAt = message.createdAt
  state.removed.delete(message.id)
  state.messages.set(message.id, message)
}

function setAside(state: SessionState, ids: readonly string[]): void {
  const gone = new Set(ids)
  state.header.lastConsolidated -= consolidatedAmong(state, gone)
  for (const id of gone) state.aside.add(id)
}

function removeMessages(state: SessionState, ids: readonly string[]): void {
  const gone = new Set(ids)
  state.header.lastConsolidated -= consolidatedAmong(state, gone)
  for (const id of gone) {
    state.messages.delete(id)
    state.aside.delete(id)
    state.removed.add(id)
  }
}

/** How many of the consolidated messages at the start of the window are among these. */
function consolidatedAmong(state: SessionState, ids: ReadonlySet<string>): number {
  const { lastConsolidated } = state.header
  if (lastConsolidated === 0) return 0
  const consolidated = windowOf(state).slice(0, lastConsolidated)
  return consolidated.filter((message) => ids.has(message.id)).length
}

/** The messages of the window: those of the file that are not set aside. */
export function windowOf(state: SessionState): StoredMessage[] {
  const messages = [...state.messages.values()]
  return state.aside.size === 0 ? messages : messages.filter((message) => !state.aside.has(message.id))
}

/** The time of the session's newest message, trimmed ones included; when it never had one, that of its beginning. */
export function newestTime(state: SessionState): string {
  let newest = state.header.updatedAt
  for (const { createdAt } of state.messages.values())
    if (newest === undefined || createdAt > newest) newest = createdAt
  return newest ?? state.header.createdAt
}

/** The whole file for this state: header, what has to be remembered of the rest, and the messages. */
export function printState(state: SessionState): string {
  const lines = [printHeader(state.header)]
  if (state.aside.size > 0) lines.push(printIds('aside', state.aside))
  if (state.removed.size > 0) lines.push(printIds('remove', state.removed))
  for (const message of state.messages.values()) lines.push(printMessage(message))
  return `${lines.join('\n')}\n`
}
