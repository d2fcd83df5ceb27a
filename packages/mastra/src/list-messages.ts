import type { MastraDBMessage } from '@mastra/core/agent/message-list'
import type {
  StorageListMessagesByResourceIdInput,
  StorageListMessagesInput,
  StorageListMessagesOutput,
} from '@mastra/core/storage'
import { catchUpOnce, findPlaces } from './catch-up.ts'
import { type MessageQuery, messageFilter, type Page, pageOf, threadIdsOf } from './message-query.ts'
import { findThread, type OwnedThread, type ThreadAccess } from './owned-threads.ts'
import { byTime, readTail, readThread } from './read-messages.ts'
import { readRows } from './thread-rows.ts'

export interface MessageLists {
  ofThreads(query: StorageListMessagesInput): Promise<StorageListMessagesOutput>
  ofResource(query: StorageListMessagesByResourceIdInput): Promise<StorageListMessagesOutput>
  /** Newest first; unknown ids are left out. */
  byId(ids: readonly string[]): Promise<MastraDBMessage[]>
}

/** Reads a thread; each is read once for a call. */
type ReadOnce = (owned: OwnedThread) => Promise<MastraDBMessage[]>

interface Listing {
  threads: readonly OwnedThread[]
  /** The resources from which `include` may add messages. */
  resources: ReadonlySet<string>
  query: MessageQuery
  page: Page
}

export function createMessageLists(access: ThreadAccess): MessageLists {
  async function list({ threads: places, resources, query, page }: Listing): Promise<StorageListMessagesOutput> {
    const { include = [], orderBy } = query
    const descends = orderBy?.direction === 'DESC'
    const passes = messageFilter(query.filter)
    const read = readOnce()
    const included = await around(include, resources, read)
    const shape = { page: page.page, perPage: page.perPage }
    if (page.size === 0) return { messages: ordered(included, descends), total: 0, ...shape, hasMore: false }
    const newest = descends && !passes ? await newestPage(places, page) : undefined
    const { messages, total } = newest ?? (await readPage(places, { page, descends, passes, read }))
    const found = new Map([...messages, ...included].map((message) => [message.id, message]))
    const ids = new Set(places.map(({ row }) => row.id))
    const isAll = [...found.values()].filter(({ threadId }) => ids.has(threadId ?? '')).length >= total
    const end = page.offset + (query.filter?.metadata ? messages.length : page.size)
    return {
      messages: ordered([...found.values()], descends),
      total,
      ...shape,
      hasMore: page.perPage !== false && end < total && (query.filter?.metadata !== undefined || !isAll),
    }
  }

  /** The named messages of these resources, with their neighbours. */
  async function around(
    include: NonNullable<MessageQuery['include']>,
    resources: ReadonlySet<string>,
    read: ReadOnce,
  ): Promise<MastraDBMessage[]> {
    const places = await findPlaces(
      access,
      include.map(({ id }) => id),
    )
    const found: MastraDBMessage[] = []
    for (const { id, withPreviousMessages = 0, withNextMessages = 0 } of include) {
      const place = places.get(id)
      const owned = place && (await findThread(access, place.thread))
      if (!owned || !resources.has(owned.row.resourceId)) continue
      const messages = await read(owned)
      const at = messages.findIndex((message) => message.id === id)
      if (at >= 0) found.push(...messages.slice(Math.max(0, at - withPreviousMessages), at + withNextMessages + 1))
    }
    return [...new Map(found.map((message) => [message.id, message])).values()]
  }

  return {
    async ofThreads(query) {
      const ids = threadIdsOf(query.threadId)
      const page = pageOf(query)
      const found = await Promise.all(ids.map((id) => findThread(access, id)))
      const { resourceId } = query
      const places = await Promise.all(
        found.filter((owned) => owned !== undefined).map((owned) => catchUpOnce(access, owned)),
      )
      const own = places.filter(({ row }) => !resourceId || row.resourceId === resourceId)
      const resources = new Set(resourceId ? [resourceId] : places.map(({ row }) => row.resourceId))
      return list({ threads: own, resources, query, page })
    },
    async ofResource(query) {
      const page = pageOf(query)
      const { resourceId } = query
      const memory = (await access.catalogue.hasResource(resourceId)) ? await access.owners.of(resourceId) : undefined
      const places = memory ? (await readRows(memory, access.now())).map((row) => ({ memory, row })) : []
      return list({ threads: places, resources: new Set([resourceId]), query, page })
    },
    async byId(ids) {
      const wanted = new Set(ids)
      const places = await findPlaces(access, [...wanted])
      const threads = new Set([...places.values()].map(({ thread }) => thread))
      const found: MastraDBMessage[] = []
      for (const thread of threads) {
        const owned = await findThread(access, thread)
        if (owned) found.push(...(await readThread(owned.memory, owned.row)).filter(({ id }) => wanted.has(id)))
      }
      return byTime(found).toReversed()
    },
  }
}

function readOnce(): ReadOnce {
  const threads = new Map<string, Promise<MastraDBMessage[]>>()
  return (owned) => {
    const read = threads.get(owned.row.id) ?? readThread(owned.memory, owned.row)
    threads.set(owned.row.id, read)
    return read
  }
}

/** The newest messages, without reading those before; undefined if all must be read. */
async function newestPage(places: readonly OwnedThread[], { offset, size }: Page) {
  const [owned, ...others] = places
  if (!owned || others.length > 0 || size === Number.POSITIVE_INFINITY) return undefined
  const tail = await readTail(owned.memory, owned.row, offset + size)
  return tail && { messages: tail.messages.toReversed().slice(offset, offset + size), total: tail.total }
}

interface WholeRead {
  page: Page
  descends: boolean
  passes: ((message: MastraDBMessage) => boolean) | undefined
  read: ReadOnce
}

async function readPage(places: readonly OwnedThread[], { page, descends, passes, read }: WholeRead) {
  const lists = await Promise.all(places.map(read))
  const all = byTime(lists.flat())
  const kept = passes ? all.filter(passes) : all
  // Reversed, so that equal times are reversed, too: reversing a page again restores the order of writing.
  const messages = descends ? kept.toReversed() : kept
  return { messages: messages.slice(page.offset, page.offset + page.size), total: messages.length }
}

function ordered(messages: readonly MastraDBMessage[], descends: boolean): MastraDBMessage[] {
  return descends ? messages.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime()) : byTime(messages)
}
