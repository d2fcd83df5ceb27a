import { createQueues } from '@daybook/memory-core/adapters'
import type { MemoryConfigInternal } from '@mastra/core/memory'
import type { DaybookMemoryStorage } from './memory-storage.ts'
import { type WorkingMemoryUpdate, workingMemoryOf } from './working-memory.ts'

export interface WorkingMemoryPlace {
  threadId: string
  resourceId?: string | undefined
}

/** The working memories of a storage; a run's settings say whether they belong to resources or to threads. */
export interface StoredWorkingMemory {
  /** Null if there is none, or if it is off. */
  read(place: WorkingMemoryPlace, config: MemoryConfigInternal): Promise<string | null>
  /** @throws MemoryError `not-found` if it belongs to a thread that does not exist */
  write(place: WorkingMemoryPlace, config: MemoryConfigInternal, workingMemory: string): Promise<void>
  /** Changes it for a model's tool, and returns a text for the model. Never throws. */
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
    if (!settings || (resourceId && (await domain.isDelegated(threadId, resourceId)))) return null
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
        if ((thread && thread.resourceId !== resourceId) || (await domain.isDelegated(threadId, resourceId)))
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

/** Replaces the first occurrence of a text; undefined if there is none. */
export function replaced(text: string, wanted: string | undefined, by: string): string | undefined {
  const start = wanted ? text.indexOf(wanted) : -1
  return wanted && start >= 0 ? text.slice(0, start) + by + text.slice(start + wanted.length) : undefined
}
