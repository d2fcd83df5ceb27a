import type { MastraDBMessage } from '@mastra/core/agent/message-list'
import type { StorageThreadType } from '@mastra/core/memory'
import type { StorageResourceType } from '@mastra/core/storage'
import { DaybookStorage, type DaybookStorageOptions } from './daybook-storage.ts'
import { createOwners, type Owners } from './owners.ts'
import type { ResourceChange } from './resource-rows.ts'
import { withoutWorkingMemory } from './working-memory.ts'

/** Options of the storage behind a `DaybookMemory`. */
export interface MemoryStorageOptions extends DaybookStorageOptions {
  /** Whether the working memory of a resource is MEMORY.md. */
  hasFacts: boolean
}

/** The end of the thread of a delegated run. */
const randomEnd = /-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * The storage behind a `DaybookMemory`. It stores the conversation, but not messages that were added for the run only,
 * and nothing of delegated runs.
 */
export class DaybookMemoryStorage extends DaybookStorage {
  readonly #owners: Owners
  readonly #hasFacts: boolean

  /** @throws MemoryError `bad-option` */
  constructor({ hasFacts, ...options }: MemoryStorageOptions) {
    super(options)
    this.#owners = createOwners(options, 'DaybookMemory')
    this.#hasFacts = hasFacts
  }

  /**
   * Whether an agent delegated the run of this thread to another agent. Mastra appends a UUID to the thread, and the
   * name of the other agent to the resource, which is no user; its messages were written by a model.
   */
  async isDelegated(threadId: string, resourceId: string): Promise<boolean> {
    for (let id = threadId; randomEnd.test(id); ) {
      id = id.replace(randomEnd, '')
      const owner = (await this.getThreadById({ threadId: id }))?.resourceId
      if (owner !== undefined) return resourceId.startsWith(`${owner}-`)
    }
    return false
  }

  override async saveThread({ thread }: { thread: StorageThreadType }): Promise<StorageThreadType> {
    return (await this.isDelegated(thread.id, thread.resourceId)) ? thread : super.saveThread({ thread })
  }

  /** Leaves out system messages, messages to the working memory, and answers that are only an error. */
  override async saveMessages({ messages }: { messages: MastraDBMessage[] }): Promise<{ messages: MastraDBMessage[] }> {
    const delegated = new Set<unknown>()
    for (const { threadId = '', resourceId = '' } of new Map(messages.map((one) => [one.threadId, one])).values())
      if (await this.isDelegated(threadId, resourceId)) delegated.add(threadId)
    const own = messages.filter((message) => isSaid(message) && !delegated.has(message.threadId))
    const said = own.map(withoutWorkingMemory)
    return super.saveMessages({ messages: said.filter((message) => message !== undefined) })
  }

  override async getResourceById({ resourceId }: { resourceId: string }): Promise<StorageResourceType | null> {
    const resource = await super.getResourceById({ resourceId })
    if (!this.#hasFacts) return resource
    const workingMemory = (await this.#facts(resourceId)) ?? ''
    if (!resource && workingMemory === '') return null
    const time = new Date(0)
    return { ...(resource ?? { id: resourceId, createdAt: time, updatedAt: time }), workingMemory }
  }

  /** With `hasFacts`, a given working memory replaces the facts; the previous ones are kept as a version. */
  override async updateResource({
    resourceId,
    workingMemory,
    metadata,
  }: { resourceId: string } & ResourceChange): Promise<StorageResourceType> {
    if (!this.#hasFacts) return super.updateResource({ resourceId, workingMemory, metadata })
    if (workingMemory !== undefined) await (await this.#owners.of(resourceId))?.facts.replace(workingMemory)
    const resource = await super.updateResource({ resourceId, metadata })
    return { ...resource, workingMemory: (await this.#facts(resourceId)) ?? '' }
  }

  async #facts(resourceId: string): Promise<string | undefined> {
    return (await this.#owners.of(resourceId))?.facts.read()
  }
}

function isSaid({ role, content }: MastraDBMessage): boolean {
  if (role === 'system') return false
  const parts = Array.isArray(content?.parts) ? content.parts : []
  const isError = parts.some(({ type }) => String(type) === 'error') // a part type that older versions do not have
  return !isError || parts.some(({ type }) => type !== 'step-start' && String(type) !== 'error')
}
