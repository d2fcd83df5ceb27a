import { type ItemStore, type Memories, type Memory, MemoryError } from '@daybook/memory-core'
import { shown } from '@daybook/memory-core/adapters'

/** Whose memory a resource's is. */
export interface Ownership {
  /**
   * One memory, or the memories of many users (`openMemories`): each of Mastra's resources is a user then, and nothing
   * of one can reach another.
   */
  memory: Memory | Memories
  /** Whose memory it is, when it is one: the id of Mastra's resource. Needed then, and refused with `openMemories`. */
  user?: string
}

/** Finds the memory of a resource. */
export interface Owners {
  /** The memory of a resource; undefined when the one memory is somebody else's. */
  of(resource: string): Promise<Memory | undefined>
  /** Where it is written down which thread is whose. */
  catalogue(): Promise<ItemStore>
  /** Removes everything that is kept of a user; undefined with one memory, which its host has to remove. */
  erase: ((resource: string) => Promise<void>) | undefined
  /** Waits for what the memories do in the background. */
  flush(): Promise<void>
}

/** The user in whose memory the catalogue of all threads is kept, with `openMemories`. No resource may have this id. */
export const catalogueUser = 'daybook-mastra-catalogue'

/** @param caller what is called in errors. @throws MemoryError `bad-option` */
export function createOwners({ memory, user }: Ownership, caller: string): Owners {
  if (typeof memory !== 'object' || memory === null || !('for' in memory || 'sessions' in memory))
    throw refused(
      caller,
      `memory is ${shown(memory)}, expected what openMemory or openMemories answers; await openMemory`,
    )
  if ('for' in memory) {
    if (user !== undefined)
      throw refused(caller, `user is ${shown(user)}, expected none with openMemories: there each resource is a user`)
    return ofMany(memory)
  }
  if (typeof user !== 'string' || user === '')
    throw refused(
      caller,
      `user is ${shown(user)}, expected the resource whose memory this is: { memory, user: 'ada' }; for many resources, pass openMemories({ directory })`,
    )
  return ofOne(memory, user)
}

function ofOne(memory: Memory, user: string): Owners {
  return {
    of: async (resource) => (resource === user ? memory : undefined),
    catalogue: async () => memory.items,
    erase: undefined,
    flush: () => memory.flush(),
  }
}

function ofMany(memories: Memories): Owners {
  return {
    async of(resource) {
      if (resource === catalogueUser)
        throw new MemoryError('bad-input', `no resource can be called ${shown(resource)}: the catalogue is kept there`)
      return memories.for({ user: resource })
    },
    catalogue: async () => (await memories.for({ user: catalogueUser })).items,
    erase: async (resource) => void (await memories.erase({ user: resource })),
    flush: () => memories.flush(),
  }
}

function refused(caller: string, problem: string): MemoryError {
  return new MemoryError('bad-option', `${caller}: ${problem}`)
}
