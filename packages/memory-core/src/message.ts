import { type Clock, isoTime, parseTime } from './clock.ts'
import { wrongValue } from './errors.ts'
import { isRecord } from './json.ts'

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
  id?: string
  role: Role
  content: string | readonly ContentPart[]
  /** The speaker's name, if there are more than two. */
  name?: string
  /** When it was said; may be in the past. A string without a time zone is UTC. @default now */
  createdAt?: string | Date
  /** The tool calls that an assistant message requested. */
  toolCalls?: readonly ToolCall[]
  /** The id of the call that a tool message answers. */
  toolCallId?: string
  /** The host's own JSON values; stored, never interpreted. */
  metadata?: Readonly<Record<string, unknown>>
  /** A framework's own form of the message, for exact round trips. */
  native?: { framework: string; value: unknown }
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
  for (const [name, rule] of Object.entries(neededFields)) rule(given[name], `${where}.${name}`)
  checkGiven(given, optionalFields, where)
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

/** Throws if a value is invalid for a field; `where` names the field. */
type Rule = (value: unknown, where: string) => void

interface Rules {
  readonly [name: string]: Rule
}

const text = must((value) => typeof value === 'string', 'a string')
const jsonValue = must((value) => !['function', 'symbol', 'bigint'].includes(typeof value), 'a JSON value')
const jsonObject = must(
  (value) => Object.prototype.toString.call(value) === '[object Object]',
  'an object of JSON values',
)
const date = must(
  (value) => typeof value === 'string' || typeof value === 'number' || value instanceof Date,
  'a date such as "2026-11-21T09:30:00Z"',
)

const parts: Rules = {
  text: objectOf({ type: text, text }),
  reasoning: objectOf({ type: text, text }),
  file: objectOf({ type: text, mediaType: text }, { name: text, reference: text, hash: text }),
}

const contentParts = listOf(part, 'a string or an array of content parts')

const neededFields: Rules = {
  role: must((value) => roles.some((role) => role === value), '"user", "assistant", "system" or "tool"'),
  content,
}

const changeableFields: Rules = {
  name: text,
  toolCalls: listOf(objectOf({ id: text, name: text, input: jsonValue }), 'an array of { id, name, input }'),
  metadata: jsonObject,
  native: objectOf({ framework: text, value: jsonValue }),
}

const optionalFields: Rules = {
  ...changeableFields,
  id: must(isMessageId, 'a string of 1 to 1,024 characters, or no id at all'),
  createdAt: date,
  toolCallId: text,
  // Names used in files of other systems or of our own, which a reader would misinterpret.
  timestamp: must(() => false, 'createdAt in its place'),
  toolsUsed: must(() => false, 'toolCalls in its place'),
  tools_used: must(() => false, 'toolCalls in its place'),
  _type: must(() => false, 'no field of that name'),
}

/** Whether a value can be the id of a message. */
export function isMessageId(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 1024
}

/** Checks a change of a message. @throws MemoryError `bad-input`, naming the field, its value and what was expected */
export const checkMessageChange: (change: unknown, where: string) => void = objectOf(
  {},
  { content, ...changeableFields },
)

function must(fits: (value: unknown) => boolean, expected: string): Rule {
  return (value, where) => {
    if (!fits(value)) throw wrongValue(where, value, expected)
  }
}

function listOf(rule: Rule, expected: string): Rule {
  return (value, where) => {
    if (!Array.isArray(value)) throw wrongValue(where, value, expected)
    for (const [place, element] of value.entries()) rule(element, `${where}[${place}]`)
  }
}

/** An object with exactly these fields. */
function objectOf(needed: Rules, optional: Rules = {}): Rule {
  const names = Object.keys({ ...needed, ...optional }).join(', ')
  return (value, where) => {
    if (!isRecord(value) || Object.keys(needed).some((name) => !Object.hasOwn(value, name)))
      throw wrongValue(where, value, `an object with ${names}`)
    for (const [name, field] of Object.entries(value))
      if (field !== undefined && !Object.hasOwn(needed, name) && !Object.hasOwn(optional, name))
        throw wrongValue(`${where}.${name}`, field, `no field but ${names}`)
    for (const [name, rule] of Object.entries(needed)) rule(value[name], `${where}.${name}`)
    checkGiven(value, optional, where)
  }
}

/** A field that is undefined counts as absent. */
function checkGiven(value: Record<string, unknown>, rules: Rules, where: string): void {
  for (const [name, rule] of Object.entries(rules)) if (value[name] !== undefined) rule(value[name], `${where}.${name}`)
}

function content(value: unknown, where: string): void {
  if (typeof value !== 'string') contentParts(value, where)
}

function part(value: unknown, where: string): void {
  if (!isRecord(value)) throw wrongValue(where, value, 'a content part such as { type: "text", text }')
  const { type } = value
  const rule = typeof type === 'string' && Object.hasOwn(parts, type) ? parts[type] : undefined
  if (!rule) throw wrongValue(`${where}.type`, type, '"text", "reasoning" or "file"')
  rule(value, where)
}
