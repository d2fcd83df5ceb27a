import { MemoryError, shown } from '../errors.ts'
import {
  anyText,
  anything,
  type Check,
  checkShape,
  either,
  flag,
  infinity,
  oneOf,
  type Shape,
  wholeNumber,
} from '../option-checks.ts'
import type { ItemQuery, ItemWrite, Json, NamespaceQuery, PutOptions } from './items.ts'

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const count = either(wholeNumber(0), infinity)
/** Only times in one form sort like their texts. */
const time: Check = (value) =>
  typeof value === 'string' && isoTime.test(value) ? undefined : 'a text such as "2026-03-01T00:00:00.000Z"'
const labels: Check = (value) =>
  Array.isArray(value) && Array.from(value).every((label) => typeof label === 'string' && label !== '')
    ? undefined
    : 'a list of labels, none of them empty'
const keys: Check = (value) =>
  Array.isArray(value) && Array.from(value).every((key) => typeof key === 'string') ? undefined : 'a list of keys'
const namespace: Check = (value) =>
  labels(value) === undefined && Array.isArray(value) && value.length > 0 ? undefined : 'one or more labels'

const writeShape: Shape = { namespace, key: anyText, value: anything, at: time, expiresAt: time }
const queryShape: Shape = {
  prefix: labels,
  filter: anything,
  order: oneOf('updated', 'created', 'key'),
  limit: count,
  offset: count,
  at: time,
}
const namespaceQueryShape: Shape = {
  prefix: labels,
  suffix: labels,
  maxDepth: wholeNumber(1),
  limit: count,
  offset: count,
  at: time,
}

/** @throws MemoryError `bad-input` */
export function checkItemWrite(item: ItemWrite): void {
  check(item, writeShape, 'item', ['namespace', 'key', 'at'])
}

/** @throws MemoryError `bad-input` unless it is a list; each item is checked when it is written */
export function checkItemWrites(items: readonly unknown[]): void {
  if (!Array.isArray(items))
    throw new MemoryError(
      'bad-input',
      `items is ${shown(items)}, expected a list of items with namespace, key, value and at`,
    )
}

/** @throws MemoryError `bad-input` */
export function checkPutOptions(options: PutOptions): void {
  check(options, { durable: flag }, 'options', [])
}

/** @throws MemoryError `bad-input` */
export function checkItemQuery(query: ItemQuery): void {
  check(query, queryShape, 'query', ['prefix', 'limit', 'at'])
}

/** @throws MemoryError `bad-input` */
export function checkNamespaceQuery(query: NamespaceQuery): void {
  check(query, namespaceQueryShape, 'query', ['limit', 'at'])
}

/** @throws MemoryError `bad-input` */
export function checkPlace(place: { namespace: readonly string[]; keys: readonly string[] }): void {
  check(place, { namespace, keys }, 'the call', ['namespace', 'keys'])
}

/** @throws MemoryError `bad-input` */
export function checkPrefix(prefix: readonly string[]): void {
  check({ prefix }, { prefix: labels }, 'the call', ['prefix'])
}

/** @throws MemoryError `bad-input` */
export function checkReading(options: { at: string; touch?: { expiresAt?: string } }): void {
  check(options, { at: time, touch: { expiresAt: time } }, 'options', ['at'])
}

/** @throws MemoryError `bad-input` */
export function checkPruning(options: { at: string; keep?: number }): void {
  check(options, { at: time, keep: count }, 'options', ['at'])
}

function check(value: object, shape: Shape, path: string, needed: readonly string[]): void {
  checkShape(value, shape, path, 'bad-input', needed)
}

const deepest = 1_000

/**
 * A value as JSON text, if JSON keeps it unchanged.
 * @throws MemoryError `bad-input` for undefined, functions, symbols, bigints, NaN and infinities, for objects that are
 * not plain (a Date, a Map), for circles, and for more than 1,000 levels
 */
export function jsonText(value: Json, what: string): string {
  checkJson(value, what, new Set())
  return JSON.stringify(value)
}

/** Parses the text of {@link jsonText}. */
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
  // Objects of another realm have a prototype of their own, which has none itself.
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

function kindOf(value: unknown): string {
  return typeof value === 'object' ? Object.prototype.toString.call(value) : shown(value)
}

function refuse(found: string, what: string, expected: string): never {
  throw new MemoryError('bad-input', `${what} contains ${found}, expected ${expected}`)
}
