import { MemoryError, shown, wrongValue } from '../errors.ts'
import {
  anyText,
  anything,
  checkOf,
  checkShape,
  either,
  flag,
  infinity,
  oneOf,
  type Shape,
  wholeNumber,
  withoutUndefined,
} from '../option-checks.ts'
import type { ItemStore, ItemWrite, Json, PutOptions, StoredItem } from './items.ts'
import type { CallChecks } from './storage.ts'

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const count = either(wholeNumber(0), infinity)
/** Only times in one form sort like their texts. */
const time = checkOf(
  'a text such as "2026-03-01T00:00:00.000Z"',
  (value) => typeof value === 'string' && isoTime.test(value),
)
const isList = (value: unknown, isPart: (part: unknown) => boolean): boolean =>
  Array.isArray(value) && Array.from(value).every(isPart)
const isLabel = (label: unknown): boolean => typeof label === 'string' && label !== ''
const labels = checkOf('a list of labels, none of them empty', (value) => isList(value, isLabel))
const keys = checkOf('a list of keys', (value) => isList(value, (key) => typeof key === 'string'))
const namespace = checkOf(
  'one or more labels',
  (value) => isList(value, isLabel) && Array.isArray(value) && value.length > 0,
)

/** Checks an object's fields; those in `needed` may not be absent. */
function check(value: object, path: string, needed: readonly string[], shape: Shape): undefined {
  checkShape(value, shape, path, 'bad-input', needed)
}

const itemShape: Shape = { namespace, key: anyText, value: anything, at: time, expiresAt: time }

/** @throws MemoryError `bad-input` */
export function checkItemWrite(item: ItemWrite): void {
  check(item, 'item', ['namespace', 'key', 'at'], itemShape)
}

/** @throws MemoryError `bad-input` for wrong options, or unless it is a list; does not check the items */
export function checkItemWrites(items: readonly unknown[], options: PutOptions = {}): void {
  if (!Array.isArray(items)) throw wrongValue('items', items, 'a list of items with namespace, key, value and at')
  check(options, 'options', [], { durable: flag })
}

const order = oneOf('updated', 'created', 'key')
const maxDepth = wholeNumber(1)
const page = { limit: count, offset: count, at: time }
const places: Shape = { namespace, keys }

function checkPrefix(prefix: readonly string[]): undefined {
  check({ prefix }, 'the call', ['prefix'], { prefix: labels })
}

/** The checks of the calls of an {@link ItemStore}. */
export const itemCalls: CallChecks<ItemStore> = {
  get(namespace, keys, options) {
    check({ namespace, keys }, 'the call', ['namespace', 'keys'], places)
    check(options, 'options', ['at'], { at: time, touch: { expiresAt: time } })
  },
  put(items, options) {
    checkItemWrites(items, options)
    for (const item of items) checkItemWrite(item)
  },
  remove: (namespace, keys) => check({ namespace, keys }, 'the call', ['namespace', 'keys'], places),
  clear: checkPrefix,
  search: (query) =>
    check(query, 'query', ['prefix', 'limit', 'at'], { prefix: labels, filter: anything, order, ...page }),
  namespaces(query) {
    check(query, 'query', ['limit', 'at'], { prefix: labels, suffix: labels, maxDepth, ...page })
    return [structuredClone(query)]
  },
  count(prefix, at) {
    check({ at }, 'options', ['at'], { at: time })
    checkPrefix(prefix)
  },
  prune(prefix, options) {
    check(options, 'options', ['at'], { at: time, keep: count })
    checkPrefix(prefix)
  },
}

const deepest = 1_000

type Name = string | (() => string)

/**
 * A value as JSON text, if JSON keeps it unchanged.
 * @param what names the value in an error; a function is called only for one
 * @throws MemoryError `bad-input` for undefined, functions, symbols, bigints, NaN and infinities, for objects that are
 * not plain (a Date, a Map), for circles, and for more than 1,000 levels
 */
export function jsonText(value: Json, what: Name): string {
  checkJson(value, what, new Set())
  return JSON.stringify(value)
}

/** Parses the text of {@link jsonText}. */
export function jsonValue(text: string): Json {
  return JSON.parse(text) as Json
}

/** The item that a write stores, with a copy of its value. @throws MemoryError as {@link jsonText} */
export function storedItem(item: ItemWrite): StoredItem {
  const { namespace, key, at, expiresAt } = item
  const value = jsonValue(jsonText(item.value, () => `the value of ${shown(key)}`))
  const times = { createdAt: at, updatedAt: at, accessedAt: at, ...withoutUndefined({ expiresAt }) }
  return { namespace: [...namespace], key, value, ...times }
}

/** @throws MemoryError `bad-input` for a list with holes or a function in it, too */
export function checkJson(value: unknown, what: Name, above: Set<object>): void {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return
  if (typeof value === 'number' && Number.isFinite(value)) return
  if (typeof value !== 'object' || !isPlain(value)) {
    const kind = typeof value === 'object' ? Object.prototype.toString.call(value) : shown(value)
    refuse(kind, what, 'what JSON has: convert it, or leave it out')
  }
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

function refuse(found: string, what: Name, expected: string): never {
  const named = typeof what === 'string' ? what : what()
  throw new MemoryError('bad-input', `${named} contains ${found}, expected ${expected}`)
}
