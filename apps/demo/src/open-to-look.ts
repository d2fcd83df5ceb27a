import { type Memory, openMemory, type ProfileName } from '@daybook/memory-core'
import type { Collection } from './conversation.ts'

/** Opens a memory after the play, with the clock at its last turn, so that nothing fades and no maintenance is due. */
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
