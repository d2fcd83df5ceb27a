import { type ItemWrite, type Memory, MemoryError, type Message } from '@daybook/memory-core'
import { shown } from '@daybook/memory-core/adapters'
import type { MessagePlace } from './catalogue.ts'
import { storedIds, toMessages } from './convert-messages.ts'
import type { GivenMessage } from './given-messages.ts'
import { findRoom, needRoom, type Room, type Rooms } from './rooms.ts'
import { readRow, rowWrites, type ThreadRow } from './thread-rows.ts'

/** Stores messages, and changes what is known of their threads. */
export type WriteMessages = (messages: readonly GivenMessage[]) => Promise<void>

type Known = ReadonlyMap<string, MessagePlace>

/**
 * Stores messages: a known id is replaced where it stands, and moved when its thread is another one now. Everything is
 * checked before anything is written; a thread's messages are written in one append.
 * @throws MemoryError `not-found` without the thread; `bad-input` when it, or the id of a message, is another resource's
 */
export function createWriteMessages(rooms: Rooms): WriteMessages {
  const { catalogue, inOrder, now } = rooms

  async function check(messages: readonly GivenMessage[], known: Known): Promise<Map<string, Room>> {
    const ids = new Set(messages.map(({ threadId }) => threadId))
    const found = new Map(await Promise.all([...ids].map(async (id) => [id, await needRoom(rooms, id)] as const)))
    for (const { id, threadId, resourceId } of messages) {
      const owner = found.get(threadId)?.row.resourceId
      if (owner !== resourceId) throw notTheirs(`Thread ${shown(threadId)}`, id, resourceId)
      const before = known.get(id)
      if (!before || before.thread === threadId) continue
      const place = found.get(before.thread) ?? (await findRoom(rooms, before.thread))
      if (place && place.row.resourceId !== owner) throw notTheirs(`Message ${shown(id)}`, id, resourceId)
    }
    return found
  }

  /** Checks and stores the messages of one resource. */
  async function write(messages: readonly GivenMessage[]): Promise<void> {
    const known = await placesOf(messages)
    const found = await check(messages, known)
    const memory = found.get(messages[0]?.threadId ?? '')?.memory
    if (!memory) return
    const changes = createRowChanges(memory, found, now())
    const places = new Map<string, MessagePlace>()
    const times = await timesOfMoved(memory, messages, known)
    for (const [thread, own] of Map.groupBy(messages, ({ threadId }) => threadId)) {
      const said = own.map((message) => {
        const isHere = known.get(message.id)?.thread === thread
        return toMessages(message, isHere ? undefined : (times.get(message.id) ?? message.createdAt))
      })
      await memory.addMessages(thread, said.flat())
      await removeLater(memory, thread, own, said, known)
      for (const [index, message] of own.entries()) {
        const place = { thread, more: (said[index]?.length ?? 1) - 1 }
        const before = known.get(message.id)
        if (before?.thread !== thread || before.more !== place.more) places.set(message.id, place)
        await changes.stored(message, place, before)
      }
    }
    await catalogue.addPlaces(places, { items: memory.items, writes: changes.writes() })
    for (const { id, threadId } of messages) {
      const before = known.get(id)
      if (before && before.thread !== threadId) await memory.sessions.remove(before.thread, storedIds(id, before.more))
    }
  }

  const placesOf = (messages: readonly GivenMessage[]): Promise<Known> => catalogue.places(messages.map(({ id }) => id))

  return async (messages) => {
    const resources = Map.groupBy(messages, ({ resourceId }) => resourceId)
    // What is one resource's alone is checked when it is its turn.
    if (resources.size > 1) await check(messages, await placesOf(messages))
    for (const [resource, own] of resources) await inOrder(resource, () => write(own))
  }
}

/** Messages that were longer before: what they do not say any more goes. */
async function removeLater(
  memory: Memory,
  thread: string,
  messages: readonly GivenMessage[],
  said: readonly Message[][],
  known: Known,
): Promise<void> {
  const gone = messages.flatMap(({ id }, index) => {
    const before = known.get(id)
    return before?.thread === thread ? storedIds(id, before.more).slice(said[index]?.length ?? 1) : []
  })
  if (gone.length > 0) await memory.sessions.remove(thread, gone)
}

/** A message keeps its time when its thread changes. */
async function timesOfMoved(
  memory: Memory,
  messages: readonly GivenMessage[],
  known: Known,
): Promise<Map<string, Date>> {
  const moved = messages.filter(({ id, threadId }) => (known.get(id)?.thread ?? threadId) !== threadId)
  const times = new Map<string, Date>()
  for (const thread of new Set(moved.map(({ id }) => known.get(id)?.thread ?? '')))
    for (const { id, createdAt } of await memory.sessions.messages(thread, { archived: true }))
      times.set(id, new Date(createdAt))
  return times
}

interface RowChanges {
  stored(message: GivenMessage, place: MessagePlace, before: MessagePlace | undefined): Promise<void>
  /** The rows of the threads as they are then. */
  writes(): ItemWrite[]
}

/** Counts along what was written. */
function createRowChanges(memory: Memory, found: ReadonlyMap<string, Room>, at: string): RowChanges {
  const rows = new Map<string, ThreadRow | undefined>(Array.from(found, ([thread, { row }]) => [thread, row]))

  async function rowOf(thread: string): Promise<ThreadRow | undefined> {
    if (!rows.has(thread)) rows.set(thread, await readRow(memory, thread, at))
    return rows.get(thread)
  }

  function added(row: ThreadRow, time: string, more: number): void {
    row.isInOrder &&= time >= row.newest
    if (time > row.newest) row.newest = time
    row.count += 1
    row.stored += 1 + more
  }

  return {
    async stored({ createdAt }, { thread, more }, before) {
      const row = await rowOf(thread)
      if (row && before?.thread === thread) row.stored += more - before.more
      else if (row) added(row, createdAt.toISOString(), more)
      const left = before && before.thread !== thread ? await rowOf(before.thread) : undefined
      if (before && left) countRemoved(left, before)
      // A message that moved keeps its own, earlier time.
      if (row && before && before.thread !== thread) row.isInOrder = false
    },
    writes() {
      const changed = [...rows.values()].filter((row) => row !== undefined)
      return rowWrites(
        changed.map((row) => ({ ...row, updatedAt: at })),
        at,
      )
    },
  }
}

/** The row without a message. */
export function countRemoved(row: ThreadRow, { more }: MessagePlace): void {
  row.count = Math.max(0, row.count - 1)
  row.stored = Math.max(0, row.stored - 1 - more)
}

function notTheirs(what: string, id: string, resource: string): MemoryError {
  return new MemoryError(
    'bad-input',
    `${what} belongs to another resource than ${shown(resource)}, whose message ${shown(id)} was to be stored; to give a thread away, use updateThreadResourceId`,
  )
}
