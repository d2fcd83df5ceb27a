import { type ItemFilter, type Json, MemoryError } from '@daybook/memory-core'
import { isObject, shown } from '@daybook/memory-core/adapters'
import {
  type GetOperation,
  type ListNamespacesOperation,
  type Operation,
  type PutOperation,
  type SearchOperation,
  validateNamespace,
} from '@langchain/langgraph-checkpoint'

/** A put with a lifetime; null for unlimited. */
export interface TimedPut extends PutOperation {
  ttlMs?: number | null | undefined
}

/** An operation, checked and copied, by its kind. */
export type Step =
  | { kind: 'get'; namespace: readonly string[]; key: string }
  | ({ kind: 'search' } & WantedItems)
  | {
      kind: 'put'
      namespace: readonly string[]
      key: string
      value: Json
      index: PutOperation['index']
      ttlMs: TimedPut['ttlMs']
    }
  | { kind: 'remove'; namespace: readonly string[]; key: string }
  | ({ kind: 'list' } & ListNamespacesOperation)

export type PutStep = Extract<Step, { kind: 'put' }>

/** The items that a search selects. */
export interface WantedItems {
  prefix: readonly string[]
  filter: ItemFilter
  limit: number
  offset: number
  query: string
}

/**
 * Checks and copies an operation, so that later changes by the caller have no effect.
 * @throws InvalidNamespaceError like LangGraph's own stores, MemoryError `bad-input` for an invalid key or value
 */
export function stepOf(operation: Operation | TimedPut): Step {
  if ('namespacePrefix' in operation) return searchStep(operation)
  if ('value' in operation) return putStep(operation)
  if ('key' in operation) return getStep(operation)
  return { kind: 'list', ...structuredClone(operation) }
}

function getStep({ namespace, key }: GetOperation): Step {
  validateNamespace(namespace, { allowReservedRoot: true })
  return { kind: 'get', namespace: [...namespace], key: checkedKey(key) }
}

function searchStep({ namespacePrefix, filter, limit = 10, offset = 0, query = '' }: SearchOperation): Step {
  validateNamespace(namespacePrefix, { allowEmpty: true, allowReservedRoot: true })
  if (typeof query !== 'string')
    throw new MemoryError('bad-input', `the query of a search is ${shown(query)}, expected a text`)
  return { kind: 'search', prefix: [...namespacePrefix], filter: copyOfFilter(filter), limit, offset, query }
}

function putStep(operation: PutOperation | TimedPut): Step {
  const { namespace, key, value, index } = operation
  validateNamespace(namespace, { allowReservedRoot: true })
  const place = { namespace: [...namespace], key: checkedKey(key) }
  if (value === null) return { kind: 'remove', ...place }
  if (!isObject(value)) {
    const message = `the value of ${shown(key)} is ${shown(value)}, expected an object of JSON values`
    throw new MemoryError('bad-input', message)
  }
  const ttlMs = 'ttlMs' in operation ? operation.ttlMs : undefined
  return { kind: 'put', ...place, value: copyOf(value), index: checkedIndex(index), ttlMs }
}

function checkedIndex(index: unknown): PutOperation['index'] {
  if (index === undefined || index === false) return index
  if (Array.isArray(index) && index.every((path) => typeof path === 'string')) return [...index]
  const expected = 'expected false, a list of paths, or nothing for those of the store'
  throw new MemoryError('bad-input', `the index of a put is ${shown(index)}, ${expected}`)
}

function checkedKey(key: unknown): string {
  if (typeof key === 'string') return key
  throw new MemoryError('bad-input', `the key of an item is ${shown(key)}, expected a text`)
}

/** Leaves out undefined fields, like JSON. Other values that are not JSON are refused by the storage. */
function copyOf(value: object): Json {
  const copy: unknown = copyPart(value, new Set())
  return copy as Json // the storage checks it
}

const deepest = 1_000

function copyPart(value: unknown, above: ReadonlySet<object>): unknown {
  if (typeof value !== 'object' || value === null || above.has(value) || above.size > deepest) return value
  const within = new Set([...above, value])
  if (Array.isArray(value)) return value.map((part) => copyPart(part, within))
  if (!isPlain(value)) return value
  const parts = Object.entries(value).filter(([, part]) => part !== undefined)
  return Object.fromEntries(parts.map(([name, part]) => [name, copyPart(part, within)]))
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** Keeps an undefined condition, which is refused later: without it, the filter would match everything. */
function copyOfFilter(filter: SearchOperation['filter'] = {}): ItemFilter {
  if (!isObject(filter))
    throw new MemoryError('bad-input', `the filter of a search is ${shown(filter)}, expected conditions by field`)
  try {
    return structuredClone(filter)
  } catch (cause) {
    throw new MemoryError('bad-input', 'the filter of a search contains a value that JSON does not have', { cause })
  }
}
