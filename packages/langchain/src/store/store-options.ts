import { type Clock, type ItemStore, type Memories, MemoryError } from '@daybook/memory-core'
import {
  callable,
  checkOf,
  checkOptions,
  type Fields,
  flag,
  isObject,
  memoryOpener,
  ownerFields,
  shown,
  wholeNumber,
} from '@daybook/memory-core/adapters'
import type { IndexConfig } from '@langchain/langgraph-checkpoint'

/** A memory, or another object with its items. */
interface HasItems {
  readonly items: ItemStore
}

/** Options of a `DaybookStore`. */
export interface DaybookStoreOptions {
  /** A memory or another object with its items, of which the store uses a part; or `openMemories(…)` with a `user`. */
  memory: HasItems | Memories
  /** The user, with `openMemories`. It must come from your own server code. */
  user?: string
  /**
   * Also finds items by meaning, with the options of LangGraph's `InMemoryStore`. Costs an embedding for each put; each
   * search by `query` reads every item below its namespace. @default by words alone
   */
  index?: StoreIndex
  /** The lifetime of items. @default unlimited */
  ttl?: StoreTtl
  /** @default the clock of this machine */
  clock?: Clock
}

/** What to embed, and its weight in a search. */
export interface StoreIndex extends IndexConfig {
  /** The paths of the texts to embed, each separately. @default ['$'], the value as JSON */
  fields?: string[]
  /** The weight of words in a score, from 0 (meaning alone) to 1 (words alone). @default 0.25 */
  textWeight?: number
}

/** The lifetime of items. A put of the store itself may override it; a put by an agent cannot. */
export interface StoreTtl {
  /** Milliseconds after the last put, or with `refreshOnRead` after the last read. @default unlimited */
  defaultMs?: number
  /** @default true */
  refreshOnRead?: boolean
}

/** {@link DaybookStoreOptions} with the defaults filled in. */
export interface ResolvedStoreOptions {
  items: ItemStore
  index: Required<StoreIndex> | undefined
  defaultTtlMs: number | undefined
  refreshOnRead: boolean
  clock: Clock
}

const fields: Fields = {
  ...ownerFields,
  memory: checkOf(
    'what openMemory or openMemories answers; await openMemory',
    (value) => isObject(value) && ('items' in value || 'for' in value),
  ),
  index: checkOf('{ dims, embeddings, fields }', isObject),
  ttl: checkOf('{ defaultMs, refreshOnRead }', isObject),
  clock: callable,
}
const indexFields: Fields = {
  dims: wholeNumber(1),
  embeddings: checkOf(
    'embeddings with embedQuery and embedDocuments',
    (value) => isObject(value) && 'embedQuery' in value && 'embedDocuments' in value,
  ),
  fields: checkOf(
    'a list of paths',
    (value) => Array.isArray(value) && value.every((path) => typeof path === 'string' && path !== ''),
  ),
  textWeight: checkOf('a number from 0 to 1', (value) => typeof value === 'number' && value >= 0 && value <= 1),
}
const lifetime = wholeNumber(1)
const ttlFields: Fields = { defaultMs: lifetime, refreshOnRead: flag }

/** Checks the options and fills in the defaults. @throws MemoryError `bad-option` */
export function resolveStoreOptions(options: DaybookStoreOptions): ResolvedStoreOptions {
  checkOptions(options, 'DaybookStore', fields)
  const { memory, index, ttl = {}, clock = Date.now } = options
  if (index) checkOptions(index, 'DaybookStore.index', indexFields, ['dims', 'embeddings'])
  checkOptions(ttl, 'DaybookStore.ttl', ttlFields, [])
  return {
    items: 'items' in memory ? memory.items : itemsOf(memoryOpener<HasItems>(options, 'DaybookStore')),
    index: index && { fields: ['$'], textWeight: 0.25, ...index },
    defaultTtlMs: ttl.defaultMs,
    refreshOnRead: ttl.refreshOnRead ?? true,
    clock,
  }
}

/** The items of a memory that is opened on first use. */
function itemsOf(open: () => Promise<HasItems>): ItemStore {
  const items = async (): Promise<ItemStore> => (await open()).items
  return {
    get: async (...given) => (await items()).get(...given),
    put: async (...given) => (await items()).put(...given),
    remove: async (...given) => (await items()).remove(...given),
    clear: async (...given) => (await items()).clear(...given),
    search: async (...given) => (await items()).search(...given),
    namespaces: async (...given) => (await items()).namespaces(...given),
    count: async (...given) => (await items()).count(...given),
    prune: async (...given) => (await items()).prune(...given),
  }
}

/** @throws MemoryError `bad-input` */
export function checkTtl(ttlMs: unknown): void {
  if (ttlMs === undefined || ttlMs === null || lifetime(ttlMs) === undefined) return
  const expected = 'expected a whole number of milliseconds from 1, or null for an item that stays'
  throw new MemoryError('bad-input', `ttlMs of a put is ${shown(ttlMs)}, ${expected}`)
}
