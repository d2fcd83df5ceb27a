import type { ItemStore, ItemWrite, Json, StoredItem } from '@daybook/memory-core'
import { createPendingPlaces, type PendingPlaces, type WaitingPlaces } from './pending-places.ts'
import { createThreadMarks } from './thread-marks.ts'

/** The place of a message. */
export interface MessagePlace {
  thread: string
  /** Number of further messages in the memory for it: its later parts, and tool results. */
  more: number
}

/**
 * Records which resource owns a thread, and which thread contains a message, for look-ups by id alone. Stores only ids.
 * Messages are recorded when writes pause; a thread with pending messages is marked before, so that the next process
 * after a crash catches up.
 */
export interface Catalogue {
  /** The resource of a thread; undefined if there is none. */
  owner(thread: string): Promise<string | undefined>
  /** The resource of a thread as a recent call has read it; undefined without one. May be outdated by other processes. */
  recentOwner(thread: string): string | undefined
  /** The places of ids that are recorded, or pending in this process. */
  places(ids: readonly string[]): Promise<Map<string, MessagePlace>>
  /** Every resource that has, or had, something here. Sorted. */
  resources(): Promise<string[]>
  hasResource(resource: string): Promise<boolean>
  addResource(resource: string): Promise<void>
  addThread(thread: string, resource: string): Promise<void>
  /** The id of the last message of a thread that is recorded or pending; "" if there is none. */
  last(thread: string): Promise<string>
  /** Resolves when pending messages are recorded. */
  readonly pending: Pick<PendingPlaces, 'begin' | 'add' | 'flush'>
  /** Threads marked by other processes: some of their messages may be missing. */
  behind(): Promise<string[]>
  /** Removes the marks of a thread that was caught up, except those of running processes. */
  unmark(thread: string): Promise<void>
  /** Records messages of a thread at once, and its last message. */
  addPlaces(thread: string, places: ReadonlyMap<string, MessagePlace>, last: string): Promise<void>
  removeThread(thread: string): Promise<void>
  removePlaces(ids: readonly string[]): Promise<void>
  /** Forgets a resource with all its threads and messages. Reads the whole catalogue. */
  removeResource(resource: string): Promise<void>
}

const root = ['mastra', 'catalogue']
const threads = [...root, 'threads']
const messages = [...root, 'messages']
const resources = [...root, 'resources']
const lasts = [...root, 'lasts']
const all = Number.POSITIVE_INFINITY

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

  /** Writes of messages with their places, and of threads with their last messages. */
  function placeWrites(
    places: Iterable<readonly [id: string, place: MessagePlace]>,
    ends: Iterable<readonly [thread: string, end: { last: string }]>,
  ): ItemWrite[] {
    return [
      ...writesOf(
        messages,
        Array.from(places, ([id, { thread, more }]) => [id, { thread, more }]),
      ),
      ...writesOf(
        lasts,
        Array.from(ends, ([thread, { last }]) => [thread, { last }]),
      ),
    ]
  }

  async function put(namespace: readonly string[], key: string, value: Json): Promise<void> {
    await (await open()).put(writesOf(namespace, [[key, value]]))
  }

  const marks = createThreadMarks([...root, 'behind'], open, now)

  async function write({ places, threads: waiting, done }: WaitingPlaces): Promise<void> {
    const known = await get(threads, [...waiting.keys()])
    // A thread that was removed or moved in between is not recorded again.
    const still = new Set(
      known.flatMap((item) => (item && ownerIn(item) === waiting.get(item.key)?.resource ? [item.key] : [])),
    )
    const found = [...places].filter(([, { thread }]) => still.has(thread))
    const ends = [...waiting].filter(([thread]) => still.has(thread))
    await (await open()).put([...placeWrites(found, ends), ...marks.ends(done)])
    // Another process may have removed a thread between that look and this write. It removes the places once more after
    // the thread, so that one of the two sees what the other did.
    const left = await get(threads, [...still])
    const gone = new Set([...still].filter((_, at) => !left[at]))
    await remove(
      messages,
      found.flatMap(([id, { thread }]) => (gone.has(thread) ? [id] : [])),
    )
    await remove(lasts, [...gone])
  }

  const pending = createPendingPlaces({ mark: marks.set, write })

  async function remove(namespace: readonly string[], keys: readonly string[]): Promise<void> {
    if (keys.length > 0) await (await open()).remove(namespace, keys)
  }

  async function removeThreads(gone: readonly string[]): Promise<void> {
    await marks.remove(gone)
    await remove(threads, gone)
    await remove(lasts, gone)
  }

  async function keysWhere(namespace: readonly string[], field: string, values: readonly string[]): Promise<string[]> {
    const filter = { [field]: { $in: values } }
    const found = await (await open()).search({ prefix: namespace, filter, limit: all, at: now() })
    return found.map(({ key }) => key)
  }

  return {
    async owner(thread) {
      const [found] = await get(threads, [thread])
      const resource = found && ownerIn(found)
      recent.note(thread, resource)
      return resource
    },
    recentOwner: recent.of,
    async places(ids) {
      const asked = ids.filter((id) => !pending.get(id))
      const found = (await get(messages, asked)).flatMap((item) =>
        item ? [[item.key, placeOf(item.value)] as const] : [],
      )
      const waiting = ids.flatMap((id) => {
        const place = pending.get(id)
        return place ? [[id, place] as const] : []
      })
      return new Map([...found, ...waiting])
    },
    async last(thread) {
      const waiting = pending.last(thread)
      if (waiting !== undefined) return waiting
      const [found] = await get(lasts, [thread])
      return (found && textField(found.value, 'last')) ?? ''
    },
    pending,
    behind: marks.ofOthers,
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
    unmark: marks.endLeft,
    async addPlaces(thread, places, last) {
      await pending.drop({ ids: [...places.keys()] })
      await (await open()).put(placeWrites(places, [[thread, { last }]]))
    },
    async removeThread(thread) {
      recent.note(thread, undefined)
      await pending.drop({ isGone: (waiting) => waiting === thread })
      await removeThreads([thread])
    },
    async removePlaces(ids) {
      await pending.drop({ ids })
      await remove(messages, ids)
    },
    async removeResource(resource) {
      const gone = new Set(await keysWhere(threads, 'resource', [resource]))
      for (const thread of gone) recent.note(thread, undefined)
      await pending.drop({ isGone: (thread, owner) => owner === resource || gone.has(thread) })
      const removePlacesOf = async (): Promise<void> => remove(messages, await keysWhere(messages, 'thread', [...gone]))
      await removePlacesOf()
      await removeThreads([...gone])
      await removePlacesOf()
      await remove(resources, [resource])
    },
  }
}

function placeOf(value: Json): MessagePlace {
  const more = typeof value === 'object' && value !== null && 'more' in value ? value.more : 0
  return { thread: textField(value, 'thread') ?? '', more: typeof more === 'number' ? more : 0 }
}

function ownerIn({ value }: StoredItem): string | undefined {
  return textField(value, 'resource')
}

function textField(value: Json, name: 'resource' | 'thread' | 'last'): string | undefined {
  const field = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  return typeof field === 'string' ? field : undefined
}

/** Caches the resources of threads for a moment. */
interface RecentOwners {
  /** Undefined if no call has read it recently. */
  of(thread: string): string | undefined
  note(thread: string, resource: string | undefined): void
}

/** A run reads its thread repeatedly. */
const momentMs = 1_000
const mostThreads = 1_000

/** Only for a moment, because another process may move a thread. */
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
      if (known.size > mostThreads && oldest !== undefined) known.delete(oldest)
    },
  }
}
