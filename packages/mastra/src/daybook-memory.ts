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
import { type MastraTool, type ToolsOptions, toolsOf } from './memory-tools.ts'
import { createOwners, type Owners } from './owners.ts'
import { type RecalledPage, recallPage } from './recall-page.ts'
import { recallProcessor } from './recall-processor.ts'
import { resentFilter } from './resent-filter.ts'
import { createFindScope, type FindScope, type ScopeOptions } from './run-scope.ts'
import {
  createStoredWorkingMemory,
  replaced,
  type StoredWorkingMemory,
  type WorkingMemoryPlace,
} from './stored-working-memory.ts'
import { templateOf, updateTool, workingMemoryOf, workingMemoryTool } from './working-memory.ts'

type GivenPlace = WorkingMemoryPlace & { memoryConfig?: MemoryConfigInternal | undefined }

/**
 * Daybook as the memory of an agent: `new Agent({ …, memory: new DaybookMemory({ memory }) })`. It stores threads,
 * loads their last messages like Mastra's own memory, adds a context from all threads of the user, and gives the model
 * tools to remember more. During a run it never throws, so that a failing memory does not prevent the answer. Methods
 * that you call yourself throw MemoryErrors.
 */
export class DaybookMemory extends MastraMemory {
  readonly #owners: Owners
  readonly #domain: DaybookMemoryStorage
  readonly #findScope: FindScope
  readonly #report: (error: unknown) => undefined
  readonly #clock: Clock
  readonly #timeoutMs: number
  readonly #offered: ToolsOptions
  readonly #workingMemory: StoredWorkingMemory

  /** @throws MemoryError `bad-option` */
  constructor(given: DaybookMemoryOptions) {
    checkMemoryOptions(given)
    const { memory, user, clock, id = 'daybook', options = {}, tools, timeoutMs = waitingMs } = given
    const place = { memory, ...(user !== undefined && { user }), ...(clock && { clock }) }
    const owners = createOwners(place, 'DaybookMemory')
    const domain = new DaybookMemoryStorage({ ...place, hasFacts: given.workingMemory === 'facts' })
    const storage = new MastraCompositeStore({ id: 'daybook', domains: { memory: domain } })
    super({ id, name: 'DaybookMemory', storage, options: supported(options) })
    this.#owners = owners
    this.#domain = domain
    this.#clock = clock ?? Date.now
    this.#timeoutMs = timeoutMs
    this.#report = createReporter(given.onError)
    this.#workingMemory = createStoredWorkingMemory(domain, this.#report)
    const ownerOf = async (threadId: string) => (await domain.getThreadById({ threadId }))?.resourceId
    const isDelegated: ScopeOptions['isDelegated'] = (thread, resource) => domain.isDelegated(thread, resource)
    const report = this.#report
    this.#findScope = createFindScope({ owners, ownerOf, isDelegated, readOnly: options.readOnly === true, report })
    this.#offered = { memory, owners, isDelegated, report, ...(tools !== undefined && { tools }) }
    toolsOf(this.#offered) // throws for unknown tool names
  }

  /**
   * Without semantic recall and observational memory, which need a vector store and models: Daybook has its own recall.
   */
  override getMergedThreadConfig(config?: MemoryConfigInternal): MemoryConfigInternal {
    return supported(super.getMergedThreadConfig(config && supported(config)))
  }

  /** The framework's own processors, then recall. */
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

  /** The framework's own processors, which store the messages; without history, ours. */
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

  /** The memory's tools, and the one for the working memory if that is on. Tools that write refuse read-only runs. */
  override listTools(config?: MemoryConfig): Record<string, MastraTool> {
    const merged = this.getMergedThreadConfig(config)
    const readOnly = merged.readOnly === true
    const settings = readOnly ? undefined : workingMemoryOf(merged)
    const tools = toolsOf({ ...this.#offered, readOnly })
    if (!settings || settings.agentManaged === false) return tools
    return {
      ...tools,
      [workingMemoryTool]: updateTool(settings, (change) => this.#workingMemory.change(change, merged)),
    }
  }

  /** With a resource: null if the thread belongs to another one. Null also if the memory fails. */
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
   * Saves a thread. Its stored working memory stays, whatever the metadata contain, because the caller may have read
   * the thread long ago. If saving fails, the failure is reported, and the thread is returned all the same, so that a
   * run continues without it.
   * @throws MemoryError `bad-input` if a thread with this id belongs to another resource
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

  /** System messages, and messages to the working memory, are left out. */
  override async saveMessages({ messages }: { messages: MastraDBMessage[] }): Promise<{ messages: MastraDBMessage[] }> {
    return this.#domain.saveMessages({ messages })
  }

  /** The newest messages, oldest first, unless an order is given; with a search text, matching messages are added. */
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

  /** Replaces it. @throws MemoryError `not-found` if it belongs to a thread that does not exist */
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

  /** Moves a thread with its messages to another resource. The caller must check the permission. */
  override async updateThreadResourceId({
    threadId,
    resourceId,
  }: {
    threadId: string
    resourceId: string
  }): Promise<StorageThreadType> {
    return this.#domain.updateThreadResourceId({ threadId, resourceId })
  }

  /** Removes everything that is stored for a resource; see `DaybookStorage`. */
  async erase({ resourceId }: { resourceId: string }): Promise<void> {
    await this.#domain.erase({ resourceId })
  }

  /** Waits for background work: due consolidations and the search index. Resolves at once in a closed memory. */
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
