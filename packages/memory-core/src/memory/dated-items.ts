import { type Clock, isoTime, parseTime } from '../clock.ts'
import { wrongValue } from '../errors.ts'
import { isRecord } from '../json.ts'
import { checkItemWrites } from '../storage/item-checks.ts'
import type { ItemQuery, ItemStore, ItemWrite, NamespaceQuery, PutOptions, StoredItem } from '../storage/items.ts'

/** A time as callers may give it. Texts without a time zone are UTC. */
export type Moment = string | Date

/** An {@link ItemWrite} with times in any form. */
export interface NewItem extends Omit<ItemWrite, 'at' | 'expiresAt'> {
  /** The moment of writing. @default now */
  at?: Moment | undefined
  expiresAt?: Moment | undefined
}

interface At {
  /** Items that have expired by then count as absent. @default now */
  at?: Moment | undefined
}

/** The {@link ItemStore} that a memory exposes: it accepts times in any form, and uses the clock's if none is given. */
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
  /** Counts the items below a prefix that have not expired. */
  count(prefix: readonly string[], at?: Moment): Promise<number>
  /** See {@link ItemStore.prune}. */
  prune(prefix: readonly string[], options?: At & { keep?: number }): Promise<number>
}

export function datedItems(store: ItemStore, clock: Clock): Items {
  const moment = (at: Moment | undefined, name: string): string =>
    isoTime(at === undefined ? clock() : parseTime(at, name))
  const expiry = (expiresAt: Moment | undefined, name: string): { expiresAt?: string } =>
    expiresAt === undefined ? {} : { expiresAt: moment(expiresAt, name) }

  return {
    async get(namespace, keys, options = {}) {
      const { touch, ...rest } = fieldsOf(options, 'options')
      const asked = { ...rest, at: moment(rest.at, 'options.at') }
      if (touch === undefined) return store.get(namespace, keys, asked)
      const { expiresAt, ...other } = fieldsOf(touch, 'options.touch')
      const dated = { ...other, ...expiry(expiresAt, 'options.touch.expiresAt') }
      return store.get(namespace, keys, { ...asked, touch: dated })
    },
    async put(items, options = {}) {
      checkItemWrites(items)
      const writes = Array.from(items, (item): ItemWrite => {
        const { at, expiresAt, ...rest } = fieldsOf(item, 'an item')
        return { ...rest, at: moment(at, 'item.at'), ...expiry(expiresAt, 'item.expiresAt') }
      })
      await store.put(writes, { ...fieldsOf(options, 'options') })
    },
    remove: store.remove,
    clear: store.clear,
    search: async (query) => store.search({ ...fieldsOf(query, 'query'), at: moment(query.at, 'query.at') }),
    namespaces: async (query) => store.namespaces({ ...fieldsOf(query, 'query'), at: moment(query.at, 'query.at') }),
    count: async (prefix, at) => store.count(prefix, moment(at, 'at')),
    prune: async (prefix, options = {}) =>
      store.prune(prefix, { ...fieldsOf(options, 'options'), at: moment(options.at, 'options.at') }),
  }
}

/** @throws MemoryError `bad-input` for anything but an object */
function fieldsOf<T extends object>(value: T | null, name: string): T {
  if (isRecord(value)) return value
  throw wrongValue(name, value, 'an object')
}
