import { type Clock, isoTime, parseTime } from './clock.ts'
import { wrongValue } from './errors.ts'
import { isRecord } from './json.ts'
import { anyText, anything, type Check, checkOf, checkShape, oneOf, type Shape } from './option-checks.ts'

/** The role of a message's author. */
export type Role = (typeof roles)[number]

/** Every role. */
export const roles = ['user', 'assistant', 'system', 'tool'] as const

/** A part of a message with structured content. */
export type ContentPart =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | {
      type: 'file'
      mediaType: string
      /** The file's name, if it has one. */
      name?: string
      /** A URL of the file or the host's own id. The bytes themselves are not stored. */
      reference?: string
      /** Hex SHA-256 of the bytes, if the host had them. */
      hash?: string
    }

/** A tool call that the assistant requested. */
export interface ToolCall {
  id: string
  name: string
  /** The arguments as JSON values. */
  input: unknown
}

/** A message of a conversation, as a caller passes it. */
export interface Message {
  /**
   * Unique within its session. A known id with the same content changes nothing; with other content it replaces the
   * message. Without an id, the message gets one and is stored even if it repeats a text.
   */
  id?: string | undefined
  role: Role
  content: string | readonly ContentPart[]
  /** The speaker's name, if there are more than two. */
  name?: string | undefined
  /** When it was said; may be in the past. A string without a time zone is UTC. @default now */
  createdAt?: string | Date | undefined
  /** The tool calls that an assistant message requested. */
  toolCalls?: readonly ToolCall[] | undefined
  /** The id of the call that a tool message answers. */
  toolCallId?: string | undefined
  /** The host's own JSON values; stored, never interpreted. */
  metadata?: Readonly<Record<string, unknown>> | undefined
  /** A framework's own form of the message, for exact round trips. */
  native?: { framework: string; value: unknown } | undefined
}

/** A stored message: with an id and a time (ISO 8601, UTC). */
export interface StoredMessage extends Omit<Message, 'createdAt'> {
  id: string
  createdAt: string
}

/** Checks a message (unknown fields pass), adds a missing id and time. @throws MemoryError `bad-input`, naming `where` */
export function toStored(message: Message, clock: Clock, where = 'message'): StoredMessage {
  const given: unknown = message
  if (!isRecord(given)) throw wrongValue(where, given, '{ role, content }')
  const known = Object.fromEntries(Object.keys(fields).map((name) => [name, given[name]]))
  checkFields(known, fields, where, ['role', 'content'])
  const { createdAt, id, ...rest } = message
  return {
    id: id ?? crypto.randomUUID(),
    ...rest,
    createdAt: isoTime(createdAt === undefined ? clock() : parseTime(createdAt, `${where}.createdAt`)),
  }
}

/** The text parts of a message, one per line, without reasoning and files. */
export function textOf(message: Pick<Message, 'content'>): string {
  if (typeof message.content === 'string') return message.content
  return message.content
    .filter((part) => part.type === 'text')
    .map((part) => part.text)
    .join('\n')
}

const jsonValue: Check = checkOf('a JSON value', (value) => !['function', 'symbol', 'bigint'].includes(typeof value))

const changeableFields: Shape = {
  content: checkOf(
    'a string or an array of content parts',
    (value) => typeof value === 'string' || Array.isArray(value),
  ),
  name: anyText,
  toolCalls: checkOf('an array of { id, name, input }', Array.isArray),
  metadata: checkOf('an object of JSON values', (value) => Object.prototype.toString.call(value) === '[object Object]'),
  native: anything,
}

const fields: Shape = {
  role: oneOf(...roles),
  ...changeableFields,
  id: checkOf('a string of 1 to 1,024 characters, or no id at all', isMessageId),
  createdAt: checkOf(
    'a date such as "2026-11-21T09:30:00Z"',
    (value) => typeof value === 'string' || typeof value === 'number' || value instanceof Date,
  ),
  toolCallId: anyText,
  // Names used by other systems or in our own files, which a reader would misinterpret.
  timestamp: () => 'createdAt in its place',
  created_at: () => 'createdAt in its place',
  tool_calls: () => 'toolCalls in its place, an array of { id, name, input }',
  tool_call_id: () => 'toolCallId in its place',
  toolsUsed: () => 'toolCalls in its place',
  tools_used: () => 'toolCalls in its place',
  _type: () => 'no field of that name',
}

/** The required and the optional fields of a content part, by its type. */
const partFields: Readonly<Record<string, readonly [Shape, Shape?]>> = {
  text: [{ type: anyText, text: anyText }],
  reasoning: [{ type: anyText, text: anyText }],
  file: [
    { type: anyText, mediaType: anyText },
    { name: anyText, reference: anyText, hash: anyText },
  ],
}

/** Whether a value can be the id of a message. */
export function isMessageId(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 1024
}

/** Checks a change of a message. @throws MemoryError `bad-input`, naming the field, its value and what was expected */
export function checkMessageChange(change: unknown, where: string): void {
  checkFields(change, changeableFields, where)
}

function checkFields(given: unknown, shape: Shape, where: string, needed?: readonly string[]): void {
  checkShape(given, shape, where, 'bad-input', needed)
  const { content, toolCalls, native } = isRecord(given) ? given : {}
  if (Array.isArray(content)) for (const [at, part] of content.entries()) checkPart(part, `${where}.content[${at}]`)
  if (Array.isArray(toolCalls))
    for (const [at, call] of toolCalls.entries())
      checkWhole(call, `${where}.toolCalls[${at}]`, { id: anyText, name: anyText, input: jsonValue })
  if (native !== undefined) checkWhole(native, `${where}.native`, { framework: anyText, value: jsonValue })
}

function checkPart(part: unknown, where: string): void {
  if (!isRecord(part)) throw wrongValue(where, part, 'a content part such as { type: "text", text }')
  const { type } = part
  const shapes = typeof type === 'string' && Object.hasOwn(partFields, type) ? partFields[type] : undefined
  if (!shapes) throw wrongValue(`${where}.type`, type, '"text", "reasoning" or "file"')
  checkWhole(part, where, ...shapes)
}

/** Checks an object that has all fields of `needed`, where a JSON value may be undefined. */
function checkWhole(value: unknown, where: string, needed: Shape, optional: Shape = {}): void {
  const shape = { ...needed, ...optional }
  const names = Object.keys(needed)
  if (!isRecord(value) || names.some((name) => !Object.hasOwn(value, name)))
    throw wrongValue(where, value, `an object with ${Object.keys(shape).join(', ')}`)
  const defined = names.filter((name) => needed[name] !== jsonValue)
  checkShape(value, shape, where, 'bad-input', defined)
}
