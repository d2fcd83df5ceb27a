import type { ItemFilter, ItemWrite, Json, StoredItem } from '@daybook/memory-core'
import type { Item } from '@langchain/langgraph-checkpoint'
import { fieldTexts } from './field-texts.ts'
import type { PutStep } from './operations.ts'
import type { ResolvedStoreOptions } from './store-options.ts'
import { packVectors, unpackVectors } from './vectors.ts'

/** The namespace of stores among the items of a memory; a store's own namespaces are below it. */
export const itemsRoot: readonly string[] = ['langgraph', 'items']
/** The namespace of their vectors, with the same keys. */
export const vectorsRoot: readonly string[] = ['langgraph', 'vectors']
/** The parent of both. */
const storeRoot: readonly string[] = ['langgraph']

export interface FoundItem {
  item: StoredItem
  vectors: readonly Float32Array[]
}

/** A selection of stored items. */
export interface ItemPage {
  prefix: readonly string[]
  filter: ItemFilter
  limit: number
  offset: number
}

/** The items of a store, in LangGraph's terms. */
export interface StoredItems {
  get(namespace: readonly string[], key: string): Promise<StoredItem | undefined>
  /** Newest first. */
  page(page: ItemPage): Promise<StoredItem[]>
  /** Every item that matches, with its vectors if there is an index. */
  candidates(prefix: readonly string[], filter: ItemFilter): Promise<FoundItem[]>
  /** Writes all or none, in order. */
  put(steps: readonly PutStep[], vectors: ReadonlyMap<string, readonly number[]>): Promise<void>
  remove(namespace: readonly string[], key: string): Promise<void>
  /** Counts an access for items with a limited lifetime, if the store counts them. */
  refresh(items: readonly StoredItem[]): Promise<void>
}

/** From the year 10000 on, ISO texts have another form: later times count as unlimited. */
const endMs = 253_402_300_800_000
/** Maximum milliseconds that expired items stay on the disk while the store is written to. */
const sweepMs = 60_000

/** The items of a store within those of a memory. */
export function createStoredItems(options: ResolvedStoreOptions): StoredItems {
  const { items, index, defaultTtlMs, refreshOnRead, clock } = options
  const now = (): string => new Date(clock()).toISOString()
  let sweptMs = Number.NEGATIVE_INFINITY

  function writesOf(step: PutStep, vectors: ReadonlyMap<string, readonly number[]>): ItemWrite[] {
    const { namespace, key, value } = step
    const at = now()
    const expiresAt = endOf(at, step.ttlMs === undefined ? defaultTtlMs : step.ttlMs)
    const item = { namespace: [...itemsRoot, ...namespace], key, value, at, expiresAt }
    if (!index) return [item]
    const own = textsOf(step, index.fields).map((text) => vectors.get(text) ?? [])
    return [item, { ...item, namespace: [...vectorsRoot, ...namespace], value: packVectors(own, at) }]
  }

  async function sweep(): Promise<void> {
    const nowMs = clock()
    if (Math.abs(nowMs - sweptMs) < sweepMs) return
    sweptMs = nowMs
    await items.prune(storeRoot, { at: now() })
  }

  async function vectorsBelow(prefix: readonly string[]): Promise<Map<string, Json>> {
    if (!index) return new Map()
    const found = await items.search({
      prefix: [...vectorsRoot, ...prefix],
      limit: Number.POSITIVE_INFINITY,
      order: 'key',
      at: now(),
    })
    return new Map(found.map((item) => [placeOf(item, vectorsRoot), item.value]))
  }

  return {
    async get(namespace, key) {
      const [item] = await items.get([...itemsRoot, ...namespace], [key], { at: now() })
      return item
    },
    page: ({ prefix, ...page }) => items.search({ prefix: [...itemsRoot, ...prefix], ...page, at: now() }),
    async candidates(prefix, filter) {
      const found = await items.search({
        prefix: [...itemsRoot, ...prefix],
        filter,
        limit: Number.POSITIVE_INFINITY,
        at: now(),
      })
      const vectors = await vectorsBelow(prefix)
      return found.map((item) => ({
        item,
        vectors: unpackVectors(vectors.get(placeOf(item, itemsRoot)) ?? null, item.updatedAt),
      }))
    },
    async put(steps, vectors) {
      await items.put(steps.flatMap((step) => writesOf(step, vectors)))
      await sweep()
    },
    async remove(namespace, key) {
      await items.remove([...itemsRoot, ...namespace], [key])
      // Independent of the present options: vectors that were stored once must not outlive their text.
      await items.remove([...vectorsRoot, ...namespace], [key])
    },
    async refresh(found) {
      if (!refreshOnRead) return
      for (const { namespace, key, accessedAt, expiresAt } of found) {
        if (expiresAt === undefined) continue
        const at = now()
        const touch = { expiresAt: endOf(at, Date.parse(expiresAt) - Date.parse(accessedAt)) ?? expiresAt }
        await items.get(namespace, [key], { at, touch })
        if (index) await items.get([...vectorsRoot, ...namespace.slice(itemsRoot.length)], [key], { at, touch })
      }
    },
  }
}

/** The texts of a put to embed. */
export function textsOf({ value, index }: PutStep, fields: readonly string[]): string[] {
  return index === false ? [] : fieldTexts(value, index ?? fields)
}

/** An item in LangGraph's form. */
export function toItem({ namespace, key, value, createdAt, updatedAt }: StoredItem): Item {
  const times = { createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) }
  return { namespace: namespace.slice(itemsRoot.length), key, value: value as Item['value'], ...times }
}

function placeOf({ namespace, key }: StoredItem, root: readonly string[]): string {
  return JSON.stringify([namespace.slice(root.length), key])
}

function endOf(at: string, ttlMs: number | null | undefined): string | undefined {
  if (ttlMs === undefined || ttlMs === null) return undefined
  const ends = Date.parse(at) + ttlMs
  return ends < endMs ? new Date(ends).toISOString() : undefined
}
