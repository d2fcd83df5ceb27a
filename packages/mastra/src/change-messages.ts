import { MemoryError } from '@daybook/memory-core'
import { shown } from '@daybook/memory-core/adapters'
import type { MastraDBMessage } from '@mastra/core/agent/message-list'
import type { MemoryStorage } from '@mastra/core/storage'
import { findPlaces, lastStored } from './catch-up.ts'
import { storedIds } from './convert-messages.ts'
import type { MessageLists } from './list-messages.ts'
import { findThread, type ThreadAccess } from './owned-threads.ts'
import { writeRows } from './thread-rows.ts'
import { countRemoved, type WriteMessages } from './write-messages.ts'

/** The new fields of a message. */
export type MessageUpdate = Parameters<MemoryStorage['updateMessages']>[0]['messages'][number]

/**
 * Changes messages, and moves those with another thread; returns the changed ones that exist.
 * @throws MemoryError `bad-input`
 */
export async function updateMessages(
  updates: readonly MessageUpdate[],
  lists: MessageLists,
  write: WriteMessages,
): Promise<MastraDBMessage[]> {
  const found = await lists.byId(updates.map(({ id }) => id))
  const present = new Map(found.map((message) => [message.id, message]))
  const changed = updates.flatMap((update) => {
    const before = present.get(update.id)
    if (!before || Object.keys(update).length < 2) return []
    const after = changedBy(before, update)
    present.set(after.id, after)
    return [after]
  })
  await write(changed.map(withPlace))
  return [...new Set(updates.map(({ id }) => id))]
    .map((id) => present.get(id))
    .filter((message) => message !== undefined)
}

function changedBy(before: MastraDBMessage, { content, ...fields }: MessageUpdate): MastraDBMessage {
  const metadata = { ...before.content.metadata, ...content?.metadata }
  return {
    ...before,
    ...fields,
    content: { ...before.content, ...content, ...(Object.keys(metadata).length > 0 && { metadata }) },
  }
}

function withPlace(message: MastraDBMessage): MastraDBMessage & { threadId: string; resourceId: string } {
  const { threadId, resourceId } = message
  if (threadId !== undefined && resourceId !== undefined) return { ...message, threadId, resourceId }
  throw new MemoryError('bad-input', `message ${shown(message.id)} has no thread or no resource`)
}

/** Deletes messages permanently; unknown ids are ignored. */
export async function deleteMessages(ids: readonly string[], access: ThreadAccess): Promise<void> {
  const { catalogue, inOrder, now } = access
  const places = await findPlaces(access, [...new Set(ids)])
  for (const [thread, own] of Map.groupBy(places, ([, place]) => place.thread)) {
    const owned = await findThread(access, thread)
    if (!owned) continue
    await inOrder(owned.row.resourceId, async () => {
      await owned.memory.sessions.remove(
        thread,
        own.flatMap(([id, { more }]) => storedIds(id, more)),
      )
      await catalogue.removePlaces(own.map(([id]) => id))
      const fresh = await findThread(access, thread)
      if (!fresh) return
      for (const [, place] of own) countRemoved(fresh.row, place)
      const last = await lastStored(fresh.memory, thread)
      await writeRows(fresh.memory, [{ ...fresh.row, last, updatedAt: now() }], now())
      await catalogue.addPlaces(thread, new Map(), last)
    })
  }
}
