import type { Storage } from '../../src/storage/storage.ts'

/** A storage, and how often its files were read. */
export interface CountedStorage {
  storage: Storage
  reads(): number
}

/** Counts the calls of `read`, `readMany` and `readRange`. */
export function countedStorage(storage: Storage): CountedStorage {
  let count = 0
  const { files } = storage
  return {
    storage: {
      ...storage,
      files: {
        ...files,
        read(path) {
          count++
          return files.read(path)
        },
        readMany(paths) {
          count++
          return files.readMany(paths)
        },
        readRange(path, start, end) {
          count++
          return files.readRange(path, start, end)
        },
      },
    },
    reads: () => count,
  }
}
