import { MemoryError, shown } from '../errors.ts'
import { abortSignal, checkShape } from '../option-checks.ts'
import { foldersOf, storedPlaces } from '../upkeep/places.ts'
import type { Parts } from './parts.ts'

/** How to back up. */
export interface BackupOptions {
  signal?: AbortSignal | undefined
}

/** Makes `memory.backup`. */
export function createBackup({ setting, store, layers }: Pick<Parts, 'setting' | 'store' | 'layers'>) {
  const { storage } = setting
  const folders = foldersOf(storedPlaces(layers))

  return async (directory: string, options: BackupOptions = {}): Promise<void> => {
    checkShape(options, { signal: abortSignal }, 'backup', 'bad-input')
    if (typeof directory !== 'string' || directory.trim() === '' || directory.includes('\0'))
      throw new MemoryError('bad-input', `directory is ${shown(directory)}, expected a folder such as "./backup"`)
    const { signal } = options
    signal?.throwIfAborted()
    if (storage.backup) return storage.backup(directory, { folders, signal })
    const { copyToFolder } = await import('../local/index.ts')
    const sessions = await store.list()
    const names = ['documents', 'records-page', ...sessions.map(({ key }) => store.lockName(key))]
    return copyToFolder(storage, directory, { folders, signal, names })
  }
}
