import { type Clock, type ItemStore, MemoryError } from '@daybook/memory-core'
import { shown } from '@daybook/memory-core/adapters'
import type { IndexConfig } from '@langchain/langgraph-checkpoint'
import { callable, checkOptions, type Field, flag, isObject, wholeNumber } from '../scope/check-options.ts'

/** What a store keeps its items in, and how. */
export interface DaybookStoreOptions {
  /** A memory; or whatever has its items. They lie in namespaces of their own there. */
  memory: { readonly items: ItemStore }
  /**
   * Find items by their meaning, too: as LangGraph's `InMemoryStore` takes it. Costs an embedding for each put, and for
   * each search by `query` a look at every item below its namespace. @default by words alone
   */
  index?: StoreIndex
  /** How long items live. @default for good */
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
  /** Milliseconds from the last put, and with `refreshOnRead` from the last get or search that found it. @default for good */
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

const fields: Readonly<Record<string, Field>> = {
  memory: {
    fits: (value) => isObject(value) && 'items' in value,
    expected: 'what openMemory answers; await openMemory',
  },
  index: { fits: isObject, expected: '{ dims, embeddings, fields }' },
  ttl: { fits: isObject, expected: '{ defaultMs, refreshOnRead }' },
  clock: callable,
}
const indexFields: Readonly<Record<string, Field>> = {
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
const ttlFields: Readonly<Record<string, Field>> = { defaultMs: lifetime, refreshOnRead: flag }

/** Checks the options and fills in the defaults. @throws MemoryError `bad-option` */
export function resolveStoreOptions(options: DaybookStoreOptions): ResolvedStoreOptions {
  checkOptions(options, 'DaybookStore', fields)
  const { memory, index, ttl = {}, clock = Date.now } = options
  if (index) checkOptions(index, 'DaybookStore.index', indexFields, ['dims', 'embeddings'])
  checkOptions(ttl, 'DaybookStore.ttl', ttlFields, [])
  return {
    items: memory.items,
    index: index && { fields: ['$'], textWeight: 0.25, ...index },
    defaultTtlMs: ttl.defaultMs,
    refreshOnRead: ttl.refreshOnRead ?? true,
    clock,
  }
}

/** @throws MemoryError `bad-input` */
export function checkTtl(ttlMs: unknown): void {
  if (ttlMs === undefined || ttlMs === null || lifetime.fits(ttlMs)) return
  const expected = 'expected a whole number of milliseconds from 1, or null for an item that stays'
  throw new MemoryError('bad-input', `ttlMs of a put is ${shown(ttlMs)}, ${expected}`)
}
