import type { StoredMessage } from '../message.ts'
import { compareTexts } from '../storage/compare-texts.ts'
import type { SessionHeader } from './session.ts'
import {
  type LineNotes,
  linkTo,
  parseSessionLine,
  printHeader,
  printIds,
  printLine,
  printMessage,
  type SessionLine,
} from './session-lines.ts'

/** The content of a session file. The lines of two merged copies produce the same state in any order. */
export interface SessionState {
  header: SessionHeader
  /** The messages of the file in the order of the conversation, including those set aside. */
  messages: Map<string, StoredMessage>
  /** Ids set aside, in the file or in the archive. */
  aside: Set<string>
  /** Messages that were removed permanently, with their last version; one with a higher version was stored again. */
  removed: Map<string, number>
  /** Messages that came back from the archive, which still has them if a crash came in between. */
  returned: Set<string>
  versions: Map<string, number>
  /** The link of the first message of each append, see `LineNotes`. */
  after: Map<string, string>
  /** Whether the file must be rewritten because it contains the lines of two copies. */
  isMerged: boolean
  /** Messages that a later line removed, so that their text is still in the file. Only merged copies keep any. */
  removedAbove: Set<string>
  corrupt: { line: number; text: string }[]
  lines: number
  /** The format in the file's header: 0 for another system's, undefined without a header. */
  format: number | undefined
  /** Whether the last line was read before its line break was written. */
  midLine: boolean
  /** The ids of the last message, and of the one in the last line. */
  last: string | undefined
  read: string | undefined
}

/** The time of messages without one, where only their other fields matter. */
export const unknownTime = '1970-01-01T00:00:00.000Z'
/** The first format with versions of messages. */
const versioned = 2

export function emptyState(key: string): SessionState {
  return {
    header: { key, createdAt: unknownTime, lastConsolidated: 0 },
    messages: new Map(),
    aside: new Set(),
    removed: new Map(),
    returned: new Set(),
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

/** Copies a state, so that it can be changed while others read the original. */
export function copyState(state: SessionState): SessionState {
  return {
    ...state,
    header: { ...state.header },
    messages: new Map(state.messages),
    aside: new Set(state.aside),
    removed: new Map(state.removed),
    returned: new Set(state.returned),
    versions: new Map(state.versions),
    after: new Map(state.after),
    removedAbove: new Set(state.removedAbove),
  }
}

/** Adds new text of the file. Returns the beginning of an unfinished line, to be passed with the text that follows. */
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
  // The messages were removed in one copy, and lines of the other contain them.
  if (state.removedAbove.size > 0) state.isMerged = true
  if (state.isMerged) orderAppends(state)
  return line ? '' : tail
}

/** Reads one complete line; adds a damaged one to `corrupt`. */
export function readLine(state: SessionState, text: string): void {
  const line = text.trim() === '' ? 'blank' : parse(state, text)
  state.lines++
  if (line === 'blank') return
  if (line) applyLine(state, line)
  else state.corrupt.push({ line: state.lines, text })
}

function parse(state: SessionState, text: string): SessionLine | undefined {
  return parseSessionLine(text, { line: state.lines + 1, createdAt: state.header.createdAt })
}

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
      state.header.lastConsolidated -= consolidatedAmong(state, new Set(line.ids))
      for (const id of line.ids) state.aside.add(id)
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

/** Merges the headers of two copies: the newer description wins, and no message counts as consolidated. */
function mergedHeader(a: SessionHeader, b: SessionHeader): SessionHeader {
  // If one copy forgot the session, its description is gone.
  const forgotten = [a, b].find(({ isForgotten }) => isForgotten)
  const [older, newer] = [a, b].sort((one, other) => compareTexts(ageOf(one), ageOf(other)))
  const [updatedAt] = [a, b].flatMap((header) => header.updatedAt ?? []).sort((one, other) => compareTexts(other, one))
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
    state.isMerged = true // removed in one copy, and still in the lines of the other
    return
  }
  removed.delete(id)
  state.removedAbove.delete(id)
  if (header.archived !== undefined && header.archived === linkTo(id)) state.isMerged = true
  const known = messages.get(id)
  const before = state.versions.get(id) ?? 0
  const isRepeated = known !== undefined && isVersioned && version <= before
  if (isRepeated) state.isMerged = true
  if (!known) follow(state, id, after)
  state.read = isRepeated ? id : state.last
  if (isRepeated && (version < before || printLine(message) <= printLine(known))) return
  messages.set(id, message)
  if (version > 0) state.versions.set(id, version)
}

