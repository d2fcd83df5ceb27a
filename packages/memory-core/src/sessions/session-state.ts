import type { StoredMessage } from '../message.ts'
import { printLine } from './message-codec.ts'
import type { SessionHeader } from './session.ts'
import {
  type LineNotes,
  linkTo,
  parseSessionLine,
  printHeader,
  printIds,
  printMessage,
  type SessionLine,
} from './session-lines.ts'
import { orderAppends } from './session-order.ts'

/**
 * What the lines of a session file add up to. The lines of two copies that went separate ways, one after the other or
 * woven into each other, add up to the same, whichever comes first.
 */
export interface SessionState {
  header: SessionHeader
  /** The messages of the file in the order of the conversation, those set aside included. */
  messages: Map<string, StoredMessage>
  /** Ids set aside, in the file or in the archive. */
  aside: Set<string>
  /** Messages that were removed permanently, with their last version: one with a higher version was stored again. */
  removed: Map<string, number>
  /** The versions of messages that were changed. */
  versions: Map<string, number>
  /** What the first message of an append follows, see `LineNotes`. */
  after: Map<string, string>
  /** Whether the file has to be written anew, because lines of two copies stand in it. */
  isMerged: boolean
  /** Messages that a later line removed: their text is still in the file. Writers append that only before a new version. */
  removedAbove: Set<string>
  /** Lines that could not be read. */
  corrupt: { line: number; text: string }[]
  /** Lines read so far. */
  lines: number
  /** The format of the file's header; undefined while it had none, ours or another system's. */
  format: number | undefined
  /** Whether the last line was read before its line break came. */
  midLine: boolean
  /** The ids of the last message, and of the one in the last line. */
  last: string | undefined
  read: string | undefined
}

const unknownTime = '1970-01-01T00:00:00.000Z'
/** From this format on lines have versions. */
const versioned = 2

/** The state before the first line. */
export function emptyState(key: string): SessionState {
  return {
    header: { key, createdAt: unknownTime, lastConsolidated: 0 },
    messages: new Map(),
    aside: new Set(),
    removed: new Map(),
    versions: new Map(),
    after: new Map(),
    isMerged: false,
    removedAbove: new Set(),
    corrupt: [],
    lines: 0,
    format: undefined,
    midLine: false,
    last: undefined,
    read: undefined,
  }
}

/** A state that can be changed while others read the first. */
export function copyState(state: SessionState): SessionState {
  return {
    ...state,
    header: { ...state.header },
    messages: new Map(state.messages),
    aside: new Set(state.aside),
    removed: new Map(state.removed),
    versions: new Map(state.versions),
    after: new Map(state.after),
    removedAbove: new Set(state.removedAbove),
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
  if (line) {
    state.lines++
    applyLine(state, line)
    state.midLine = true
  }
  // One copy removed them, and the lines of the other brought them back.
  if (state.removedAbove.size > 0) state.isMerged = true
  if (state.isMerged) orderAppends(state)
  return line ? '' : tail
}

/** Reads one whole line; a damaged one is noted in `corrupt`. */
export function readLine(state: SessionState, text: string): void {
  const line = text.trim() === '' ? 'blank' : parse(state, text)
  state.lines++
  if (line === 'blank') return
  if (line) applyLine(state, line)
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
      applyHeader(state, { ...line.header, key: state.header.key }, line.format)
      break
    case 'message':
      applyMessage(state, line.message, line.notes)
      break
    case 'describe':
      state.header = { ...state.header, ...line.change }
      break
    case 'aside':
      setAside(state, line.ids)
      break
    case 'remove':
      removeMessages(state, line.ids, line.versions)
  }
}

function applyHeader(state: SessionState, header: SessionHeader, format: number): void {
  if (state.format === undefined) state.header = header
  else {
    const same = printHeader(state.header) === printHeader(header)
    if (!same) state.header = mergedHeader(state.header, header)
    state.isMerged = true
  }
  state.format = Math.max(state.format ?? 0, format)
}

/** What two copies say of a session: the newer one's description, and nothing of it counts as consolidated. */
function mergedHeader(a: SessionHeader, b: SessionHeader): SessionHeader {
  // What was forgotten in one copy says nothing any more.
  const forgotten = [a, b].find(({ isForgotten }) => isForgotten)
  const [older, newer] = [a, b].sort((one, other) => compare(ageOf(one), ageOf(other)))
  const updatedAt = [a.updatedAt, b.updatedAt]
    .filter((time) => time !== undefined)
    .sort(compare)
    .at(-1)
  return {
    ...(forgotten ?? { ...older, ...newer }),
    key: a.key,
    createdAt: a.createdAt < b.createdAt ? a.createdAt : b.createdAt,
    ...(updatedAt !== undefined && { updatedAt }),
    lastConsolidated: 0,
  }
}

