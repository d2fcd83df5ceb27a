import { MemoryError } from '@daybook/memory-core'
import { shown } from '@daybook/memory-core/adapters'
import type { MastraDBMessage } from '@mastra/core/agent/message-list'
import type { StorageThreadType } from '@mastra/core/memory'
import type { StorageCloneThreadInput, StorageCloneThreadOutput } from '@mastra/core/storage'
import { storedIds, toMessages } from './convert-messages.ts'
import { findThread, needMemory, needThread, type ThreadAccess } from './owned-threads.ts'
import { readThread } from './read-messages.ts'
import { removeRow, rowFrom, threadOf, writeRows } from './thread-rows.ts'
import type { Threads } from './threads.ts'
import type { WriteMessages } from './write-messages.ts'

export interface Copying {
  access: ThreadAccess
  threads: Threads
  write: WriteMessages
}

/**
 * Copies a thread with all or some of its messages, under new ids and with their times.
 * @throws MemoryError `not-found` without the thread, `bad-input` if the new id exists
 */
export async function copyThread(
  { sourceThreadId, newThreadId, resourceId, title, metadata, options }: StorageCloneThreadInput,
  { access, threads, write }: Copying,
): Promise<Required<StorageCloneThreadOutput>> {
  const { memory, row } = await needThread(access, sourceThreadId)
  const id = newThreadId || crypto.randomUUID()
  if (await findThread(access, id)) {
    const message = `a thread ${shown(id)} already exists: choose another newThreadId, or leave it out`
    throw new MemoryError('bad-input', message)
  }
  const chosen = choose(await readThread(memory, row), options)
  const lastMessageId = chosen.at(-1)?.id
  const clonedAt = new Date(access.now())
  const thread: StorageThreadType = {
    id,
    resourceId: resourceId || row.resourceId,
    title: title || (row.title ? `Clone of ${row.title}` : ''),
    metadata: {
      ...metadata,
      clone: { sourceThreadId, clonedAt, ...(lastMessageId !== undefined && { lastMessageId }) },
    },
    createdAt: clonedAt,
    updatedAt: clonedAt,
  }
  const clonedMessages = chosen.map((message) => ({
    ...message,
    id: crypto.randomUUID(),
    threadId: id,
    resourceId: thread.resourceId,
  }))
  await threads.save(thread)
  await write(clonedMessages)
  const messageIdMap = Object.fromEntries(chosen.map((message, place) => [message.id, clonedMessages[place]?.id ?? '']))
  return { thread, clonedMessages, messageIdMap }
}

function choose(messages: readonly MastraDBMessage[], options: StorageCloneThreadInput['options']): MastraDBMessage[] {
  const { messageLimit = 0, messageFilter: { startDate, endDate, messageIds = [] } = {} } = options ?? {}
  const ids = new Set(messageIds)
  const found = messages.filter(
    ({ id, createdAt }) =>
      (ids.size === 0 || ids.has(id)) &&
      (!startDate || createdAt >= new Date(startDate)) &&
      (!endDate || createdAt <= new Date(endDate)),
  )
  return messageLimit > 0 ? found.slice(-messageLimit) : found
}

/**
 * Moves a thread with its messages to another resource; messages keep their ids and times. It is written there
 * completely before it is removed here: after a crash in between it is still found in its old place, and the call can be
 * repeated.
 * @throws MemoryError `not-found`
 */
export async function giveThread(thread: string, resource: string, access: ThreadAccess): Promise<StorageThreadType> {
  const { row } = await needThread(access, thread)
  if (row.resourceId === resource) return threadOf(row)
  const [first = '', second = ''] = [row.resourceId, resource].toSorted()
  return access.inOrder(first, () => access.inOrder(second, () => give(thread, resource, access)))
}

async function give(thread: string, resource: string, access: ThreadAccess): Promise<StorageThreadType> {
  const { catalogue, now } = access
  const from = await needThread(access, thread)
  const to = await needMemory(access, resource)
  const messages = await readThread(from.memory, from.row)
  const said = messages.map((message) => toMessages(message, message.createdAt))
  const row = {
    ...rowFrom({ ...threadOf(from.row), resourceId: resource, updatedAt: new Date(now()) }),
    count: messages.length,
    stored: said.flat().length,
    newest: messages.at(-1)?.createdAt.toISOString() ?? '',
    last: said.flat().at(-1)?.id ?? '',
  }
  await to.sessions.clear(thread, { archived: true }) // what an earlier attempt may have left
  if (said.length > 0) await to.addMessages(thread, said.flat())
  if (row.title) await to.sessions.describe(thread, { title: row.title })
  await writeRows(to, [row], now())
  await catalogue.addPlaces(
    thread,
    new Map(messages.map(({ id }, place) => [id, { thread, more: (said[place]?.length ?? 1) - 1 }])),
    row.last,
  )
  await catalogue.addResource(resource)
  await catalogue.addThread(thread, resource)
  await from.memory.sessions.clear(thread, { archived: true })
  if (row.title) await from.memory.sessions.describe(thread, { title: '' })
  await removeRow(from.memory, thread)
  return threadOf(row)
}

/** The ids under which messages are stored, to exclude them from recall. */
export function idsOf(messages: readonly MastraDBMessage[]): string[] {
  return messages.flatMap((message) => storedIds(message.id, toMessages(message, undefined).length - 1))
}
