import type { Clock } from '@daybook/memory-core'
import { callable, checkOptions, createQueues, ownerFields } from '@daybook/memory-core/adapters'
import type { MastraDBMessage } from '@mastra/core/agent/message-list'
import type { StorageThreadType } from '@mastra/core/memory'
import {
  MemoryStorage,
  type StorageCloneThreadInput,
  type StorageCloneThreadOutput,
  type StorageCopyThreadOutput,
  type StorageListMessagesByResourceIdInput,
  type StorageListMessagesInput,
  type StorageListMessagesOutput,
  type StorageListThreadsInput,
  type StorageListThreadsOutput,
  type StorageResourceType,
} from '@mastra/core/storage'
import { createCatalogue } from './catalogue.ts'
import { deleteMessages, type MessageUpdate, updateMessages } from './change-messages.ts'
import { copyThread, giveThread } from './copy-thread.ts'
import { givenMessages } from './given-messages.ts'
import { createMessageLists, type MessageLists } from './list-messages.ts'
import { createOwners, type Ownership } from './owners.ts'
import { createResourceRows, type ResourceChange, type ResourceRows } from './resource-rows.ts'
import type { Rooms } from './rooms.ts'
import { createThreads, type Threads } from './threads.ts'
import { createWriteMessages, type WriteMessages } from './write-messages.ts'

/** What `DaybookStorage` takes. */
export interface DaybookStorageOptions extends Ownership {
  /** Milliseconds since 1970. @default the system's */
  clock?: Clock
}

/**
 * Mastra's memory domain over a Daybook memory: threads are sessions, messages keep their exact shape, resources are
 * items. What is saved here is remembered like anything else that is said: it can be recalled, and facts are made of it.
 * Observational memory is not supported. Errors are MemoryErrors.
 */
export class DaybookStorage extends MemoryStorage {
  override readonly supportsPartialThreadUpdate = true
  readonly #rooms: Rooms
  readonly #threads: Threads
  readonly #lists: MessageLists
  readonly #write: WriteMessages
  readonly #resources: ResourceRows

