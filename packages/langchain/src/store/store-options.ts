import { type Clock, type ItemStore, type Memories, MemoryError } from '@daybook/memory-core'
import {
  callable,
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

/** Whatever has the items of a memory. */
interface HasItems {
  readonly items: ItemStore
}

/** What a store keeps its items in, and how. */
export interface DaybookStoreOptions {
  /** A memory, or whatever has its items, in namespaces of their own; or `openMemories(…)` with the user whose store it is. */
  memory: HasItems | Memories
  /** Whose memory, with `openMemories`. It must come from your own server code. */
  user?: string
  /**
   * Find items by their meaning, too: as LangGraph's `InMemoryStore` takes it. Costs an embedding for each put, and for
   * each search by `query` a look at every item below its namespace. @default by words alone
   */
  index?: StoreIndex
  /** How long items live. @default no end */
  ttl?: StoreTtl
  /** @default the clock of this machine */
  clock?: Clock
}

/** What is embedded, and how a search weighs it. */
export interface StoreIndex extends IndexConfig {
  /** The paths of the texts that are embedded, each on its own. @default ['$'], the value as JSON */
  fields?: string[]
  /** The share of the words in a score, from 0 (meaning alone) to 1 (words alone). @default 0.25 */
  textWeight?: number
}

/** How long items live. A put of the store itself may say otherwise; what an agent puts comes without a word on it. */
export interface StoreTtl {
  /** Milliseconds from the last put, and with `refreshOnRead` from the last get or search that found it. @default no end */
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
  memory: {
    fits: (value) => isObject(value) && ('items' in value || 'for' in value),
    expected: 'what openMemory or openMemories answers; await openMemory',
  },
  index: { fits: isObject, expected: '{ dims, embeddings, fields }' },
  ttl: { fits: isObject, expected: '{ defaultMs, refreshOnRead }' },
  clock: callable,
}
const indexFields: Fields = {
  dims: wholeNumber(1),
  embeddings: {
    fits: (value) => isObject(value) && 'embedQuery' in value && 'embedDocuments' in value,
    expected: 'embeddings with embedQuery and embedDocuments',
  },
  fields: {
    fits: (value) => Array.isArray(value) && value.every((path) => typeof path === 'string' && path !== ''),
    expected: 'a list of paths',
  },
  textWeight: {
    fits: (value) => typeof value === 'number' && value >= 0 && value <= 1,
    expected: 'a number from 0 to 1',
  },
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

/** The items of a memory that is opened when it is needed. */
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
  if (ttlMs === undefined || ttlMs === null || lifetime.fits(ttlMs)) return
  const expected = 'expected a whole number of milliseconds from 1, or null for an item that stays'
  throw new MemoryError('bad-input', `ttlMs of a put is ${shown(ttlMs)}, ${expected}`)
}
