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
  /** From this moment on it is not there any more. */
  expiresAt?: string
}

/** What is to be stored. An item of the same namespace and key is replaced and keeps its createdAt. */
export interface ItemWrite {
  namespace: readonly string[]
  key: string
  value: Json
  /** The moment of writing, ISO. */
  at: string
  expiresAt?: string | undefined
}

/** How items are written. */
export interface PutOptions {
  /** False: what is written survives the process, and may be lost with the machine. For what can be made anew. @default true */
  durable?: boolean
}

/**
 * A condition on one field. `$in` and `$nin` take a list; the order of `$gt` and the like is that of numbers or of strings.
 * A field that is not there meets only `$ne`, `$nin` and `$exists: false`; `{}` asks for nothing.
 */
export type ItemCondition =
  | Json
  | Readonly<Partial<Record<'$eq' | '$ne' | '$gt' | '$gte' | '$lt' | '$lte' | '$in' | '$nin' | '$exists', Json>>>

/** Conditions by field; a dot reaches into nested objects: `{ 'meta.stars': { $gte: 4 } }`. All have to hold. */
export type ItemFilter = Readonly<Record<string, ItemCondition>>

/** Which items are wanted. */
export interface ItemQuery {
  /** Namespaces that begin with these labels; [] for all. */
  prefix: readonly string[]
  filter?: ItemFilter
  /** `key`: by namespace and key. Ties by namespace and key. @default 'updated', the newest first */
  order?: 'updated' | 'created' | 'key'
  limit: number
  /** @default 0 */
  offset?: number
  /** Now, ISO: what has expired by then is not there. */
  at: string
}

/** Which namespaces are wanted. */
export interface NamespaceQuery {
  /** Labels to begin with; `*` stands for any one label. */
  prefix?: readonly string[]
  /** Labels to end with; `*` stands for any one label. */
  suffix?: readonly string[]
  /** Longer namespaces are cut to so many labels, and each is answered once. */
  maxDepth?: number
  limit: number
  /** @default 0 */
  offset?: number
  at: string
}

/**
 * Values by namespace and key: cached responses, and what frameworks keep with a memory. What is acknowledged survives
 * the death of the process and of the machine. Expired items are never answered and are removed by {@link prune}.
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
  /** Answers how many there were. */
  remove(namespace: readonly string[], keys: readonly string[]): Promise<number>
  /** Removes every item below a prefix; answers how many there were. */
  clear(prefix: readonly string[]): Promise<number>
  /** Damaged items are left out, see `Storage.onDamage`. */
  search(query: ItemQuery): Promise<StoredItem[]>
  /** Sorted. */
  namespaces(query: NamespaceQuery): Promise<string[][]>
  /** How many items that have not expired lie below a prefix. */
  count(prefix: readonly string[], at: string): Promise<number>
  /** Removes what has expired below the prefix; then, above `keep` items, those whose access is longest ago. Answers how many went. */
  prune(prefix: readonly string[], options: { at: string; keep?: number }): Promise<number>
}
