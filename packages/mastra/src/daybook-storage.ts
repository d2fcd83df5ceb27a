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
import type { ThreadAccess } from './owned-threads.ts'
import { createOwners, type Ownership } from './owners.ts'
import { createResourceRows, type ResourceChange, type ResourceRows } from './resource-rows.ts'
import { createThreads, type Threads } from './threads.ts'
import { createWriteMessages, type WriteMessages } from './write-messages.ts'

/** Options of a `DaybookStorage`. */
export interface DaybookStorageOptions extends Ownership {
  /** Milliseconds since 1970. @default the system's */
  clock?: Clock
}

/**
 * Mastra's memory domain in a Daybook memory: threads are sessions, messages keep their exact form, resources are
 * items. Messages saved here are remembered like all others: they can be recalled, and become facts. Observational
 * memory is not supported. Errors are MemoryErrors.
 */
export class DaybookStorage extends MemoryStorage {
  override readonly supportsPartialThreadUpdate = true
  readonly #access: ThreadAccess
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
    this.#access = {
      owners,
      catalogue: createCatalogue(owners.catalogue, now),
      inOrder: createQueues(),
      now,
      caughtUp: new Set(),
    }
    this.#threads = createThreads(this.#access)
    this.#lists = createMessageLists(this.#access)
    this.#write = createWriteMessages(this.#access)
    this.#resources = createResourceRows(this.#access)
  }

  /** Does nothing: a memory is opened on first use. */
  override async init(): Promise<void> {}

  /** Removes all threads, messages and resources of Mastra. Facts, history, notes and records stay. */
  override async dangerouslyClearAll(): Promise<void> {
    for (const resource of await this.#access.catalogue.resources()) await this.#clear(resource)
  }

  /**
   * Removes everything that is stored for a resource, in its memory and in the catalogue. With `openMemories` that is
   * the user's whole memory; with one memory, its threads, messages and working memory, and the rest is up to you.
   */
  async erase({ resourceId }: { resourceId: string }): Promise<void> {
    const { catalogue, owners } = this.#access
    if (owners.erase) await owners.erase(resourceId)
    else await this.#clear(resourceId)
    await catalogue.removeResource(resourceId)
  }

  async #clear(resource: string): Promise<void> {
    const { catalogue, owners } = this.#access
    const { threads } = await this.listThreads({ filter: { resourceId: resource }, perPage: false })
    for (const { id } of threads) await this.#threads.remove(id)
    const memory = await owners.of(resource)
    await memory?.items.clear(['mastra', 'threads'])
    await memory?.items.clear(['mastra', 'resources'])
    await catalogue.removeResource(resource)
  }

  /** Waits for background work: until stored messages are recorded for look-ups by id. */
  async settled(): Promise<void> {
    await this.#access.catalogue.pending.flush()
  }

  /** With a resource: null if the thread belongs to another one. */
  override async getThreadById(query: { threadId: string; resourceId?: string }): Promise<StorageThreadType | null> {
    return this.#threads.get(query.threadId, query.resourceId)
  }

  /** @throws MemoryError `bad-input` if a thread with this id belongs to another resource */
  override async saveThread({ thread }: { thread: StorageThreadType }): Promise<StorageThreadType> {
    await this.#threads.save(thread)
    return thread
  }

  /** Merges the metadata, field by field. @throws MemoryError `not-found` */
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

  /** Reads and changes metadata without another change of this process in between. */
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

  /** Without a resource, opens and asks the memory of every resource. */
  override async listThreads(query: StorageListThreadsInput): Promise<StorageListThreadsOutput> {
    return this.#threads.list(query, this.parseOrderBy(query.orderBy))
  }

  /**
   * Reads the newest messages of one thread from its end, and for any other query the whole thread. `include` finds
   * only messages of the same resource, in any of its threads.
   */
  override async listMessages(query: StorageListMessagesInput): Promise<StorageListMessagesOutput> {
    return this.#lists.ofThreads(query)
  }

  override async listMessagesByResourceId(
    query: StorageListMessagesByResourceIdInput,
  ): Promise<StorageListMessagesOutput> {
    return this.#lists.ofResource(query)
  }

  /** Newest first. */
  override async listMessagesById({ messageIds }: { messageIds: string[] }): Promise<{ messages: MastraDBMessage[] }> {
    return { messages: await this.#lists.byId(messageIds) }
  }

  /**
   * Stores messages, with one append for each thread. A known id is replaced in place, and keeps its time.
   * @throws MemoryError `not-found` without the thread, `bad-input` for invalid messages or those of another resource;
   * then nothing is stored
   */
  override async saveMessages({ messages }: { messages: MastraDBMessage[] }): Promise<{ messages: MastraDBMessage[] }> {
    const given = givenMessages(messages, this.#access.now())
    await this.#write(given)
    return { messages: given }
  }

  override async updateMessages({ messages }: { messages: MessageUpdate[] }): Promise<MastraDBMessage[]> {
    return updateMessages(messages, this.#lists, this.#write)
  }

  override async deleteMessages(messageIds: string[]): Promise<void> {
    await deleteMessages(messageIds, this.#access)
  }

  /** Reads the whole thread. */
  override async cloneThread(query: StorageCloneThreadInput): Promise<Required<StorageCloneThreadOutput>> {
    return copyThread(query, { access: this.#access, threads: this.#threads, write: this.#write })
  }

  /** Like {@link cloneThread}, but does not return the messages. */
  override async copyThread(query: StorageCloneThreadInput): Promise<StorageCopyThreadOutput> {
    const { thread, messageIdMap } = await this.cloneThread(query)
    return { thread, messageIdMap }
  }

  /** Moves a thread with its messages. The caller must check the permission. @throws MemoryError `not-found` */
  override async updateThreadResourceId({
    threadId,
    resourceId,
  }: {
    threadId: string
    resourceId: string
  }): Promise<StorageThreadType> {
    return giveThread(threadId, resourceId, this.#access)
  }

  override async getResourceById({ resourceId }: { resourceId: string }): Promise<StorageResourceType | null> {
    return this.#resources.get(resourceId)
  }

  override async saveResource({ resource }: { resource: StorageResourceType }): Promise<StorageResourceType> {
    await this.#resources.save(resource)
    return resource
  }

  /** Creates the resource if needed. Merges the metadata, field by field. */
  override async updateResource({
    resourceId,
    ...change
  }: { resourceId: string } & ResourceChange): Promise<StorageResourceType> {
    return this.#resources.update(resourceId, change)
  }
}
