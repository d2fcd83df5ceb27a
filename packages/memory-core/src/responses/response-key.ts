import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { MemoryError, shown, wrongValue } from '../errors.ts'
import { anything, checkShape, type Shape, text } from '../option-checks.ts'
import { contentHash } from '../text/content-hash.ts'

const deepest = 200

/**
 * Canonical JSON: equal for equal values, whatever the order of their fields, and different for different ones. Sorted
 * keys; undefined fields count as absent, bytes as their hash, values with `toJSON` (a date, a URL) as its result.
 * @param name names the value in errors
 * @throws MemoryError `bad-input` for values without such a text: functions, NaN, maps, cycles, more than 200 levels
 */
export function canonicalText(value: unknown, name: string, depth = 0): string {
  if (depth > deepest)
    throw new MemoryError('bad-input', `${name} is nested more than ${deepest} levels deep, or contains itself`)
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value)
  if (typeof value !== 'object') throw unusable(value, name)
  // No JSON text begins like this.
  if (value instanceof Uint8Array) return `bytes:${bytesToHex(sha256(value))}`
  if (hasToJson(value)) return canonicalText(value.toJSON(), name, depth + 1)
  if (Array.isArray(value)) return `[${value.map((part) => canonicalText(part ?? null, name, depth + 1)).join(',')}]`
  return `{${fieldsOf(value, name, depth).join(',')}}`
}

function fieldsOf(value: object, name: string, depth: number): string[] {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) throw unusable(value, name)
  return Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, field]) => `${JSON.stringify(key)}:${canonicalText(field, name, depth + 1)}`)
}

function hasToJson(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function'
}

function unusable(value: unknown, name: string): MemoryError {
  return new MemoryError('bad-input', `${name} contains ${shown(value)}, expected JSON values or bytes`)
}

/** What a response depends on. Give all parts: those left out do not distinguish requests. */
export interface ResponseKeyParts {
  /** The model's name, with its provider if names may clash. */
  model: string
  /** The user's last message. */
  message?: string | undefined
  /** The conversation that the model sees. JSON, possibly with bytes. */
  messages?: unknown
  /** The system prompt. */
  system?: string | undefined
  /** The tools, with their schemas. */
  tools?: unknown
  /** Temperature, maximum tokens, response format and the like. */
  parameters?: unknown
  /** The user: no response is shared between users. */
  user?: string | undefined
  /** The conversation, if responses must not be shared between conversations. */
  conversation?: string | undefined
}

const partNames = ['model', 'message', 'messages', 'system', 'tools', 'parameters', 'user', 'conversation'] as const
const partChecks: Shape = { ...Object.fromEntries(partNames.map((name) => [name, anything])), model: text }

/**
 * The key of a request: SHA-256 of its parts as 64 hex digits, encoded unambiguously.
 * @throws MemoryError `bad-input` if the model is missing, message and messages are both missing, a part is unknown, or
 * one is not JSON
 */
export function responseKey(parts: ResponseKeyParts): string {
  checkShape(parts, partChecks, 'response', 'bad-input', ['model'])
  if (parts.message === undefined && parts.messages === undefined)
    throw new MemoryError('bad-input', 'a response needs the message or the messages that it answers')
  const texts = partNames.flatMap((name) =>
    parts[name] === undefined ? [] : [`${JSON.stringify(name)}:${canonicalText(parts[name], `${name} of a response`)}`],
  )
  return contentHash(`{${texts.join(',')}}`)
}

/** SHA-256 of message in lower case, trimmed, `||`, and model. @throws MemoryError `bad-input` if one is missing */
export function messageAndModelKey(parts: ResponseKeyParts): string {
  checkShape(parts, partChecks, 'response', 'bad-input', ['model'])
  const { message, model } = parts
  if (typeof message === 'string') return contentHash(`${message.trim().toLowerCase()}||${model}`)
  const expected = 'what the user said last: the cache compares messages and models only'
  throw wrongValue('message of a response', message, expected)
}
