import { isoTime, parseTime } from '../clock.ts'
import { MemoryError, shown, wrongValue } from '../errors.ts'
import { isRecord } from '../json.ts'
import { type ContentPart, roles, type StoredMessage, type ToolCall } from '../message.ts'
import { checkOf, checkShape, type Shape } from '../option-checks.ts'
import { contentHash } from '../text/comparison.ts'
import type { SessionHeader } from './session.ts'

/** The version of the session format that this code writes: 2 has versions of messages and a link for each append. */
const writtenFormat = 2

/** The properties of a session that can be set later. */
type Description = Pick<SessionHeader, 'title' | 'metadata'>

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

/** Maximum depth of JSON in a line: deeper values could be read but not written. */
export const deepestNesting = 200
const ownFields: ReadonlySet<string> = new Set([
  ...['id', 'role', 'content', 'name', 'createdAt', 'timestamp', 'toolCalls', 'toolsUsed', 'tools_used', 'toolCallId'],
  ...['metadata', 'native', '_version', '_after'],
])

/** Defaults for a line, from its position. */
interface LinePlace {
  /** Counts from 1. */
  line: number
  /** The time of a message without one. */
  createdAt: string
}

/** Copies JSON without `__proto__` keys. @throws RangeError beyond {@link deepestNesting} */
function copyJson(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > deepestNesting) throw new RangeError(`nested more than ${deepestNesting} deep`)
  if (Array.isArray(value)) return value.map((part) => copyJson(part, depth + 1))
  return copyFields(value, depth)
}

function copyFields(value: object, depth = 0): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const [name, part] of Object.entries(value)) if (name !== '__proto__') copy[name] = copyJson(part, depth + 1)
  return copy
}

/** Copies the fields of `record` that are not in `known`; undefined if there are none. */
function otherFields(record: Record<string, unknown>, known: ReadonlySet<string>): Record<string, unknown> | undefined {
  const names = Object.keys(record).filter((name) => !known.has(name))
  return names.length === 0 ? undefined : copyFields(Object.fromEntries(names.map((name) => [name, record[name]])))
}

/** Matches a time as this module writes it, with a day that every month has; other days take the slower path. */
const asWritten = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/

/** Converts a time in any common format to ISO; undefined if it is none. */
function readTime(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  if (typeof value === 'string' && asWritten.test(value)) return value
  try {
    return isoTime(parseTime(value))
  } catch {
    return undefined // not a date: the caller has a default
  }
}

/** The message of a parsed line; undefined if invalid. A missing id is derived: reading again gives the same one. */
export function decodeMessage(record: Record<string, unknown>, place: LinePlace): StoredMessage | undefined {
  const role = roles.find((one) => one === record['role'])
  const content = decodeContent(record['content'])
  const { id, name, toolCallId, metadata, native } = record
  if (role === undefined || content === undefined) return undefined
  if (id !== undefined && (typeof id !== 'string' || id === '')) return undefined
  const time = record['createdAt'] ?? record['timestamp']
  const messageId = id ?? `h-${contentHash(JSON.stringify([role, content, time ?? null, place.line])).slice(0, 16)}`
  const toolCalls = decodeToolCalls(record, messageId)
  const message: StoredMessage = { ...otherFields(record, ownFields), id: messageId, role, content, createdAt: '' }
  if (typeof name === 'string') message.name = name
  message.createdAt = readTime(time) ?? place.createdAt
  if (toolCalls) message.toolCalls = toolCalls
  if (typeof toolCallId === 'string') message.toolCallId = toolCallId
  if (isRecord(metadata)) message.metadata = copyFields(metadata)
  if (isRecord(native) && typeof native['framework'] === 'string')
    message.native = { framework: native['framework'], value: copyJson(native['value']) }
  return message
}

function decodeContent(value: unknown): string | ContentPart[] | undefined {
  if (typeof value === 'string') return value
  if (value === null) return '' // how several systems write an assistant message that only calls tools
  if (!Array.isArray(value)) return undefined
  const parts = value.map(decodePart)
  return parts.every((part) => part !== undefined) ? parts : undefined
}

function decodePart(part: unknown): ContentPart | undefined {
  if (!isRecord(part)) return undefined
  const { type, text, mediaType, name, reference, hash } = part
  if (type === 'text' || type === 'reasoning') return typeof text === 'string' ? { type, text } : undefined
  if (type !== 'file' || typeof mediaType !== 'string') return undefined
  return {
    type,
    mediaType,
    ...(typeof name === 'string' && { name }),
    ...(typeof reference === 'string' && { reference }),
    ...(typeof hash === 'string' && { hash }),
  }
}

function decodeToolCalls(record: Record<string, unknown>, messageId: string): ToolCall[] | undefined {
  const calls = record['toolCalls']
  if (Array.isArray(calls)) return calls.flatMap((call) => decodeToolCall(call) ?? [])
  const names = record['toolsUsed'] ?? record['tools_used']
  if (!Array.isArray(names)) return undefined
  return names.map((name, place) => ({ id: `${messageId}-${place}`, name: String(name), input: {} }))
}

function decodeToolCall(call: unknown): ToolCall | undefined {
  if (!isRecord(call) || typeof call['id'] !== 'string' || typeof call['name'] !== 'string') return undefined
  return { id: call['id'], name: call['name'], input: call['input'] === undefined ? {} : copyJson(call['input']) }
}

/** Prints a JSON value on one line. U+FFFD is escaped, so that a bare one in a file always means damaged bytes. */
export function printLine(value: unknown): string {
  return JSON.stringify(value).replaceAll('\uFFFD', '\\ufffd')
}
