import type { Memory, StoredMessage } from '@daybook/memory-core'
import type { MessagePlace } from './catalogue.ts'
import { framework, type NativeMessage } from './convert-messages.ts'
import { findRoom, needRoom, type Room, type Rooms } from './rooms.ts'
import { countAdded, emptied, type ThreadRow, writeRows } from './thread-rows.ts'

/** The messages of a thread after one of its messages. */
interface Behind {
  /** Mastra's messages, oldest first. */
  messages: StoredMessage[]
  /** Whether it is the whole thread, because that message was not found. */
  isAll: boolean
}

const fewMessages = 2
const mostLookedInto = 1_000

/**
 * Brings the catalogue and the row of a thread up to date with its stored messages: messages are written first, and a
 * crash may have come in between. Reads from the end of the thread, mostly one message.
 */
export async function caughtUp(rooms: Rooms, { memory, row }: Room): Promise<Room> {
  const { catalogue, now } = rooms
  const listed = await catalogue.last(row.id)
  const unlisted = await storedBehind(memory, row.id, listed)
  const newest = unlisted.messages.at(-1)
  if (newest) await catalogue.addPlaces(row.id, placesIn(unlisted.messages, row.id), newest.id)
  const uncounted = row.last === listed ? unlisted : await storedBehind(memory, row.id, row.last)
  const last = uncounted.messages.at(-1)
  if (!last) return { memory, row }
  const after: ThreadRow = { ...(uncounted.isAll ? emptied(row) : row), last: last.id }
  const counted = placesIn(uncounted.messages, row.id)
  for (const { id, createdAt } of uncounted.messages) {
    const place = counted.get(id)
    if (place) countAdded(after, createdAt, place.more)
  }
  await writeRows(memory, [after], now())
  return { memory, row: after }
}

/**
 * The room of a thread, caught up when this process reads it for the first time: a crash of the machine may have lost
 * what was not durable yet.
 */
export async function lookedInto(rooms: Rooms, room: Room): Promise<Room> {
  const { id, resourceId } = room.row
  if (rooms.lookedInto.has(id)) return room
  const [oldest] = rooms.lookedInto
  if (rooms.lookedInto.size >= mostLookedInto && oldest !== undefined) rooms.lookedInto.delete(oldest)
  rooms.lookedInto.add(id)
  try {
    return await rooms.inOrder(resourceId, async () => caughtUp(rooms, await needRoom(rooms, id)))
  } catch {
    return room // a read-only folder cannot be caught up, but can be read
  }
}

/** The places of messages by their ids; if some are missing, threads left by a crash are caught up first. */
export async function findPlaces(rooms: Rooms, ids: readonly string[]): Promise<Map<string, MessagePlace>> {
  const { catalogue } = rooms
  const found = await catalogue.places(ids)
  if (found.size === new Set(ids).size) return found
  const behind = await catalogue.behind()
  for (const thread of behind) {
    const room = await findRoom(rooms, thread)
    if (room) await rooms.inOrder(room.row.resourceId, () => caughtUp(rooms, room))
    await catalogue.unmark(thread)
  }
  return behind.length > 0 ? catalogue.places(ids) : found
}

/** The id of the last stored message of a thread; "" if there is none. */
export async function lastStored(memory: Memory, thread: string): Promise<string> {
  for (let limit = fewMessages; ; limit *= 4) {
    const stored = await memory.sessions.messages(thread, { archived: true, limit })
    const last = stored.findLast(isOwn)
    if (last || stored.length < limit) return last?.id ?? ''
  }
}

async function storedBehind(memory: Memory, thread: string, last: string): Promise<Behind> {
  for (let limit = fewMessages; ; limit *= 4) {
    const stored = await memory.sessions.messages(thread, { archived: true, limit })
    const own = stored.filter(isOwn)
    const at = own.findLastIndex(({ id }) => id === last)
    if (at >= 0 || stored.length < limit) return { messages: own.slice(at + 1), isAll: at < 0 }
  }
}

function placesIn(messages: readonly StoredMessage[], thread: string): Map<string, MessagePlace> {
  const places = new Map<string, MessagePlace>()
  for (const { id, native } of messages) {
    const value = native?.value as NativeMessage | { of: string } // written by convert-messages.ts
    if (!('of' in value)) places.set(id, { thread, more: 0 })
    const first = 'of' in value ? places.get(value.of) : undefined
    if (first) first.more += 1
  }
  return places
}

function isOwn({ native }: StoredMessage): boolean {
  return native?.framework === framework
}
