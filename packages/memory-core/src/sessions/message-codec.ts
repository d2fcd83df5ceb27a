import { isoTime, parseTime } from '../clock.ts'
import { MemoryError, shown } from '../errors.ts'
import { isRecord } from '../json.ts'
import { type ContentPart, roles, type StoredMessage, type ToolCall } from '../message.ts'
import { contentHash } from '../text/content-hash.ts'

const deepest = 200
const ownFields: ReadonlySet<string> = new Set(
  'id role content name createdAt timestamp toolCalls toolsUsed tools_used toolCallId metadata native _version _after'.split(
    ' ',
  ),
)

/** Defaults for a line, from its position. */
export interface LinePlace {
  /** Counts from 1. */
  line: number
  /** The time of a message without one. */
  createdAt: string
}

/** Copies JSON without `__proto__` keys. @throws RangeError beyond 200 levels, which could be read but not written */
export function copyJson(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > deepest) throw new RangeError(`nested more than ${deepest} deep`)
  if (Array.isArray(value)) return value.map((part) => copyJson(part, depth + 1))
  return copyFields(value, depth)
}

function copyFields(value: object, depth = 0): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const [name, part] of Object.entries(value)) if (name !== '__proto__') copy[name] = copyJson(part, depth + 1)
  return copy
}

/** Copies the fields of `record` that are not in `known`; undefined if there are none. */
export function otherFields(
  record: Record<string, unknown>,
  known: ReadonlySet<string>,
): Record<string, unknown> | undefined {
  const names = Object.keys(record).filter((name) => !known.has(name))
  return names.length === 0 ? undefined : copyFields(Object.fromEntries(names.map((name) => [name, record[name]])))
}

/** Matches a time as this module writes it, with a day that every month has; other days take the slower path. */
const asWritten = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/

/** Converts a time in any common format to ISO; undefined if it is none. */
export function readTime(value: unknown): string | undefined {
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
  if (Array.isArray(calls)) return calls.map(decodeToolCall).filter((call) => call !== undefined)
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

/** A message in which undefined fields count as absent. */
type UncheckedMessage = Pick<StoredMessage, 'id' | 'createdAt'> & {
  [Name in keyof StoredMessage]: StoredMessage[Name] | undefined
}

/** The message in its stored form: copied, JSON values only. @throws MemoryError `bad-input` if it has none */
export function freshMessage(message: UncheckedMessage): StoredMessage {
  const fresh = roundTrip(message)
  if (fresh) return fresh
  const expected = 'content of text, reasoning and file parts, and fields that JSON can hold'
  throw new MemoryError('bad-input', `message ${shown(message.id)} cannot be stored: expected ${expected}`)
}

function roundTrip(message: UncheckedMessage): StoredMessage | undefined {
  try {
    const value: unknown = JSON.parse(JSON.stringify(message))
    return isRecord(value) && !('_type' in value)
      ? decodeMessage(value, { line: 0, createdAt: message.createdAt })
      : undefined
  } catch (cause) {
    const what = `message ${shown(message.id)} cannot be stored as JSON`
    throw new MemoryError('bad-input', `${what}: remove cycles, big integers and nesting beyond ${deepest}`, { cause })
  }
}

/** Whether two messages are equal in every field, in any order of the fields; `createdAt` only with `withTime`. */
export function sameMessage(a: StoredMessage, b: StoredMessage, withTime: boolean): boolean {
  return (
    (!withTime || a.createdAt === b.createdAt) &&
    canonicalJson({ ...a, createdAt: '' }) === canonicalJson({ ...b, createdAt: '' })
  )
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  )
}
