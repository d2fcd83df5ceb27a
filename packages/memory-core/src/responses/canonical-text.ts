import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { MemoryError, shown } from '../errors.ts'

const deepest = 200

/**
 * A value as one text: the same for equal values, whatever the order of their fields, and different for different ones.
 * JSON with sorted keys; fields that are undefined count as absent, bytes as their hash, and what has a `toJSON` (a
 * date, a URL) as what that answers.
 * @param name what the value is, for the error
 * @throws MemoryError `bad-input` for what has no such text: functions, NaN, maps, cycles, more than 200 levels
 */
export function canonicalText(value: unknown, name: string): string {
  return textOf(value, name, 0)
}

function textOf(value: unknown, name: string, depth: number): string {
  if (depth > deepest)
    throw new MemoryError('bad-input', `${name} is nested more than ${deepest} levels deep, or contains itself`)
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value)
  if (typeof value !== 'object') throw unusable(value, name)
  // No JSON begins like this.
  if (value instanceof Uint8Array) return `bytes:${bytesToHex(sha256(value))}`
  if (hasToJson(value)) return textOf(value.toJSON(), name, depth + 1)
  if (Array.isArray(value)) return `[${value.map((part) => textOf(part ?? null, name, depth + 1)).join(',')}]`
  return `{${fieldsOf(value, name, depth).join(',')}}`
}

function fieldsOf(value: object, name: string, depth: number): string[] {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) throw unusable(value, name)
  return Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, field]) => `${JSON.stringify(key)}:${textOf(field, name, depth + 1)}`)
}

function hasToJson(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function'
}

function unusable(value: unknown, name: string): MemoryError {
  return new MemoryError('bad-input', `${name} has ${shown(value)} in it, expected what JSON can say, or bytes`)
}
