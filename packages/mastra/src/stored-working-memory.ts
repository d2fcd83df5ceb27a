import { createQueues } from '@daybook/memory-core/adapters'
import type { MemoryConfigInternal } from '@mastra/core/memory'
import type { DaybookMemoryStorage } from './memory-storage.ts'
import { type WorkingMemoryUpdate, workingMemoryOf } from './working-memory.ts'

/** Whose working memory. */
export interface WorkingMemoryPlace {
  threadId: string
  resourceId?: string | undefined
}

/** The working memories of a storage, each of a resource or of a thread, as a run's settings say. */
export interface StoredWorkingMemory {
  /** Null when there is none, or when it is off. */
  read(place: WorkingMemoryPlace, config: MemoryConfigInternal): Promise<string | null>
  /** @throws MemoryError `not-found` without the thread, when it is the thread's */
  write(place: WorkingMemoryPlace, config: MemoryConfigInternal, workingMemory: string): Promise<void>
  /** What a model's tool does: changes it, and answers a text for the model. Never throws. */
  change(update: WorkingMemoryUpdate, config: MemoryConfigInternal): Promise<string>
}

/** The working memories in the storage behind a `DaybookMemory`. */
export function createStoredWorkingMemory(
  domain: DaybookMemoryStorage,
  report: (error: unknown) => undefined,
): StoredWorkingMemory {
  const inOrder = createQueues()

  async function read({ threadId, resourceId }: WorkingMemoryPlace, config: MemoryConfigInternal) {
    const settings = workingMemoryOf(config)
    if (!settings) return null
    if (settings.scope === 'thread') {
      const text = (await domain.getThreadById({ threadId }))?.metadata?.['workingMemory']
      return typeof text === 'string' ? text : null
    }
    return resourceId ? ((await domain.getResourceById({ resourceId }))?.workingMemory ?? null) : null
  }

  async function write(place: WorkingMemoryPlace, { workingMemory: settings }: MemoryConfigInternal, text: string) {
    const { threadId, resourceId } = place
    if (settings?.scope === 'thread' || !resourceId)
      await domain.updateThread({ id: threadId, metadata: { workingMemory: text } })
    else await domain.updateResource({ resourceId, workingMemory: text })
  }

  return {
    read,
    write,
    async change({ threadId, resourceId, change }, config) {
      const place = { threadId, resourceId }
      try {
        const thread = await domain.getThreadById({ threadId })
        if (thread && thread.resourceId !== resourceId)
          return 'Error: this run has no working memory. Go on without it.'
        await inOrder(resourceId, async () => write(place, config, change(await read(place, config))))
        return 'The working memory is updated.'
      } catch (error) {
        report(error)
        return 'Error: the working memory could not be updated. Go on without it.'
      }
    },
  }
}

/** The text with the first of what is looked for replaced; undefined when it does not stand there. */
export function replaced(text: string, wanted: string | undefined, by: string): string | undefined {
  const start = wanted ? text.indexOf(wanted) : -1
  return wanted && start >= 0 ? text.slice(0, start) + by + text.slice(start + wanted.length) : undefined
}
