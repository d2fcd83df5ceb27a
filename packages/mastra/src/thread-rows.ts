import type { Json, Memory, PutOptions, StoredItem } from '@daybook/memory-core'
import type { StorageThreadType } from '@mastra/core/memory'
import { jsonCopy } from './json-copy.ts'

/** A thread, with properties of its messages that can be read without them. Times are ISO texts. */
export interface ThreadRow {
  id: string
  resourceId: string
  createdAt: string
  updatedAt: string
  title?: string
  metadata?: Record<string, unknown>
  /** Number of messages. */
  count: number
  /** Number of stored messages for them. */
  stored: number
  /** The latest time of any message, removed ones included. */
  newest: string
  /** Whether its messages were stored in the order of their times. */
  isInOrder: boolean
  /** The id of the last counted message; "" if there is none. */
  last: string
}

const namespace = ['mastra', 'threads']
const all = Number.POSITIVE_INFINITY

/** The row of a thread; undefined if the memory has none. */
export async function readRow({ items }: Memory, thread: string, at: string): Promise<ThreadRow | undefined> {
  return rowOf((await items.get(namespace, [thread], { at }))[0])
}

/** Every row of a memory, oldest first. */
export async function readRows({ items }: Memory, at: string): Promise<ThreadRow[]> {
  const found = await items.search({ prefix: namespace, order: 'created', limit: all, at })
  return found
    .map(rowOf)
    .filter((row) => row !== undefined)
    .toReversed()
}

/** Writes rows, all or none. If only properties of messages have changed, the write need not be durable. */
export async function writeRows(
  { items }: { items: Memory['items'] },
  rows: readonly ThreadRow[],
  at: string,
  options: PutOptions = {},
): Promise<void> {
  const writes = rows.map((row) => ({ namespace, key: row.id, value: { ...row } as Json, at })) // JSON already
  await items.put(writes, options)
}

/** The row of a thread without messages. */
export function emptied(row: ThreadRow): ThreadRow {
  return { ...row, count: 0, stored: 0, newest: '', isInOrder: true, last: '' }
}

/** The row with one more message, and the number of further stored ones. */
export function countAdded(row: ThreadRow, time: string, more: number): void {
  row.isInOrder &&= time >= row.newest
  if (time > row.newest) row.newest = time
  row.count += 1
  row.stored += 1 + more
}

export async function removeRow({ items }: Memory, thread: string): Promise<void> {
  await items.remove(namespace, [thread])
}

/** The row of a saved thread; properties of its messages stay. */
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

/** The thread in Mastra's form. */
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
