import type { MastraDBMessage } from '@mastra/core/agent/message-list'
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

/**
 * The storage behind a `DaybookMemory`. It stores the conversation, but not messages that were added for the run only.
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

  /** Leaves out system messages, messages to the working memory, and answers that are only an error. */
  override async saveMessages({ messages }: { messages: MastraDBMessage[] }): Promise<{ messages: MastraDBMessage[] }> {
    const said = messages.filter(isSaid).map(withoutWorkingMemory)
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
