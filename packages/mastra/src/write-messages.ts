import { type Memory, MemoryError, type Message } from '@daybook/memory-core'
import { shown } from '@daybook/memory-core/adapters'
import type { MessagePlace } from './catalogue.ts'
import { catchUp, lastStored } from './catch-up.ts'
import { storedIds, toMessages } from './convert-messages.ts'
import type { GivenMessage } from './given-messages.ts'
import { findThread, needThread, type OwnedThread, type ThreadAccess } from './owned-threads.ts'
import type { WaitingThread } from './pending-places.ts'
import { countAdded, readRow, type ThreadRow, writeRows } from './thread-rows.ts'

/** Stores messages, and updates the rows of their threads. */
export type WriteMessages = (messages: readonly GivenMessage[]) => Promise<void>

type Known = ReadonlyMap<string, MessagePlace>

/**
 * Stores messages: a known id is replaced in place, and moved if its thread has changed. Everything is checked before
 * anything is written; a thread's messages are written in one append.
 * @throws MemoryError `not-found` without the thread; `bad-input` if it, or the id of a message, belongs to another
 * resource
 */
export function createWriteMessages(access: ThreadAccess): WriteMessages {
  const { catalogue, inOrder, now } = access

  async function ownedThreadsOf(messages: readonly GivenMessage[]): Promise<Map<string, OwnedThread>> {
    const ids = new Set(messages.map(({ threadId }) => threadId))
    return new Map(await Promise.all([...ids].map(async (id) => [id, await needThread(access, id)] as const)))
  }

  async function check(
    messages: readonly GivenMessage[],
    known: Known,
    found: ReadonlyMap<string, OwnedThread>,
  ): Promise<void> {
    for (const { id, threadId, resourceId } of messages) {
      const owner = found.get(threadId)?.row.resourceId
      if (owner !== resourceId) throw notTheirs(`Thread ${shown(threadId)}`, id, resourceId)
      const before = known.get(id)
      if (!before || before.thread === threadId) continue
      const place = found.get(before.thread) ?? (await findThread(access, before.thread))
      if (place && place.row.resourceId !== owner) throw notTheirs(`Message ${shown(id)}`, id, resourceId)
    }
  }

  /** Stores messages of one thread in one append, and counts them. */
  async function store(thread: string, own: readonly GivenMessage[], { memory, known, times, changes }: Storing) {
    const said = own.map((message) => {
      const isHere = known.get(message.id)?.thread === thread
      return toMessages(message, isHere ? undefined : (times.get(message.id) ?? message.createdAt))
    })
    await memory.addMessages(thread, said.flat())
    await removeLater(memory, thread, own, said, known)
    const places = new Map<string, MessagePlace>()
    for (const [index, message] of own.entries()) {
      const place = { thread, more: (said[index]?.length ?? 1) - 1 }
      const before = known.get(message.id)
      if (before?.thread !== thread || before.more !== place.more) places.set(message.id, place)
      await changes.stored(message, place, before)
    }
    const last = await changes.last(thread)
    if (last) catalogue.pending.add(thread, last, places)
  }

  /** A message that is in another thread now leaves its old one. */
  async function removeMoved(messages: readonly GivenMessage[], { memory, known, changes }: Storing): Promise<void> {
    const left = new Set<string>()
    for (const { id, threadId } of messages) {
      const before = known.get(id)
      if (!before || before.thread === threadId) continue
      await memory.sessions.remove(before.thread, storedIds(id, before.more))
      left.add(before.thread)
    }
    for (const thread of left) {
      await changes.left(thread)
      const last = await changes.last(thread)
      if (last) catalogue.pending.add(thread, last, new Map())
    }
  }

  /** Checks and stores the messages of one resource. */
  async function write(messages: readonly GivenMessage[]): Promise<void> {
    const found = await ownedThreadsOf(messages)
    for (const [thread, owned] of found) found.set(thread, await catchUp(access, owned))
    const known = await placesOf(messages)
    await check(messages, known, found)
    const memory = found.get(messages[0]?.threadId ?? '')?.memory
    if (!memory) return
    const changes = createRowChanges(memory, found, now())
    const storing = { memory, known, changes, times: await timesOfMoved(memory, messages, known) }
    const threads = new Set(messages.flatMap(({ id, threadId }) => [threadId, known.get(id)?.thread ?? threadId]))
    const ends = await Promise.all([...threads].map((thread) => catalogue.pending.begin(thread)))
    try {
      for (const [thread, own] of Map.groupBy(messages, ({ threadId }) => threadId)) await store(thread, own, storing)
      await removeMoved(messages, storing)
    } finally {
      for (const end of ends) end()
    }
    // The messages are durable: the last message of a thread shows which ones its row does not count yet.
    await writeRows(memory, changes.rows(), now(), { durable: false })
  }

  const placesOf = (messages: readonly GivenMessage[]): Promise<Known> => catalogue.places(messages.map(({ id }) => id))

  return async (messages) => {
    const resources = Map.groupBy(messages, ({ resourceId }) => resourceId)
    // Conditions of a single resource are checked in its queue.
    if (resources.size > 1) await check(messages, await placesOf(messages), await ownedThreadsOf(messages))
    for (const [resource, own] of resources) await inOrder(resource, () => write(own))
  }
}

