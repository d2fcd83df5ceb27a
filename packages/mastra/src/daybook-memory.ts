import { type Clock, MemoryError } from '@daybook/memory-core'
import { createReporter, waitingMs } from '@daybook/memory-core/adapters'
import type { MastraDBMessage } from '@mastra/core/agent/message-list'
import {
  filterSystemReminderMessages,
  MastraMemory,
  type MemoryConfig,
  type MemoryConfigInternal,
  type MessageDeleteInput,
  type SharedMemoryConfig,
  type StorageThreadType,
  type WorkingMemoryTemplate,
} from '@mastra/core/memory'
import {
  type InputProcessor,
  type InputProcessorOrWorkflow,
  MessageHistory,
  type OutputProcessor,
  type OutputProcessorOrWorkflow,
} from '@mastra/core/processors'
import type { RequestContext } from '@mastra/core/request-context'
import {
  MastraCompositeStore,
  type StorageCloneThreadInput,
  type StorageCloneThreadOutput,
  type StorageCopyThreadOutput,
  type StorageListMessagesInput,
  type StorageListThreadsInput,
  type StorageListThreadsOutput,
} from '@mastra/core/storage'
import { captureProcessor } from './capture-processor.ts'
import { guardedInput, guardedOutput } from './guarded.ts'
import { storedHistory } from './history-processor.ts'
import { checkMemoryOptions, type DaybookMemoryOptions } from './memory-options.ts'
import { DaybookMemoryStorage } from './memory-storage.ts'
import { type MastraTool, toolsOf } from './memory-tools.ts'
import { createOwners, type Owners } from './owners.ts'
import { type RecalledPage, recallPage } from './recall-page.ts'
import { recallProcessor } from './recall-processor.ts'
import { resentFilter } from './resent-filter.ts'
import { createFindScope, type FindScope } from './run-scope.ts'
import {
  createStoredWorkingMemory,
  replaced,
  type StoredWorkingMemory,
  type WorkingMemoryPlace,
} from './stored-working-memory.ts'
import { templateOf, updateTool, workingMemoryOf, workingMemoryTool } from './working-memory.ts'

type GivenPlace = WorkingMemoryPlace & { memoryConfig?: MemoryConfigInternal | undefined }

/**
 * Daybook as the memory of an agent: `new Agent({ …, memory: new DaybookMemory({ memory }) })`. It keeps the threads,
 * loads their last messages as Mastra's own memory does, tells the model what is remembered of the user from all of them,
 * and gives it tools to remember more. In a run it never throws: a memory that fails costs the answer nothing. What you
 * call yourself throws MemoryErrors.
 */
export class DaybookMemory extends MastraMemory {
  readonly #owners: Owners
  readonly #domain: DaybookMemoryStorage
  readonly #findScope: FindScope
  readonly #report: (error: unknown) => undefined
  readonly #clock: Clock
  readonly #timeoutMs: number
  readonly #offered: Pick<DaybookMemoryOptions, 'memory' | 'tools'>
  readonly #workingMemory: StoredWorkingMemory

