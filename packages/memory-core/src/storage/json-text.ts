import { MemoryError, shown } from '../errors.ts'
import type { Json } from './items.ts'

const deepest = 1_000

/**
 * A value as JSON text, when it survives that unchanged.
 * @throws MemoryError `bad-input` for undefined, functions, symbols, bigints, NaN and infinities, for objects that are not
 * plain (a Date, a Map), for circles, and for more than 1,000 levels
 */
export function jsonText(value: Json, what: string): string {
  checkJson(value, what, new Set())
  return JSON.stringify(value)
}

/** The value of {@link jsonText}'s text. */
export function jsonValue(text: string): Json {
  return JSON.parse(text) as Json
}

/** @throws MemoryError `bad-input` for a list with holes or a function in it, too */
export function checkJson(value: unknown, what: string, above: Set<object>): void {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return
  if (typeof value === 'number' && Number.isFinite(value)) return
  if (typeof value !== 'object' || !isPlain(value))
    refuse(kindOf(value), what, 'what JSON has: convert it, or leave it out')
  if (above.has(value)) refuse('an object', what, 'no circles: it contains itself')
  if (above.size >= deepest) refuse('an object', what, `at most ${deepest} levels`)
  above.add(value)
  for (const part of Array.isArray(value) ? value : Object.values(value)) checkJson(part, what, above)
  above.delete(value)
}

function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  // The prototype of another realm's objects is another object, and has none itself.
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

function kindOf(value: unknown): string {
  return typeof value === 'object' ? Object.prototype.toString.call(value) : shown(value)
}

function refuse(found: string, what: string, expected: string): never {
  throw new MemoryError('bad-input', `${what} contains ${found}, expected ${expected}`)
}
