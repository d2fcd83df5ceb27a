import type { Json, Memory, PutOptions, StoredItem } from '@daybook/memory-core'
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
  /** The id of the last message that is counted here; "" without any. */
  last: string
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

/** Writes rows, all or none. Where only what is known of the messages has changed, they need not be durable. */
export async function writeRows(
  { items }: { items: Memory['items'] },
  rows: readonly ThreadRow[],
  at: string,
  options: PutOptions = {},
): Promise<void> {
  const writes = rows.map((row) => ({ namespace, key: row.id, value: { ...row } as Json, at })) // what is JSON already
  await items.put(writes, options)
}

/** The row of a thread without messages. */
export function emptied(row: ThreadRow): ThreadRow {
  return { ...row, count: 0, stored: 0, newest: '', isInOrder: true, last: '' }
}

/** The row with one message more, and what is stored besides for it. */
export function countAdded(row: ThreadRow, time: string, more: number): void {
  row.isInOrder &&= time >= row.newest
  if (time > row.newest) row.newest = time
  row.count += 1
  row.stored += 1 + more
}

/** Removes a row. */
export async function removeRow({ items }: Memory, thread: string): Promise<void> {
  await items.remove(namespace, [thread])
}

/** The row of a thread that is saved; with a row from before, what is known of its messages stays. */
export function rowFrom(thread: StorageThreadType, before?: ThreadRow): ThreadRow {
  const { count = 0, stored = 0, newest = '', isInOrder = true, last = '' } = before ?? {}
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
    last,
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
