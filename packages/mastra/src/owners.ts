import { type ItemStore, type Memory, MemoryError } from '@daybook/memory-core'
import { memoryOfUser, type OwnedMemory, refuseUserOfMany, shown } from '@daybook/memory-core/adapters'

/**
 * The user whose memory belongs to a resource. With `openMemories` each of Mastra's resources is a user, and no data
 * crosses between them; with one memory `user` is required: the id of the resource that owns it.
 */
export interface Ownership extends OwnedMemory {}

/** Finds the memory of a resource. */
export interface Owners {
  /** The memory of a resource; undefined if the only memory belongs to another user. */
  of(resource: string): Promise<Memory | undefined>
  catalogue(): Promise<ItemStore>
  /** Removes everything of a user; undefined with one memory, which its host has to remove. */
  erase: ((resource: string) => Promise<void>) | undefined
  /** Waits for background work of the memories. */
  flush(): Promise<void>
}

/** The user whose memory contains the catalogue of all threads, with `openMemories`. No resource may have this id. */
export const catalogueUser = 'daybook-mastra-catalogue'

/**
 * Reads options whose fields were checked.
 * @param caller the name of the caller in errors
 * @throws MemoryError `bad-option`
 */
export function createOwners(ownership: Ownership, caller: string): Owners {
  const { memory, user } = ownership
  const isMany = 'for' in memory
  refuseUserOfMany(ownership, caller, 'resource is a user')
  if (!isMany && (typeof user !== 'string' || user === '')) {
    const message = `${caller}: user is ${shown(user)}, expected the resource whose memory this is: { memory, user: 'ada' }; for many resources, pass openMemories({ directory })`
    throw new MemoryError('bad-option', message)
  }
  return {
    async of(resource) {
      if (isMany && resource === catalogueUser) {
        const message = `no resource may have the id ${shown(resource)}, under which the catalogue is stored`
        throw new MemoryError('bad-input', message)
      }
      return memoryOfUser(ownership, resource)
    },
    catalogue: async () => (isMany ? await memory.for({ user: catalogueUser }) : memory).items,
    erase: isMany ? async (resource) => void (await memory.erase({ user: resource })) : undefined,
    flush: () => memory.flush(),
  }
}