/** The parts that storing the messages of one resource needs. */
interface Storing {
  memory: Memory
  known: Known
  /** The times of messages that come from another thread. */
  times: ReadonlyMap<string, Date>
  changes: RowChanges
}

/** Messages that were longer before: further stored messages are removed. */
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
  /** Removes messages from a thread. */
  left(thread: string): Promise<void>
  /** The resource of a thread, and its last message afterwards. */
  last(thread: string): Promise<WaitingThread | undefined>
  /** The rows of the threads afterwards. */
  rows(): ThreadRow[]
}

/** Counts what was written. */
function createRowChanges(memory: Memory, found: ReadonlyMap<string, OwnedThread>, at: string): RowChanges {
  const rows = new Map<string, ThreadRow | undefined>(Array.from(found, ([thread, { row }]) => [thread, row]))

  async function rowOf(thread: string): Promise<ThreadRow | undefined> {
    if (!rows.has(thread)) rows.set(thread, await readRow(memory, thread, at))
    return rows.get(thread)
  }

  return {
    async stored({ id, createdAt }, { thread, more }, before) {
      const row = await rowOf(thread)
      const isHere = before?.thread === thread
      if (row && isHere) row.stored += more - before.more
      else if (row) countAdded(row, createdAt.toISOString(), more)
      // A stored message stays in its place.
      if (row && (!isHere || more > before.more)) row.last = storedIds(id, more).at(-1) ?? id
      const left = before && !isHere ? await rowOf(before.thread) : undefined
      if (before && left) countRemoved(left, before)
      // A moved message keeps its earlier time.
      if (row && before && !isHere) row.isInOrder = false
    },
    async left(thread) {
      const row = await rowOf(thread)
      if (row) row.last = await lastStored(memory, thread)
    },
    async last(thread) {
      const row = await rowOf(thread)
      return row && { resource: row.resourceId, last: row.last }
    },
    rows: () => [...rows.values()].flatMap((row) => (row ? [{ ...row, updatedAt: at }] : [])),
  }
}

/** The row without a message. */
export function countRemoved(row: ThreadRow, { more }: MessagePlace): void {
  row.count = Math.max(0, row.count - 1)
  row.stored = Math.max(0, row.stored - 1 - more)
}

function notTheirs(what: string, id: string, resource: string): MemoryError {
  const message = `${what} belongs to another resource than ${shown(resource)}, whose message ${shown(id)} was to be stored; to move a thread to another resource, use updateThreadResourceId`
  return new MemoryError('bad-input', message)
}
