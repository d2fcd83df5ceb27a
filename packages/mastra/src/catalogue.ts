import type { ItemStore, ItemWrite, Json, StoredItem } from '@daybook/memory-core'
import { createPendingPlaces, type PendingPlaces, type WaitingPlaces } from './pending-places.ts'
import { createThreadMarks } from './thread-marks.ts'

/** Where a message is. */
export interface MessagePlace {
  thread: string
  /** How many more messages the memory keeps for it: its later parts, and what its tools gave. */
  more: number
}

/**
 * Says which thread is whose, and which thread a message is in, for look-ups by an id alone. Holds ids and nothing else.
 * Messages are written down when it is quiet; a thread of which some wait is marked before, so that the next process after a
 * crash looks into it.
 */
export interface Catalogue {
  /** Whose a thread is; undefined when there is none. */
  owner(thread: string): Promise<string | undefined>
  /** Whose a thread was a moment ago; undefined when no call has asked since. What another process does is not known here. */
  recentOwner(thread: string): string | undefined
  /** For each of the ids that is written down, or waits for it here. */
  places(ids: readonly string[]): Promise<Map<string, MessagePlace>>
  /** Every resource that has, or had, something here. Sorted. */
  resources(): Promise<string[]>
  hasResource(resource: string): Promise<boolean>
  addResource(resource: string): Promise<void>
  addThread(thread: string, resource: string): Promise<void>
  /** The id of the last message of a thread that is written down, or waits for it here; "" when there is none. */
  last(thread: string): Promise<string>
  /** What waits to be written down. */
  readonly pending: Pick<PendingPlaces, 'begin' | 'add' | 'flush'>
  /** The threads that others left, or are just about to write down: some of their messages may be missing. */
  behind(): Promise<string[]>
  /** Takes away the marks of a thread that has been looked into, but for those of processes that may be at it. */
  unmark(thread: string): Promise<void>
  /** Writes down messages of a thread at once, and which is its last. */
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

  async function put(namespace: readonly string[], key: string, value: Json): Promise<void> {
    await (await open()).put(writesOf(namespace, [[key, value]]))
  }

  const marks = createThreadMarks([...root, 'behind'], open, now)

  async function write({ places, threads: waiting, done }: WaitingPlaces): Promise<void> {
    const known = await get(threads, [...waiting.keys()])
    // A thread that was removed, or given away, in between is not written down again.
    const still = new Set(
      known.flatMap((item) => (item && ownerIn(item) === waiting.get(item.key)?.resource ? [item.key] : [])),
    )
    const found = [...places].filter(([, { thread }]) => still.has(thread))
    const ends = [...waiting].filter(([thread]) => still.has(thread))
    await (await open()).put([
      ...writesOf(
        messages,
        found.map(([id, { thread, more }]) => [id, { thread, more }]),
      ),
      ...writesOf(
        lasts,
        ends.map(([thread, { last }]) => [thread, { last }]),
      ),
      ...marks.ends(done),
    ])
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
      await (await open()).put([
        ...writesOf(
          messages,
          Array.from(places, ([id, place]) => [id, { ...place }]),
        ),
        ...writesOf(lasts, [[thread, { last }]]),
      ])
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
      await remove(messages, await keysWhere(messages, 'thread', [...gone]))
      await removeThreads([...gone])
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

/** Whose threads were a moment ago. */
interface RecentOwners {
  /** Undefined when no call has asked for a moment. */
  of(thread: string): string | undefined
  note(thread: string, resource: string | undefined): void
}

/** A run asks for its thread again and again. */
const momentMs = 1_000
const mostThreads = 1_000

/** Remembers only for a moment: another process may give a thread away. */
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
