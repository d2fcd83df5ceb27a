import { MemoryError, shown, wrongValue } from '../errors.ts'
import { isRecord } from '../json.ts'
import type { StoredMessage } from '../message.ts'
import { checkOf, checkShape, type Shape } from '../option-checks.ts'
import { copyJson, decodeMessage, type LinePlace, otherFields, printLine, readTime } from './message-codec.ts'
import type { SessionHeader } from './session.ts'

/** The version of the session format that this code writes: 2 has versions of messages and a link for each append. */
const writtenFormat = 2

/** The properties of a session that can be set later. */
export type Description = Pick<SessionHeader, 'title' | 'metadata'>

/** The version and link of a message in a line; with them, two copies of a session can be merged. */
export interface LineNotes {
  /** 0 for a new message; one more for each change, or for storing it again after a removal. */
  version: number
  /** {@link linkTo} the message that was the last one of the session when this one was appended. */
  after?: string | undefined
}

export type SessionLine =
  | { kind: 'header'; header: SessionHeader; format: number }
  | { kind: 'message'; message: StoredMessage; notes: LineNotes }
  | { kind: 'remove' | 'aside'; ids: string[]; versions: ReadonlyMap<string, number> }
  | { kind: 'describe'; change: Description }

const headerFields: ReadonlySet<string> = new Set(
  '_type daybook key createdAt lastConsolidated updatedAt archived isForgotten title metadata summary'.split(' '),
)

const describable: Shape = {
  title: checkOf('a string', (value) => typeof value === 'string'),
  metadata: checkOf('an object of JSON values', isRecord),
}

/** Undefined for a damaged or unknown line. @throws MemoryError `newer-format` for the header of a newer Daybook */
export function parseSessionLine(text: string, place: LinePlace): SessionLine | undefined {
  try {
    // Some editors add a byte order mark before the first line.
    const value: unknown = JSON.parse(place.line === 1 ? text.replace(/^\uFEFF/, '') : text)
    return isRecord(value) ? decodeLine(value, place) : undefined
  } catch (error) {
    if (MemoryError.isInstance(error)) throw error
    return undefined // not JSON, or nested too deeply: the reader sets it aside
  }
}

/** The key of the session that the first line of a session's file names; undefined without a header. */
export function keyInFile(text: string): string | undefined {
  const [line = ''] = text.split('\n', 1)
  const head = parseSessionLine(line, { line: 1, createdAt: '' })
  const key = head?.kind === 'header' ? head.header.key : ''
  return key !== '' && key.isWellFormed() ? key : undefined
}

function decodeLine(value: Record<string, unknown>, place: LinePlace): SessionLine | undefined {
  switch (value['_type']) {
    case undefined: {
      const message = decodeMessage(value, place)
      const { _version: version, _after: after } = value
      const notes = { version: countOf(version), ...(typeof after === 'string' && { after }) }
      return message && { kind: 'message', message, notes }
    }
    case 'metadata':
      return { kind: 'header', header: decodeHeader(value, place), format: countOf(value['daybook']) }
    case 'remove':
    case 'aside': {
      if (!Array.isArray(value['ids'])) return undefined
      const ids = value['ids'].filter((id) => typeof id === 'string')
      return { kind: value['_type'], ids, versions: decodeVersions(value['versions']) }
    }
    case 'describe':
      return { kind: 'describe', change: decodeDescription(value) }
    default:
      return undefined
  }
}

function decodeVersions(value: unknown): Map<string, number> {
  const entries = isRecord(value) ? Object.entries(value) : []
  return new Map(entries.map(([id, version]) => [id, countOf(version)] as const).filter(([, version]) => version > 0))
}

/** A whole number above 0, or 0 for anything else. */
function countOf(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0
}

function decodeHeader(value: Record<string, unknown>, place: LinePlace): SessionHeader {
  const { daybook, key, lastConsolidated, archived, isForgotten, summary } = value
  if (typeof daybook === 'number' && daybook > writtenFormat) {
    const message = `session ${shown(key)} was written in format ${daybook}, this Daybook reads up to ${writtenFormat}: upgrade @daybook/memory-core`
    throw new MemoryError('newer-format', message)
  }
  const done = typeof lastConsolidated === 'number' && lastConsolidated > 0 ? Math.floor(lastConsolidated) : 0
  const updatedAt = readTime(value['updatedAt'])
  const extra = otherFields(value, headerFields)
  return {
    key: typeof key === 'string' ? key : '',
    createdAt: readTime(value['createdAt']) ?? place.createdAt,
    lastConsolidated: done,
    ...(updatedAt !== undefined && { updatedAt }),
    ...(typeof archived === 'string' && { archived }),
    ...(isForgotten === true && { isForgotten }),
    ...decodeDescription(value),
    ...(typeof summary === 'string' && { summary }),
    ...(extra && { extra }),
  }
}

function decodeDescription(value: Record<string, unknown>): Description {
  const { title } = value
  const metadata = copyJson(value['metadata'])
  return { ...(typeof title === 'string' && { title }), ...(isRecord(metadata) && { metadata }) }
}

/** Its stored form, without undefined fields. @throws MemoryError `bad-input` for other fields or values */
export function freshDescription(change: Description): Description {
  checkShape(change, describable, 'change', 'bad-input')
  try {
    const fresh = decodeDescription(JSON.parse(JSON.stringify(change)))
    if (change.metadata === undefined || fresh.metadata) return fresh
  } catch {
    // Cycles, big integers, nesting: refused below.
  }
  throw wrongValue('metadata', change.metadata, 'an object of JSON values')
}

export function printHeader(header: SessionHeader): string {
  const { key, createdAt, lastConsolidated, extra, ...rest } = header
  return printLine({ _type: 'metadata', daybook: writtenFormat, key, createdAt, lastConsolidated, ...rest, ...extra })
}

export function printMessage(message: StoredMessage, { version, after }: LineNotes = { version: 0 }): string {
  // An undefined field is not printed.
  return printLine({ ...message, _version: version > 0 ? version : undefined, _after: after })
}

/** A line that removes messages or sets them aside, with the versions of those that were changed. */
export function printIds(
  kind: 'remove' | 'aside',
  ids: Iterable<string>,
  versions: ReadonlyMap<string, number> = new Map(),
): string {
  const all = [...ids]
  const changed = all.map((id) => [id, versions.get(id) ?? 0] as const).filter(([, version]) => version > 0)
  return printLine({ _type: kind, ids: all, ...(changed.length > 0 && { versions: Object.fromEntries(changed) }) })
}

/** The hash by which a line names the message before it: FNV-1a over UTF-16 units, 32 bits, base 36. */
export function linkTo(id: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(36).padStart(7, '0')
}

export function printDescription(change: Description): string {
  return printLine({ _type: 'describe', ...change })
}
