import type { Storage } from './storage.ts'

/** How many rows this storage has left out so far because they are damaged; 0 for one that cannot tell. */
export function knownDamage(storage: Storage): number {
  let rows = 0
  const stop = storage.onDamage?.((_, errors) => {
    rows += errors.length
  })
  stop?.()
  return rows
}
