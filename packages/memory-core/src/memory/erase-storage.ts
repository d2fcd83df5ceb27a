import type { ResolvedLayers } from '../options.ts'
import type { Storage } from '../storage/storage.ts'
import { foldersOf, storedPlaces } from '../upkeep/places.ts'

/** What was removed of a storage. */
export interface ErasedStorage {
  /** Text files; rows are not counted. */
  files: number
  bytes: number
  /** Where removed bytes can still be read, and why. */
  remains: string[]
}

/** Empties a storage that has no folder to remove: its files one by one, then its rows and its index. */
export async function eraseStorage(storage: Storage, layers: ResolvedLayers): Promise<ErasedStorage> {
  const done = { files: 0, bytes: 0 }
  for (const directory of foldersOf(storedPlaces(layers)))
    for (const { path, size } of await storage.files.list(directory, { deep: true })) {
      await storage.files.remove(path)
      done.files += 1
      done.bytes += size
    }
  await storage.passages.clear()
  await storage.records.clear()
  await storage.items.clear([])
  return { ...done, remains: await storage.purge() }
}