/** Places a new message after the last one, unless its line has a link. */
function follow(state: SessionState, id: string, after: string | undefined): void {
  const { last, read } = state
  const link = after ?? (read !== undefined && read !== last ? linkTo(read) : undefined)
  if (link !== undefined) state.after.set(id, link)
  if (link !== undefined && last !== undefined && link !== linkTo(last)) state.isMerged = true
  state.last = id
}

function removeMessages(state: SessionState, ids: readonly string[], versions: ReadonlyMap<string, number>): void {
  const isVersioned = (state.format ?? 0) >= versioned
  const isGone = (id: string): boolean => {
    const own = state.versions.get(id) ?? 0
    return !isVersioned || (versions.get(id) ?? own) >= own
  }
  const gone = new Set(ids.filter(isGone))
  if (gone.size < new Set(ids).size) state.isMerged = true
  state.header.lastConsolidated -= consolidatedAmong(state, gone)
  for (const id of gone) {
    if (isVersioned && state.messages.has(id)) state.removedAbove.add(id)
    state.removed.set(id, Math.max(versions.get(id) ?? 0, state.versions.get(id) ?? 0, state.removed.get(id) ?? 0))
    if (state.aside.delete(id) && !state.messages.has(id)) state.returned.add(id)
  }
  dropMessages(state, gone)
}

/** Removes messages from the state. The rest of an append keeps the link of its first message. */
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

/** The number of consolidated messages at the start of the window that are among `ids`. */
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

/** The time of the session's newest message, including trimmed ones; without any, the time it began. */
export function newestTime(state: SessionState): string {
  let newest = state.header.updatedAt
  for (const { createdAt } of state.messages.values())
    if (newest === undefined || createdAt > newest) newest = createdAt
  return newest ?? state.header.createdAt
}

/** Prints messages as lines. The first one of an append has a link, so that appends of copies can be told apart. */
export function printMessages({ messages, versions, after }: SessionState): string[] {
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

/** Prints the whole file: header, ids set aside and removed, and the messages. */
export function printState(state: SessionState): string {
  const lines = [printHeader(state.header)]
  if (state.aside.size > 0) lines.push(printIds('aside', state.aside))
  if (state.removed.size > 0) lines.push(printIds('remove', state.removed.keys(), state.removed))
  return `${[...lines, ...printMessages(state)].join('\n')}\n`
}

/**
 * Orders the messages of merged copies: each append stays together and after the message that it was appended to; among
 * appends that could come next, the one that began first does. The result is the same for every order of the lines.
 */
function orderAppends(state: SessionState): void {
  const known = new Map([...state.messages.keys()].map((id) => [linkTo(id), id]))
  const appends: Append[] = []
  for (const [id, message] of state.messages) {
    const link = state.after.get(id)
    const open = link === undefined ? appends.at(-1) : undefined
    if (open) open.messages.push(message)
    else appends.push({ id, createdAt: message.createdAt, parent: link && known.get(link), messages: [message] })
  }
  const following = Map.groupBy(splitAtParents(appends), ({ parent }) => parent)
  const ordered: StoredMessage[] = []
  const next = [...(following.get(undefined) ?? [])].sort(byTime)
  let common: number | undefined
  for (let append = next.shift(); append; append = next.shift()) {
    if (next.length > 0) common ??= ordered.length
    ordered.push(...append.messages)
    next.push(...(following.get(append.messages.at(-1)?.id) ?? []))
    next.sort(byTime)
  }
  // Circular links, which only a person can have made.
  const placed = new Set(ordered)
  ordered.push(...[...state.messages.values()].filter((message) => !placed.has(message)))
  state.messages = new Map(ordered.map((message) => [message.id, message]))
  state.last = state.read = ordered.at(-1)?.id
  // Messages after the branch may be consolidated in neither copy; twice is better than never.
  if (common !== undefined) state.header.lastConsolidated = Math.min(state.header.lastConsolidated, common)
}

interface Append {
  /** The id of its first message. */
  id: string
  createdAt: string
  parent: string | undefined
  messages: StoredMessage[]
}

/** Messages without links, from an older format, look like one append; it is split where another append follows. */
function splitAtParents(appends: readonly Append[]): Append[] {
  const parents = new Set(appends.map(({ parent }) => parent))
  return appends.flatMap(({ id, createdAt, parent, messages }) => {
    const parts: Append[] = [{ id, createdAt, parent, messages: [] }]
    for (const [at, message] of messages.entries()) {
      parts.at(-1)?.messages.push(message)
      const after = messages[at + 1]
      if (after && parents.has(message.id))
        parts.push({ id: after.id, createdAt: after.createdAt, parent: message.id, messages: [] })
    }
    return parts
  })
}

function byTime(a: Append, b: Append): number {
  return compareTexts(a.createdAt, b.createdAt) || compareTexts(a.id, b.id)
}