  /** @throws MemoryError `bad-option` */
  constructor(given: DaybookMemoryOptions) {
    checkMemoryOptions(given)
    const { memory, user, clock, id = 'daybook', options = {}, tools, timeoutMs = waitingMs } = given
    const place = { memory, ...(user !== undefined && { user }), ...(clock && { clock }) }
    const domain = new DaybookMemoryStorage({ ...place, hasFacts: given.workingMemory === 'facts' })
    const storage = new MastraCompositeStore({ id: 'daybook', domains: { memory: domain } })
    super({ id, name: 'DaybookMemory', storage, options: supported(options) })
    this.#owners = createOwners(place, 'DaybookMemory')
    this.#domain = domain
    this.#offered = { memory, ...(tools !== undefined && { tools }) }
    this.#clock = clock ?? Date.now
    this.#timeoutMs = timeoutMs
    this.#report = createReporter(given.onError)
    this.#workingMemory = createStoredWorkingMemory(domain, this.#report)
    const ownerOf = async (threadId: string) => (await domain.getThreadById({ threadId }))?.resourceId
    this.#findScope = createFindScope({
      owners: this.#owners,
      ownerOf,
      readOnly: options.readOnly === true,
      report: this.#report,
    })
    toolsOf({ ...this.#offered, owners: this.#owners, report: this.#report }) // refuses names that no tool has
  }

  /** Without semantic recall and observational memory, which need a vector store and models: Daybook recalls by itself. */
  override getMergedThreadConfig(config?: MemoryConfigInternal): MemoryConfigInternal {
    return supported(super.getMergedThreadConfig(config && supported(config)))
  }

  /** The framework's own, then what is remembered. */
  override async getInputProcessors(
    configured: InputProcessorOrWorkflow[] = [],
    context?: RequestContext,
  ): Promise<InputProcessor[]> {
    const guard = { findScope: this.#findScope, report: this.#report }
    const base = (await super.getInputProcessors(configured, context)).map((one) => guardedInput(one, guard))
    const isFiltered = base.some(({ id }) => id === 'memory-input-filter')
    return [
      ...(isFiltered ? [] : [resentFilter({ ...guard, storage: this.#domain })]),
      ...base,
      recallProcessor({ ...guard, timeoutMs: this.#timeoutMs }),
    ]
  }

  /** The framework's own, which stores what was said; without history, ours does. */
  override async getOutputProcessors(
    configured: OutputProcessorOrWorkflow[] = [],
    context?: RequestContext,
  ): Promise<OutputProcessor[]> {
    const guard = { findScope: this.#findScope, report: this.#report }
    const base = (await super.getOutputProcessors(configured, context)).map((one) =>
      one instanceof MessageHistory ? storedHistory(one, { ...guard, clock: this.#clock }) : guardedOutput(one, guard),
    )
    if (base.some(({ id }) => id === 'message-history')) return base
    return [
      ...base,
      captureProcessor({
        ...guard,
        timeoutMs: this.#timeoutMs,
        store: async ({ thread: threadId, resource: resourceId }, messages) => {
          await this.saveMessages({ messages: messages.map((message) => ({ ...message, threadId, resourceId })) })
        },
      }),
    ]
  }

  /** The memory's tools, and the one for the working memory when that is on; those that write refuse read-only runs. */
  override listTools(config?: MemoryConfig): Record<string, MastraTool> {
    const merged = this.getMergedThreadConfig(config)
    const readOnly = merged.readOnly === true
    const settings = readOnly ? undefined : workingMemoryOf(merged)
    const tools = toolsOf({ ...this.#offered, owners: this.#owners, readOnly, report: this.#report })
    if (!settings || settings.agentManaged === false) return tools
    return {
      ...tools,
      [workingMemoryTool]: updateTool(settings, (change) => this.#workingMemory.change(change, merged)),
    }
  }

  /** With a resource, only when the thread is its own. A memory that fails has no threads. */
  override async getThreadById(query: { threadId: string; resourceId?: string }): Promise<StorageThreadType | null> {
    try {
      return await this.#domain.getThreadById(query)
    } catch (error) {
      this.#report(error)
      return null
    }
  }

  override async listThreads(query: StorageListThreadsInput): Promise<StorageListThreadsOutput> {
    return this.#domain.listThreads(query)
  }

  /**
   * Saves a thread; its working memory stays, whatever the metadata say: the caller may have read the thread long ago.
   * A thread that cannot be saved is answered all the same, and reported: a run goes on without it.
   * @throws MemoryError `bad-input` when there is a thread of this id that is another resource's
   */
  override async saveThread({ thread }: { thread: StorageThreadType }): Promise<StorageThreadType> {
    try {
      const before = await this.#domain.getThreadById({ threadId: thread.id })
      const workingMemory = before?.metadata?.['workingMemory']
      const metadata = { ...thread.metadata, ...(workingMemory !== undefined && { workingMemory }) }
      return await this.#domain.saveThread({ thread: { ...thread, metadata } })
    } catch (error) {
      if (MemoryError.isInstance(error) && error.code === 'bad-input' && (await this.#owners.of(thread.resourceId)))
        throw error
      this.#report(error)
      return thread
    }
  }

  override async updateThread(change: {
    id: string
    title?: string
    metadata?: Record<string, unknown>
  }): Promise<StorageThreadType> {
    const { id, title, metadata } = change
    return this.#domain.updateThread({ id, ...(title !== undefined && { title }), ...(metadata && { metadata }) })
  }

  override async deleteThread(threadId: string): Promise<void> {
    await this.#domain.deleteThread({ threadId })
  }

  /** System messages, and what was said to the working memory, are left out. */
  override async saveMessages({ messages }: { messages: MastraDBMessage[] }): Promise<{ messages: MastraDBMessage[] }> {
    return this.#domain.saveMessages({ messages })
  }

  /** The newest messages, oldest first, unless an order is asked for; with a search text, those that fit it besides. */
  override async recall(
    query: StorageListMessagesInput & {
      threadConfig?: MemoryConfigInternal
      vectorSearchString?: string
      includeSystemReminders?: boolean
    },
  ): Promise<RecalledPage> {
    const { threadConfig, includeSystemReminders, ...asked } = query
    const config = this.getMergedThreadConfig(threadConfig)
    const page = await recallPage(asked, { domain: this.#domain, owners: this.#owners, config })
    return { ...page, messages: filterSystemReminderMessages(page.messages, includeSystemReminders) }
  }

  override async deleteMessages(messages: MessageDeleteInput): Promise<void> {
    await this.#domain.deleteMessages(messages.map((one) => (typeof one === 'string' ? one : one.id)))
  }

  override async getWorkingMemory({ memoryConfig, ...place }: GivenPlace): Promise<string | null> {
    return this.#workingMemory.read(place, this.getMergedThreadConfig(memoryConfig))
  }

  override async getWorkingMemoryTemplate({
    memoryConfig,
  }: {
    memoryConfig?: MemoryConfigInternal
  }): Promise<WorkingMemoryTemplate | null> {
    return templateOf(this.getMergedThreadConfig(memoryConfig))
  }

  /** Replaces it. @throws MemoryError `not-found` without the thread, when it is the thread's */
  override async updateWorkingMemory({
    workingMemory,
    memoryConfig,
    ...place
  }: GivenPlace & { workingMemory: string }): Promise<void> {
    await this.#workingMemory.write(place, this.getMergedThreadConfig(memoryConfig), workingMemory)
  }

  override async __experimental_updateWorkingMemoryVNext({
    workingMemory,
    searchString,
    ...place
  }: GivenPlace & { workingMemory: string; searchString?: string }): Promise<{ success: boolean; reason: string }> {
    const before = (await this.getWorkingMemory(place)) ?? ''
    const after = replaced(before, searchString, workingMemory)
    await this.updateWorkingMemory({ ...place, workingMemory: after ?? workingMemory })
    return { success: true, reason: after === undefined ? 'replaced' : 'found and replaced' }
  }

  override async cloneThread(query: StorageCloneThreadInput): Promise<StorageCloneThreadOutput> {
    return this.#domain.cloneThread(query)
  }

  override async copyThread(query: StorageCloneThreadInput): Promise<StorageCopyThreadOutput> {
    return this.#domain.copyThread(query)
  }

  /** Gives a thread with its messages to another resource. The caller says who may. */
  override async updateThreadResourceId({
    threadId,
    resourceId,
  }: {
    threadId: string
    resourceId: string
  }): Promise<StorageThreadType> {
    return this.#domain.updateThreadResourceId({ threadId, resourceId })
  }

  /** Removes everything that is kept of a resource; see `DaybookStorage`. */
  async erase({ resourceId }: { resourceId: string }): Promise<void> {
    await this.#domain.erase({ resourceId })
  }

  /** Resolves when nothing is under way: consolidations that were due, the search index. In a closed memory nothing is. */
  override async settled(): Promise<void> {
    try {
      await this.#domain.settled()
      await this.#owners.flush()
    } catch (error) {
      if (!MemoryError.isInstance(error) || error.code !== 'closed') throw error
    }
  }
}

type Options = NonNullable<SharedMemoryConfig['options']>

function supported<Config extends Options | MemoryConfigInternal>(config: Config): Config {
  return { ...config, semanticRecall: false, observationalMemory: false }
}