function ageOf(header: SessionHeader): string {
  return `${header.updatedAt ?? ''} ${printHeader({ ...header, lastConsolidated: 0 })}`
}

function applyMessage(state: SessionState, message: StoredMessage, { version, after }: LineNotes): void {
  const { header, messages, removed } = state
  const { id } = message
  if (state.format === undefined && messages.size === 0 && header.createdAt === unknownTime)
    header.createdAt = message.createdAt
  const isVersioned = (state.format ?? 0) >= versioned
  if (isVersioned && version <= (removed.get(id) ?? -1)) {
    state.isMerged = true // it was removed in the one copy, and the lines of the other brought it back
    return
  }
  removed.delete(id)
  state.removedAbove.delete(id)
  if (header.archived !== undefined && header.archived === linkTo(id)) state.isMerged = true
  const known = messages.get(id)
  const before = state.versions.get(id) ?? 0
  if (known && isVersioned && version <= before) state.isMerged = true
  if (!known) follow(state, id, after)
  state.read = known && isVersioned && version <= before ? id : state.last
  if (known && isVersioned && (version < before || (version === before && printLine(message) <= printLine(known))))
    return
  messages.set(id, message)
  if (version > 0) state.versions.set(id, version)
}

/** A new message comes after the last one, unless its line says otherwise. */
function follow(state: SessionState, id: string, after: string | undefined): void {
  const { last, read } = state
  const link = after ?? (read !== undefined && read !== last ? linkTo(read) : undefined)
  if (link !== undefined) state.after.set(id, link)
  if (link !== undefined && last !== undefined && link !== linkTo(last)) state.isMerged = true
  state.last = id
}

function setAside(state: SessionState, ids: readonly string[]): void {
  const gone = new Set(ids)
  state.header.lastConsolidated -= consolidatedAmong(state, gone)
  for (const id of gone) state.aside.add(id)
}

function removeMessages(
  state: SessionState,
  ids: readonly string[],
  versions: ReadonlyMap<string, number> = new Map(),
): void {
  const isGone = (id: string): boolean =>
    (state.format ?? 0) < versioned ||
    (versions.get(id) ?? state.versions.get(id) ?? 0) >= (state.versions.get(id) ?? 0)
  const gone = new Set(ids.filter(isGone))
  if (gone.size < new Set(ids).size) state.isMerged = true
  state.header.lastConsolidated -= consolidatedAmong(state, gone)
  for (const id of gone) {
    if ((state.format ?? 0) >= versioned && state.messages.has(id)) state.removedAbove.add(id)
    state.removed.set(id, Math.max(versions.get(id) ?? 0, state.versions.get(id) ?? 0, state.removed.get(id) ?? 0))
    state.aside.delete(id)
  }
  dropMessages(state, gone)
}

/**
 * Takes messages out of the state of the file: they stand elsewhere, or nowhere any more. What is left of an append still
 * follows what the append followed.
 */
export function dropMessages(state: SessionState, ids: Iterable<string>): void {
  const gone = new Set(ids)
  if (gone.size === 0) return
  let link: string | undefined
  for (const id of [...state.messages.keys()]) {
    const own = state.after.get(id)
    if (gone.has(id)) {
      link = own ?? link
      state.messages.delete(id)
      state.versions.delete(id)
      state.after.delete(id)
      continue
    }
    if (own === undefined && link !== undefined) state.after.set(id, link)
    link = undefined
  }
  state.last = state.read = [...state.messages.keys()].at(-1)
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

/** The messages as lines. The first one of an append names the one before it, so that appends of copies can be told apart. */
export function printMessages({
  messages,
  versions,
  after,
}: Pick<SessionState, 'messages' | 'versions' | 'after'>): string[] {
  let last: string | undefined
  return [...messages.values()].map((message) => {
    const { id } = message
    const link = after.get(id)
    const notes = {
      version: versions.get(id) ?? 0,
      after: link === undefined || last === undefined ? link : linkTo(last),
    }
    last = id
    return printMessage(message, notes)
  })
}

/** The whole file for this state: header, what has to be remembered of the rest, and the messages. */
export function printState(state: SessionState): string {
  const lines = [printHeader(state.header)]
  if (state.aside.size > 0) lines.push(printIds('aside', state.aside))
  if (state.removed.size > 0) lines.push(printIds('remove', state.removed.keys(), state.removed))
  return `${[...lines, ...printMessages(state)].join('\n')}\n`
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
