import { type Clock, isoTime, parseTime } from '../clock.ts'
import { MemoryError, shown } from '../errors.ts'
import { checkItemWrites } from '../storage/item-checks.ts'
import type { ItemQuery, ItemStore, ItemWrite, NamespaceQuery, PutOptions, StoredItem } from '../storage/items.ts'

/** A moment as a caller gives it. Texts without a zone are UTC. */
export type Moment = string | Date

/** What is to be stored: {@link ItemWrite}, at any form of time. */
export interface NewItem extends Omit<ItemWrite, 'at' | 'expiresAt'> {
  /** The moment of writing. @default now */
  at?: Moment | undefined
  expiresAt?: Moment | undefined
}

interface At {
  /** What has expired by then is not there. @default now */
  at?: Moment | undefined
}

/** The items as a memory shows them: an {@link ItemStore} that takes every form of time, and the clock's where none is given. */
export interface Items extends Pick<ItemStore, 'remove' | 'clear'> {
  /** See {@link ItemStore.get}. */
  get(
    namespace: readonly string[],
    keys: readonly string[],
    options?: At & { touch?: { expiresAt?: Moment } },
  ): Promise<(StoredItem | undefined)[]>
  /** Writes all or none. @throws MemoryError `bad-input` */
  put(items: readonly NewItem[], options?: PutOptions): Promise<void>
  /** See {@link ItemQuery}. */
  search(query: Omit<ItemQuery, 'at'> & At): Promise<StoredItem[]>
  /** Sorted. */
  namespaces(query: Omit<NamespaceQuery, 'at'> & At): Promise<string[][]>
  /** How many items that have not expired lie below a prefix. */
  count(prefix: readonly string[], at?: Moment): Promise<number>
  /** See {@link ItemStore.prune}. */
  prune(prefix: readonly string[], options?: At & { keep?: number }): Promise<number>
}

/** Shows a store of items with times in every form. */
export function datedItems(store: ItemStore, clock: Clock): Items {
  const moment = (at: Moment | undefined, name: string): string =>
    isoTime(at === undefined ? clock() : parseTime(at, name))
  const expiry = (expiresAt: Moment | undefined, name: string): { expiresAt?: string } =>
    expiresAt === undefined ? {} : { expiresAt: moment(expiresAt, name) }

  function write(item: NewItem): ItemWrite {
    const { at, expiresAt, ...rest } = fieldsOf(item, 'an item')
    return { ...rest, at: moment(at, 'item.at'), ...expiry(expiresAt, 'item.expiresAt') }
  }

  return {
    async get(namespace, keys, options = {}) {
      const { at, touch, ...rest } = fieldsOf(options, 'options')
      const asked = { ...rest, at: moment(at, 'options.at') }
      if (touch === undefined) return store.get(namespace, keys, asked)
      const { expiresAt, ...other } = fieldsOf(touch, 'options.touch')
      return store.get(namespace, keys, {
        ...asked,
        touch: { ...other, ...expiry(expiresAt, 'options.touch.expiresAt') },
      })
    },
    async put(items, options = {}) {
      checkItemWrites(items)
      await store.put(Array.from(items, write), { ...fieldsOf(options, 'options') })
    },
    remove: store.remove,
    clear: store.clear,
    search: async (query) => store.search({ ...fieldsOf(query, 'query'), at: moment(query.at, 'query.at') }),
    namespaces: async (query) => store.namespaces({ ...fieldsOf(query, 'query'), at: moment(query.at, 'query.at') }),
    count: async (prefix, at) => store.count(prefix, moment(at, 'at')),
    async prune(prefix, options = {}) {
      const { at, ...rest } = fieldsOf(options, 'options')
      return store.prune(prefix, { ...rest, at: moment(at, 'options.at') })
    },
  }
}

/** @throws MemoryError `bad-input` for what has no fields */
function fieldsOf<T extends object>(value: T | null, name: string): T {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new MemoryError('bad-input', `${name} is ${shown(value)}, expected an object`)
}
