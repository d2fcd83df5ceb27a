import { type Memory, openMemory, type ProfileName } from '@daybook/memory-core'
import type { Collection } from './conversation.ts'

/** Opens a memory that was played, to look at it at the time of its last turn: nothing fades, nothing is done meanwhile. */
export function openToLook(collection: Collection, directory: string, profile: ProfileName): Promise<Memory> {
  const now = lastTime(collection)
  return openMemory({
    directory,
    profile,
    clock: () => now,
    consolidation: { auto: false },
    maintenance: { auto: false },
  })
}

/** When the last turn was said. */
export function lastTime({ sittings }: Collection): number {
  return sittings.flatMap(({ turns }) => turns).reduce((last, { at }) => Math.max(last, at), 0)
}
