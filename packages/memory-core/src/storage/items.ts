/** A value that survives JSON unchanged. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** One stored value. Times are ISO texts. */
export interface StoredItem {
  /** One or more labels, none of them empty; `['users', 'ada@example.com']`. */
  namespace: readonly string[]
  /** Unique within the namespace. */
  key: string
  value: Json
  createdAt: string
  updatedAt: string
  /** When it was last written, or read with `touch`. */
  accessedAt: string
  /** From this time on it counts as absent. */
  expiresAt?: string
}

/** An item to store. One of the same namespace and key is replaced, and its createdAt is kept. */
export interface ItemWrite extends Pick<StoredItem, 'namespace' | 'key' | 'value'> {
  /** The moment of writing, ISO. */
  at: string
  expiresAt?: string | undefined
}

/** How items are written. */
export interface PutOptions {
  /** False: survives the process, not the machine; for values that can be computed again. @default true */
  durable?: boolean
}

/**
 * A condition on one field. `$in` and `$nin` take a list; `$gt` and the like compare numbers or strings. An absent field
 * meets only `$ne`, `$nin` and `$exists: false`; `{}` accepts everything.
 */
export type ItemCondition =
  | Json
  | Readonly<Partial<Record<'$eq' | '$ne' | '$gt' | '$gte' | '$lt' | '$lte' | '$in' | '$nin' | '$exists', Json>>>

/** Conditions by field, all of which must hold; a dot reaches into nested objects: `{ 'meta.stars': { $gte: 4 } }`. */
export type ItemFilter = Readonly<Record<string, ItemCondition>>

/** Which items to find. */
export interface ItemQuery {
  /** Namespaces that begin with these labels; [] for all. */
  prefix: readonly string[]
  filter?: ItemFilter
  /** `key`: by namespace and key. Ties by namespace and key. @default 'updated', the newest first */
  order?: 'updated' | 'created' | 'key'
  limit: number
  /** @default 0 */
  offset?: number
  /** The present time, ISO: items that have expired by then count as absent. */
  at: string
}

/** Which namespaces to find. */
export interface NamespaceQuery extends Pick<ItemQuery, 'limit' | 'offset' | 'at'> {
  /** Labels to begin with; `*` stands for any one label. */
  prefix?: readonly string[]
  /** Labels to end with; `*` stands for any one label. */
  suffix?: readonly string[]
  /** Longer namespaces are cut to this number of labels; duplicates are removed. */
  maxDepth?: number
}

/**
 * Values by namespace and key: cached responses, and what frameworks keep with a memory. Acknowledged writes survive the
 * death of the process and of the machine. Expired items are never returned, and are removed by {@link prune}.
 */
export interface ItemStore {
  /**
   * The items of these keys, undefined where there is none. With `touch`, their accessedAt becomes `at`, and their
   * expiresAt that of `touch`, if it gives one; such an access survives the process, and may be lost with the machine.
   */
  get(
    namespace: readonly string[],
    keys: readonly string[],
    options: { at: string; touch?: { expiresAt?: string } },
  ): Promise<(StoredItem | undefined)[]>
  /** Writes all or none. */
  put(items: readonly ItemWrite[], options?: PutOptions): Promise<void>
  /** Returns how many there were. */
  remove(namespace: readonly string[], keys: readonly string[]): Promise<number>
  /** Removes every item below a prefix; returns how many there were. */
  clear(prefix: readonly string[]): Promise<number>
  /** Damaged items are left out, see `Storage.onDamage`. */
  search(query: ItemQuery): Promise<StoredItem[]>
  /** Sorted. */
  namespaces(query: NamespaceQuery): Promise<string[][]>
  /** Counts the items below a prefix that have not expired. */
  count(prefix: readonly string[], at: string): Promise<number>
  /**
   * Removes expired items below the prefix; then, above `keep` items, the least recently accessed. Returns how many
   * items were removed.
   */
  prune(prefix: readonly string[], options: { at: string; keep?: number }): Promise<number>
}
