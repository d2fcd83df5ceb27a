import fs from 'node:fs'
import { join } from 'node:path'
import { createLockQueue } from '../async.ts'
import { MemoryError, shown } from '../errors.ts'
import type { FileStore } from '../storage/files.ts'
import type { Storage } from '../storage/storage.ts'
import { errorCode, readOnlyCodes } from './disk.ts'

/** Whether nothing can be written: the file system is read-only, or the folder is another user's. */
export function isReadOnly(root: string): boolean {
  return [root, ...['.daybook', 'journal'].map((name) => join(root, name))].some(mayNotWrite)
}

export function mayNotWrite(path: string): boolean {
  try {
    fs.accessSync(path, fs.constants.W_OK)
    return false
  } catch (error) {
    return readOnlyCodes.has(errorCode(error))
  }
}

/** A call that would write, and always fails. */
export function refusedIn(root: string): () => Promise<never> {
  const wayOut = 'Make the directory and what is in it writable, or open a copy of it'
  return async () => {
    throw new MemoryError('storage-failed', `${shown(root)} is read-only: nothing was written. ${wayOut}`)
  }
}

/** The files of a directory that is only read. */
export function readOnlyFiles(root: string, files: FileStore): FileStore {
  const refuse = refusedIn(root)
  return { ...files, write: refuse, append: refuse, rename: refuse, remove: refuse }
}

/** Locks within this process only: a reader need not exclude processes that can write. */
export function readOnlyLocks(root: string, lockTimeoutMs: number): Pick<Storage, 'lock' | 'lease'> {
  const queue = createLockQueue()
  return {
    lock: (names, fn, options) => queue.run(names, fn, { signal: options?.signal, timeoutMs: lockTimeoutMs }),
    lease: refusedIn(root),
  }
}
