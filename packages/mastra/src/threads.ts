import { MemoryError } from '@daybook/memory-core'
import { shown } from '@daybook/memory-core/adapters'
import type { StorageThreadType } from '@mastra/core/memory'
import type { StorageListThreadsInput, StorageListThreadsOutput } from '@mastra/core/storage'
import { jsonCopy } from './json-copy.ts'
import { checkField, pageOf } from './message-query.ts'
import { findRoom, needMemory, needRoom, type Room, type Rooms } from './rooms.ts'
import { readRow, readRows, removeRow, rowFrom, type ThreadRow, threadOf, writeRows } from './thread-rows.ts'

/** What of a thread is to be another. */
export interface ThreadChange {
  title?: string | undefined
  /** Added to what there is, field by field. */
  metadata?: Record<string, unknown> | undefined
}

/** How threads are sorted. */
export interface ThreadOrder {
  field: 'createdAt' | 'updatedAt'
  direction: 'ASC' | 'DESC'
}

/** The threads of a storage. */
export interface Threads {
  get(thread: string, resource?: string): Promise<StorageThreadType | null>
  /** @throws MemoryError `bad-input` when the thread is another resource's */
  save(thread: StorageThreadType): Promise<void>
  /** @throws MemoryError `not-found` */
  change(thread: string, change: (thread: StorageThreadType) => ThreadChange | undefined): Promise<StorageThreadType>
  list(query: StorageListThreadsInput, order: ThreadOrder): Promise<StorageListThreadsOutput>
  /** With its messages; what was made of them, facts and history, stays. */
  remove(thread: string): Promise<void>
}

const usualPage = 100

/** The threads of a storage: each a row among the items of its memory, and a session. */
export function createThreads(rooms: Rooms): Threads {
  const { catalogue, inOrder, now, owners } = rooms

  async function write({ memory, row }: Room): Promise<void> {
    await writeRows(memory, [row], now())
    if ((await catalogue.owner(row.id)) === undefined) await catalogue.addThread(row.id, row.resourceId)
    if (!(await catalogue.hasResource(row.resourceId))) await catalogue.addResource(row.resourceId)
  }

  /** The session has the title too, for readers that do not use Mastra. */
  async function entitle({ memory, row }: Room, before: string | undefined): Promise<void> {
    const { title = '' } = row
    if (title !== (before ?? '')) await memory.sessions.describe(row.id, { title })
  }

  async function rowsOf(resource: string): Promise<ThreadRow[]> {
    const memory = (await catalogue.hasResource(resource)) ? await owners.of(resource) : undefined
    return memory ? readRows(memory, now()) : []
  }

  return {
    async get(thread, resource) {
      const room = await findRoom(rooms, thread)
      return room && (resource === undefined || room.row.resourceId === resource) ? threadOf(room.row) : null
    },
    async save(thread) {
      const { id, resourceId } = thread
      checkThread(thread)
      await inOrder(resourceId, async () => {
        const memory = await needMemory(rooms, resourceId)
        const owner = await catalogue.owner(id)
        if (owner !== undefined && owner !== resourceId && (await findRoom(rooms, id))) throw notTheirs(id, resourceId)
        const before = await readRow(memory, id, now())
        const room = { memory, row: rowFrom(thread, before) }
        await write(room)
        await entitle(room, before?.title)
      })
    },
    async change(thread, change) {
      const { row } = await needRoom(rooms, thread)
      return inOrder(row.resourceId, async () => {
        const room = await needRoom(rooms, thread)
        const wanted = change(threadOf(room.row))
        if (!wanted) return threadOf(room.row)
        const { title = room.row.title, metadata } = wanted
        const after: ThreadRow = {
          ...room.row,
          ...(title !== undefined && { title }),
          metadata: { ...room.row.metadata, ...(metadata && jsonCopy(metadata)) },
          updatedAt: now(),
        }
        await write({ ...room, row: after })
        await entitle({ ...room, row: after }, room.row.title)
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
      const found = await findRoom(rooms, thread)
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
        // A process that wrote its pending places meanwhile found the thread still there.
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

function refused(problem: string): MemoryError {
  return new MemoryError('bad-input', problem)
}
