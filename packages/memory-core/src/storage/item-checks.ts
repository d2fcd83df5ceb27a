import { MemoryError, shown } from '../errors.ts'
import { type Check, checkShape, either, flag, oneOf, type Shape, wholeNumber } from '../option-checks.ts'
import type { ItemQuery, ItemWrite, NamespaceQuery, PutOptions } from './items.ts'

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const anything: Check = () => undefined
const anyText: Check = (value) => (typeof value === 'string' ? undefined : 'a text')
const count = either(wholeNumber(0), (value) => (value === Number.POSITIVE_INFINITY ? undefined : 'Infinity'))
/** Only times of one form are in the order of their texts. */
const time: Check = (value) =>
  typeof value === 'string' && isoTime.test(value) ? undefined : 'a text such as "2026-03-01T00:00:00.000Z"'
const labels: Check = (value) =>
  Array.isArray(value) && Array.from(value).every((label) => typeof label === 'string' && label !== '')
    ? undefined
    : 'a list of labels, none of them empty'
const keys: Check = (value) =>
  Array.isArray(value) && Array.from(value).every((key) => typeof key === 'string') ? undefined : 'a list of keys'
const namespace: Check = (value) => (labels(value) === undefined && hasAny(value) ? undefined : 'one or more labels')

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

/** @throws MemoryError `bad-input` unless it is a list; each item is checked where it is written */
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

function check(value: object, shape: Shape, path: string, required: readonly string[]): void {
  checkShape(value, shape, path, 'bad-input')
  for (const name of required)
    if (Reflect.get(value, name) === undefined)
      throw new MemoryError('bad-input', `${path} is ${shown(value)} without ${name}: give it one`)
}

function hasAny(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0
}
