import type { ItemStore, ItemWrite, Json, Memory, StoredItem } from '@daybook/memory-core'
import type { StorageThreadType } from '@mastra/core/memory'
import { jsonCopy } from './json-copy.ts'

/** A thread, and what is known of its messages without reading them. Times are ISO texts. */
export interface ThreadRow {
  id: string
  resourceId: string
  createdAt: string
  updatedAt: string
  title?: string
  metadata?: Record<string, unknown>
  /** How many messages it has. */
  count: number
  /** How many messages the memory keeps for them. */
  stored: number
  /** The latest time of a message that it ever had. */
  newest: string
  /** Whether its messages were stored in the order of their times. */
  isInOrder: boolean
}

const namespace = ['mastra', 'threads']
const all = Number.POSITIVE_INFINITY

/** The row of a thread; undefined when the memory has none. */
export async function readRow({ items }: Memory, thread: string, at: string): Promise<ThreadRow | undefined> {
  return rowOf((await items.get(namespace, [thread], { at }))[0])
}

/** Every row of a memory, the oldest first. */
export async function readRows({ items }: Memory, at: string): Promise<ThreadRow[]> {
  const found = await items.search({ prefix: namespace, order: 'created', limit: all, at })
  return found
    .map(rowOf)
    .filter((row) => row !== undefined)
    .toReversed()
}

/** Writes rows, all or none. */
export async function writeRows(
  { items }: { items: ItemStore },
  rows: readonly ThreadRow[],
  at: string,
): Promise<void> {
  await items.put(rowWrites(rows, at))
}

/** What writing rows writes. */
export function rowWrites(rows: readonly ThreadRow[], at: string): ItemWrite[] {
  return rows.map((row) => ({ namespace, key: row.id, value: { ...row } as Json, at })) // what is JSON already
}

/** Removes a row. */
export async function removeRow({ items }: Memory, thread: string): Promise<void> {
  await items.remove(namespace, [thread])
}

/** The row of a thread that is saved; with a row from before, what is known of its messages stays. */
export function rowFrom(thread: StorageThreadType, before?: ThreadRow): ThreadRow {
  const { count = 0, stored = 0, newest = '', isInOrder = true } = before ?? {}
  return {
    id: thread.id,
    resourceId: thread.resourceId,
    createdAt: thread.createdAt.toISOString(),
    updatedAt: thread.updatedAt.toISOString(),
    ...(typeof thread.title === 'string' && { title: thread.title }),
    ...(thread.metadata && { metadata: jsonCopy(thread.metadata) }),
    count,
    stored,
    newest,
    isInOrder,
  }
}

/** The thread as Mastra knows it. */
export function threadOf({ id, resourceId, title, metadata, createdAt, updatedAt }: ThreadRow): StorageThreadType {
  return {
    id,
    resourceId,
    ...(title !== undefined && { title }),
    ...(metadata && { metadata }),
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
  }
}

function rowOf(item: StoredItem | undefined): ThreadRow | undefined {
  return item && (structuredClone(item.value) as unknown as ThreadRow) // written by this file
}
