import type { Memory, StoredMessage } from '@daybook/memory-core'
import type { MessagePlace } from './catalogue.ts'
import { framework, type NativeMessage } from './convert-messages.ts'
import { findRoom, needRoom, type Room, type Rooms } from './rooms.ts'
import { countAdded, emptied, type ThreadRow, writeRows } from './thread-rows.ts'

/** What is stored of a thread behind one of its messages. */
interface Behind {
  /** Mastra's, oldest first. */
  messages: StoredMessage[]
  /** Whether these are all that there are: that message is not there. */
  isAll: boolean
}

const fewMessages = 2
const mostLookedInto = 1_000

/**
 * Brings the catalogue, and the row of a thread, up to what is stored of it: the messages are on the disk before either
 * knows of them, and a crash may have come between. Reads from the end of the thread, mostly no more than one message.
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
 * The room of a thread that is read: caught up when this process reads it for the first time, because the machine may have
 * gone down since it was written, and have taken what was not yet durable.
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
    return room // what cannot be written down now, in a folder that can only be read, is read all the same
  }
}

/** The places of messages, for look-ups by their ids alone; where some are missing, what a crash has left is looked into. */
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

/** The id of the last message that is stored of a thread; "" when there is none. */
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
