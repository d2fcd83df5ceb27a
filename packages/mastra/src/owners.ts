import { type ItemStore, type Memory, MemoryError } from '@daybook/memory-core'
import { memoryOfUser, type OwnedMemory, refuseUserOfMany, shown } from '@daybook/memory-core/adapters'

/**
 * Whose memory a resource's is. With `openMemories` each of Mastra's resources is a user, and nothing of one can reach
 * another; with one memory `user` is needed: the id of the resource whose memory it is.
 */
export interface Ownership extends OwnedMemory {}

/** Finds the memory of a resource. */
export interface Owners {
  /** The memory of a resource; undefined when the one memory is another user's. */
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

/**
 * Reads options whose fields were checked.
 * @param caller what is called in errors
 * @throws MemoryError `bad-option`
 */
export function createOwners(ownership: Ownership, caller: string): Owners {
  const { memory, user } = ownership
  const isMany = 'for' in memory
  refuseUserOfMany(ownership, caller, 'resource is a user')
  if (!isMany && (typeof user !== 'string' || user === ''))
    throw new MemoryError(
      'bad-option',
      `${caller}: user is ${shown(user)}, expected the resource whose memory this is: { memory, user: 'ada' }; for many resources, pass openMemories({ directory })`,
    )
  return {
    async of(resource) {
      if (isMany && resource === catalogueUser)
        throw new MemoryError('bad-input', `no resource can be called ${shown(resource)}: the catalogue is kept there`)
      return memoryOfUser(ownership, resource)
    },
    catalogue: async () => (isMany ? await memory.for({ user: catalogueUser }) : memory).items,
    erase: isMany ? async (resource) => void (await memory.erase({ user: resource })) : undefined,
    flush: () => memory.flush(),
  }
}
