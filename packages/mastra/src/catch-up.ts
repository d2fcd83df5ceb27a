import type { Memory, StoredMessage } from '@daybook/memory-core'
import type { MessagePlace } from './catalogue.ts'
import { framework, type NativeMessage } from './convert-messages.ts'
import { findThread, needThread, type OwnedThread, type ThreadAccess } from './owned-threads.ts'
import { countAdded, emptied, type ThreadRow, writeRows } from './thread-rows.ts'

/** The messages of a thread after one of its messages. */
interface LaterMessages {
  /** Mastra's messages, oldest first. */
  messages: StoredMessage[]
  /** Whether it is the whole thread, because that message was not found. */
  isAll: boolean
}

const fewMessages = 2
const mostCaughtUp = 1_000

/**
 * Brings the catalogue and the row of a thread up to date with its stored messages: messages are written first, and a
 * crash may have come in between. Reads from the end of the thread, mostly one message.
 */
export async function catchUp(access: ThreadAccess, { memory, row }: OwnedThread): Promise<OwnedThread> {
  const { catalogue, now } = access
  const listed = await catalogue.last(row.id)
  const unlisted = await messagesAfter(memory, row.id, listed)
  const newest = unlisted.messages.at(-1)
  if (newest) await catalogue.addPlaces(row.id, placesIn(unlisted.messages, row.id), newest.id)
  const uncounted = row.last === listed ? unlisted : await messagesAfter(memory, row.id, row.last)
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
 * Catches up a thread when this process reads it for the first time, because a crash of the machine may have lost
 * writes that were not durable.
 */
export async function catchUpOnce(access: ThreadAccess, owned: OwnedThread): Promise<OwnedThread> {
  const { id, resourceId } = owned.row
  if (access.caughtUp.has(id)) return owned
  const [oldest] = access.caughtUp
  if (access.caughtUp.size >= mostCaughtUp && oldest !== undefined) access.caughtUp.delete(oldest)
  access.caughtUp.add(id)
  try {
    return await access.inOrder(resourceId, async () => catchUp(access, await needThread(access, id)))
  } catch {
    return owned // a read-only folder cannot be caught up, but can be read
  }
}

/** The places of messages by their ids; if some are missing, threads left by a crash are caught up first. */
export async function findPlaces(access: ThreadAccess, ids: readonly string[]): Promise<Map<string, MessagePlace>> {
  const { catalogue } = access
  const found = await catalogue.places(ids)
  if (found.size === new Set(ids).size) return found
  const behind = await catalogue.behind()
  for (const thread of behind) {
    const owned = await findThread(access, thread)
    if (owned) await access.inOrder(owned.row.resourceId, () => catchUp(access, owned))
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

async function messagesAfter(memory: Memory, thread: string, last: string): Promise<LaterMessages> {
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
