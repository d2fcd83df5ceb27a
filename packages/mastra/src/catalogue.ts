import type { ItemStore, ItemWrite, Json } from '@daybook/memory-core'

/** Where a message is. */
export interface MessagePlace {
  thread: string
  /** How many more messages the memory keeps for it: its later parts, and what its tools gave. */
  more: number
}

/** What is written together with the catalogue. */
export interface Besides {
  items: ItemStore
  writes: readonly ItemWrite[]
}

/** Says which thread is whose, and which thread a message is in, for look-ups by an id alone. Holds ids and nothing else. */
export interface Catalogue {
  /** Whose a thread is; undefined when there is none. */
  owner(thread: string): Promise<string | undefined>
  /** Whose a thread was a moment ago; undefined when nobody has asked since. What another process does is not known here. */
  recentOwner(thread: string): string | undefined
  /** For each of the ids that there is. */
  places(ids: readonly string[]): Promise<Map<string, MessagePlace>>
  /** Every resource that has, or had, something here. Sorted. */
  resources(): Promise<string[]>
  hasResource(resource: string): Promise<boolean>
  addResource(resource: string): Promise<void>
  addThread(thread: string, resource: string): Promise<void>
  /** Writes something else besides: in one go where it is in the same store, so that it costs one fsync. */
  addPlaces(places: ReadonlyMap<string, MessagePlace>, besides?: Besides): Promise<void>
  removeThread(thread: string): Promise<void>
  removePlaces(ids: readonly string[]): Promise<void>
  /** Forgets a resource with all its threads and messages. Reads the whole catalogue. */
  removeResource(resource: string): Promise<void>
}

const root = ['mastra', 'catalogue']
const threads = [...root, 'threads']
const messages = [...root, 'messages']
const resources = [...root, 'resources']
const all = Number.POSITIVE_INFINITY
/** A run asks for its thread again and again. */
const momentMs = 1_000
const mostRecent = 1_000

/** A catalogue in a store of items. */
export function createCatalogue(open: () => Promise<ItemStore>, now: () => string): Catalogue {
  const recent = createRecentOwners()

  async function get(namespace: readonly string[], keys: readonly string[]) {
    if (keys.length === 0) return []
    return (await open()).get(namespace, keys, { at: now() })
  }

  function writesOf(namespace: readonly string[], values: Iterable<[key: string, value: Json]>): ItemWrite[] {
    const at = now()
    return Array.from(values, ([key, value]) => ({ namespace, key, value, at }))
  }

  async function put(namespace: readonly string[], key: string, value: Json): Promise<void> {
    await (await open()).put(writesOf(namespace, [[key, value]]))
  }

  async function addPlaces(places: ReadonlyMap<string, MessagePlace>, besides?: Besides): Promise<void> {
    const store = await open()
    const values = Array.from(places, ([id, { thread, more }]): [string, Json] => [id, { thread, more }])
    const writes = writesOf(messages, values)
    const isSame = besides?.items === store
    if (isSame) writes.push(...besides.writes)
    if (writes.length > 0) await store.put(writes)
    if (besides && !isSame) await besides.items.put(besides.writes)
  }

  async function remove(namespace: readonly string[], keys: readonly string[]): Promise<void> {
    if (keys.length > 0) await (await open()).remove(namespace, keys)
  }

  async function keysWhere(namespace: readonly string[], field: string, values: readonly string[]): Promise<string[]> {
    const filter = { [field]: { $in: values } }
    const found = await (await open()).search({ prefix: namespace, filter, limit: all, at: now() })
    return found.map(({ key }) => key)
  }

  return {
    async owner(thread) {
      const [found] = await get(threads, [thread])
      const resource = found && textField(found.value, 'resource')
      recent.note(thread, resource)
      return resource
    },
    recentOwner: recent.of,
    async places(ids) {
      const found = await get(messages, ids)
      return new Map(found.flatMap((item) => (item ? [[item.key, placeOf(item.value)]] : [])))
    },
    async resources() {
      const found = await (await open()).search({ prefix: resources, order: 'key', limit: all, at: now() })
      return found.map(({ key }) => key)
    },
    hasResource: async (resource) => (await get(resources, [resource]))[0] !== undefined,
    addResource: (resource) => put(resources, resource, {}),
    async addThread(thread, resource) {
      recent.note(thread, undefined)
      await put(threads, thread, { resource })
    },
    addPlaces,
    async removeThread(thread) {
      recent.note(thread, undefined)
      await remove(threads, [thread])
    },
    removePlaces: (ids) => remove(messages, ids),
    async removeResource(resource) {
      const gone = await keysWhere(threads, 'resource', [resource])
      for (const thread of gone) recent.note(thread, undefined)
      await remove(messages, await keysWhere(messages, 'thread', gone))
      await remove(threads, gone)
      await remove(resources, [resource])
    },
  }
}

interface RecentOwners {
  of(thread: string): string | undefined
  note(thread: string, resource: string | undefined): void
}

function createRecentOwners(): RecentOwners {
  const known = new Map<string, { resource: string; until: number }>()
  return {
    of(thread) {
      const told = known.get(thread)
      return told && performance.now() < told.until ? told.resource : undefined
    },
    note(thread, resource) {
      known.delete(thread)
      if (resource === undefined) return
      known.set(thread, { resource, until: performance.now() + momentMs })
      const [oldest] = known.keys()
      if (known.size > mostRecent && oldest !== undefined) known.delete(oldest)
    },
  }
}

function placeOf(value: Json): MessagePlace {
  const more = typeof value === 'object' && value !== null && 'more' in value ? value.more : 0
  return { thread: textField(value, 'thread') ?? '', more: typeof more === 'number' ? more : 0 }
}

function textField(value: Json, name: 'resource' | 'thread'): string | undefined {
  const field = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  return typeof field === 'string' ? field : undefined
}