  /** @throws MemoryError `bad-option` */
  constructor(options: DaybookStorageOptions) {
    super()
    checkOptions(options, 'DaybookStorage', { ...ownerFields, clock: callable })
    const { clock = Date.now } = options
    const owners = createOwners(options, 'DaybookStorage')
    const now = (): string => new Date(clock()).toISOString()
    this.#rooms = {
      owners,
      catalogue: createCatalogue(owners.catalogue, now),
      inOrder: createQueues(),
      now,
      lookedInto: new Set(),
    }
    this.#threads = createThreads(this.#rooms)
    this.#lists = createMessageLists(this.#rooms)
    this.#write = createWriteMessages(this.#rooms)
    this.#resources = createResourceRows(this.#rooms)
  }

  /** Nothing to make: a memory is opened when it is first asked for. */
  override async init(): Promise<void> {}

  /** Removes every thread, message and resource of Mastra's. Facts, history, notes and records stay. */
  override async dangerouslyClearAll(): Promise<void> {
    for (const resource of await this.#rooms.catalogue.resources()) await this.#clear(resource)
  }

  /**
   * Removes everything that is kept of a resource, here and in the catalogue. With `openMemories` that is the user's whole
   * memory; with one memory, its threads, messages and working memory: the rest is yours to remove.
   */
  async erase({ resourceId }: { resourceId: string }): Promise<void> {
    const { catalogue, owners } = this.#rooms
    if (owners.erase) await owners.erase(resourceId)
    else await this.#clear(resourceId)
    await catalogue.removeResource(resourceId)
  }

  async #clear(resource: string): Promise<void> {
    const { catalogue, owners } = this.#rooms
    const { threads } = await this.listThreads({ filter: { resourceId: resource }, perPage: false })
    for (const { id } of threads) await this.#threads.remove(id)
    const memory = await owners.of(resource)
    await memory?.items.clear(['mastra', 'threads'])
    await memory?.items.clear(['mastra', 'resources'])
    await catalogue.removeResource(resource)
  }

  /** Resolves when nothing is under way: what was stored is written down for look-ups by an id alone. */
  async settled(): Promise<void> {
    await this.#rooms.catalogue.pending.flush()
  }

  /** With a resource, only when the thread is its own. */
  override async getThreadById(query: { threadId: string; resourceId?: string }): Promise<StorageThreadType | null> {
    return this.#threads.get(query.threadId, query.resourceId)
  }

  /** @throws MemoryError `bad-input` when there is a thread of this id that is another resource's */
  override async saveThread({ thread }: { thread: StorageThreadType }): Promise<StorageThreadType> {
    await this.#threads.save(thread)
    return thread
  }

  /** Metadata is added to what there is, field by field. @throws MemoryError `not-found` */
  override async updateThread({
    id,
    title,
    metadata,
  }: {
    id: string
    title?: string
    metadata?: Record<string, unknown>
  }): Promise<StorageThreadType> {
    return this.#threads.change(id, () => ({ title, metadata }))
  }

  /** Reads and changes metadata with nothing of this process in between. */
  override async updateThreadMetadata({
    id,
    resourceId,
    update,
  }: {
    id: string
    resourceId?: string
    update: (thread: StorageThreadType) => Record<string, unknown> | undefined
  }): Promise<StorageThreadType | null> {
    const thread = await this.getThreadById({ threadId: id, ...(resourceId !== undefined && { resourceId }) })
    if (!thread) return null
    return this.#threads.change(id, (latest) => {
      const metadata = update(latest)
      return metadata && { metadata }
    })
  }

  override async deleteThread({ threadId }: { threadId: string }): Promise<void> {
    await this.#threads.remove(threadId)
  }

  /** Without a resource, every memory is asked: that costs as many openings as there are resources. */
  override async listThreads(query: StorageListThreadsInput): Promise<StorageListThreadsOutput> {
    return this.#threads.list(query, this.parseOrderBy(query.orderBy))
  }

  /**
   * The newest messages of one thread are read from its end; every other question reads the whole thread. `include` finds
   * messages of the same resource only, whatever thread they are in.
   */
  override async listMessages(query: StorageListMessagesInput): Promise<StorageListMessagesOutput> {
    return this.#lists.ofThreads(query)
  }

  override async listMessagesByResourceId(
    query: StorageListMessagesByResourceIdInput,
  ): Promise<StorageListMessagesOutput> {
    return this.#lists.ofResource(query)
  }

  /** The newest at the beginning. */
  override async listMessagesById({ messageIds }: { messageIds: string[] }): Promise<{ messages: MastraDBMessage[] }> {
    return { messages: await this.#lists.byId(messageIds) }
  }

  /**
   * A known id is replaced where it stands, and keeps its time. One append for each thread.
   * @throws MemoryError `not-found` without the thread, `bad-input` for what cannot be stored or is another resource's; then
   * nothing is stored
   */
  override async saveMessages({ messages }: { messages: MastraDBMessage[] }): Promise<{ messages: MastraDBMessage[] }> {
    const given = givenMessages(messages, this.#rooms.now())
    await this.#write(given)
    return { messages: given }
  }

  override async updateMessages({ messages }: { messages: MessageUpdate[] }): Promise<MastraDBMessage[]> {
    return updateMessages(messages, this.#lists, this.#write)
  }

  override async deleteMessages(messageIds: string[]): Promise<void> {
    await deleteMessages(messageIds, this.#rooms)
  }

  /** Reads the whole thread. */
  override async cloneThread(query: StorageCloneThreadInput): Promise<Required<StorageCloneThreadOutput>> {
    return copyThread(query, { rooms: this.#rooms, threads: this.#threads, write: this.#write })
  }

  /** The same, without the messages in the answer. */
  override async copyThread(query: StorageCloneThreadInput): Promise<StorageCopyThreadOutput> {
    const { thread, messageIdMap } = await this.cloneThread(query)
    return { thread, messageIdMap }
  }

  /** Gives a thread with its messages to another resource. The caller says who may. @throws MemoryError `not-found` */
  override async updateThreadResourceId({
    threadId,
    resourceId,
  }: {
    threadId: string
    resourceId: string
  }): Promise<StorageThreadType> {
    return giveThread(threadId, resourceId, this.#rooms)
  }

  override async getResourceById({ resourceId }: { resourceId: string }): Promise<StorageResourceType | null> {
    return this.#resources.get(resourceId)
  }

  override async saveResource({ resource }: { resource: StorageResourceType }): Promise<StorageResourceType> {
    await this.#resources.save(resource)
    return resource
  }

  /** Makes the resource if there is none. Metadata is added to what there is, field by field. */
  override async updateResource({
    resourceId,
    ...change
  }: { resourceId: string } & ResourceChange): Promise<StorageResourceType> {
    return this.#resources.update(resourceId, change)
  }
}
