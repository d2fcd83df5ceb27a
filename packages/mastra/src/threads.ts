import type { MemoryError } from '@daybook/memory-core'
import { shown } from '@daybook/memory-core/adapters'
import type { StorageThreadType } from '@mastra/core/memory'
import type { StorageListThreadsInput, StorageListThreadsOutput } from '@mastra/core/storage'
import { refused } from './given-messages.ts'
import { jsonCopy } from './json-copy.ts'
import { checkField, pageOf } from './message-query.ts'
import { findThread, needMemory, needThread, type OwnedThread, type ThreadAccess } from './owned-threads.ts'
import { readRow, readRows, removeRow, rowFrom, type ThreadRow, threadOf, writeRows } from './thread-rows.ts'

/** The new fields of a thread. */
export interface ThreadChange {
  title?: string | undefined
  /** Merged with the present metadata, field by field. */
  metadata?: Record<string, unknown> | undefined
}

export interface ThreadOrder {
  field: 'createdAt' | 'updatedAt'
  direction: 'ASC' | 'DESC'
}

/** The threads of a storage. */
export interface Threads {
  get(thread: string, resource?: string): Promise<StorageThreadType | null>
  /** @throws MemoryError `bad-input` if the thread belongs to another resource */
  save(thread: StorageThreadType): Promise<void>
  /** @throws MemoryError `not-found` */
  change(thread: string, change: (thread: StorageThreadType) => ThreadChange | undefined): Promise<StorageThreadType>
  list(query: StorageListThreadsInput, order: ThreadOrder): Promise<StorageListThreadsOutput>
  /** Removes it with its messages. Facts and history that were made from them stay. */
  remove(thread: string): Promise<void>
}

const usualPage = 100

/** The threads of a storage: each is a row among the items of its memory, and a session. */
export function createThreads(access: ThreadAccess): Threads {
  const { catalogue, inOrder, now, owners } = access

  async function write({ memory, row }: OwnedThread): Promise<void> {
    await writeRows(memory, [row], now())
    if ((await catalogue.owner(row.id)) === undefined) await catalogue.addThread(row.id, row.resourceId)
    if (!(await catalogue.hasResource(row.resourceId))) await catalogue.addResource(row.resourceId)
  }

  /** Sets the session's title too, for readers that do not use Mastra. */
  async function entitle({ memory, row }: OwnedThread, before: string | undefined): Promise<void> {
    const { title = '' } = row
    if (title !== (before ?? '')) await memory.sessions.describe(row.id, { title })
  }

  async function rowsOf(resource: string): Promise<ThreadRow[]> {
    const memory = (await catalogue.hasResource(resource)) ? await owners.of(resource) : undefined
    return memory ? readRows(memory, now()) : []
  }

  return {
    async get(thread, resource) {
      const owned = await findThread(access, thread)
      return owned && (resource === undefined || owned.row.resourceId === resource) ? threadOf(owned.row) : null
    },
    async save(thread) {
      const { id, resourceId } = thread
      checkThread(thread)
      await inOrder(resourceId, async () => {
        const memory = await needMemory(access, resourceId)
        const owner = await catalogue.owner(id)
        if (owner !== undefined && owner !== resourceId && (await findThread(access, id)))
          throw notTheirs(id, resourceId)
        const before = await readRow(memory, id, now())
        const owned = { memory, row: rowFrom(thread, before) }
        await write(owned)
        await entitle(owned, before?.title)
      })
    },
    async change(thread, change) {
      const { row } = await needThread(access, thread)
      return inOrder(row.resourceId, async () => {
        const owned = await needThread(access, thread)
        const wanted = change(threadOf(owned.row))
        if (!wanted) return threadOf(owned.row)
        const { title = owned.row.title, metadata } = wanted
        const after: ThreadRow = {
          ...owned.row,
          ...(title !== undefined && { title }),
          metadata: { ...owned.row.metadata, ...(metadata && jsonCopy(metadata)) },
          updatedAt: now(),
        }
        await write({ ...owned, row: after })
        await entitle({ ...owned, row: after }, owned.row.title)
        return threadOf(after)
      })
    },
    async list(query, order) {
      const page = pageOf(query, usualPage)
      const passes = threadFilter(query.filter?.metadata)
      const resource = query.filter?.resourceId
      const resources = resource ? [resource] : await catalogue.resources()
      const rows: ThreadRow[] = []
      for (const one of resources) rows.push(...(await rowsOf(one)))
      const found = sorted(rows.filter(passes), order)
      return {
        threads: found.slice(page.offset, page.offset + page.size).map(threadOf),
        total: found.length,
        page: page.page,
        perPage: page.perPage,
        hasMore: page.perPage !== false && page.offset + page.size < found.length,
      }
    },
    async remove(thread) {
      const found = await findThread(access, thread)
      if (!found) return
      const { memory, row } = found
      await inOrder(row.resourceId, async () => {
        const stored = await memory.sessions.messages(thread, { archived: true })
        await memory.sessions.clear(thread, { archived: true })
        if (row.title) await memory.sessions.describe(thread, { title: '' })
        const ids = stored.map(({ id }) => id)
        await catalogue.removePlaces(ids)
        await removeRow(memory, thread)
        await catalogue.removeThread(thread)
        // A process that wrote its pending places in between still found the thread.
        await catalogue.removePlaces(ids)
      })
    },
  }
}

function sorted(rows: readonly ThreadRow[], { field, direction }: ThreadOrder): ThreadRow[] {
  const sign = direction === 'ASC' ? 1 : -1
  return rows.toSorted((a, b) => sign * (Date.parse(a[field]) - Date.parse(b[field])))
}

function threadFilter(metadata: Record<string, unknown> = {}): (row: ThreadRow) => boolean {
  const wanted = Object.entries(metadata)
  for (const [key, value] of wanted) checkField(key, value)
  return (row) => {
    const fields = row.metadata ?? {}
    return wanted.every(([key, value]) => (Object.hasOwn(fields, key) ? fields[key] : null) === value)
  }
}

function checkThread({ id, resourceId, createdAt, updatedAt }: StorageThreadType): void {
  if (typeof id !== 'string' || id.trim() === '') throw refused(`the id of a thread is ${shown(id)}, expected a text`)
  if (typeof resourceId !== 'string' || resourceId === '')
    throw refused(`the resource of thread ${shown(id)} is ${shown(resourceId)}, expected a text`)
  for (const time of [createdAt, updatedAt])
    if (!(time instanceof Date) || Number.isNaN(time.getTime()))
      throw refused(`a time of thread ${shown(id)} is ${shown(time)}, expected a Date`)
}

function notTheirs(thread: string, resource: string): MemoryError {
  return refused(
    `Thread ${shown(thread)} belongs to another resource than ${shown(resource)}; to give it away, use updateThreadResourceId`,
  )
}
