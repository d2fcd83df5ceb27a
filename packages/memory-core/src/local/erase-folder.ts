import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { dirname, join } from 'node:path'
import { MemoryError, shown } from '../errors.ts'
import { diskError, isMissing, syncDirectory } from './disk.ts'
import { createLockFile } from './lock-file.ts'

/** How much was removed. */
export interface ErasedFolder {
  /** Databases are files too. */
  files: number
  bytes: number
}

const prefix = '.erased-'
const lockTimeoutMs = 30_000

/**
 * Removes a folder with these memories in it: nobody writes to any of them while it is renamed, and nobody finds it after.
 * @throws MemoryError `locked` when another process holds the lock of one of the memories for 30 seconds
 */
export async function eraseFolder(folder: string, memories: readonly string[]): Promise<ErasedFolder> {
  const gone = join(dirname(folder), `${prefix}${randomUUID()}`)
  await underLocks(memories, async () => {
    fs.renameSync(folder, gone)
    await syncDirectory(dirname(folder))
  })
  try {
    return sizeOf(gone)
  } catch (error) {
    throw diskError(`count what is in the folder ${shown(folder)}`, error)
  } finally {
    await removeFolder(gone)
  }
}

/** Whether it is the name of a folder that is being erased: nobody's any more. */
export function isErased(name: string): boolean {
  return name.startsWith(prefix)
}

/** Removes what erasures left that were cut short. Answers why some of it cannot be removed. */
export async function finishErasures(root: string, names: readonly string[]): Promise<unknown[]> {
  const failures: unknown[] = []
  for (const name of names.filter(isErased)) await removeFolder(join(root, name)).catch((error) => failures.push(error))
  return failures
}

async function removeFolder(folder: string): Promise<void> {
  try {
    // Processes that have it open may still be writing into it.
    await fs.promises.rm(folder, { recursive: true, force: true, maxRetries: 5 })
  } catch (error) {
    throw diskError(`erase the folder ${shown(folder)}`, error)
  }
}

async function underLocks(memories: readonly string[], work: () => Promise<void>): Promise<void> {
  const [memory, ...others] = memories
  if (memory === undefined) return work()
  const lock = createLockFile(memory, join(memory, '.daybook', 'lock.db'))
  try {
    await lock.acquire({ timeoutMs: lockTimeoutMs, deadline: performance.now() + lockTimeoutMs })
    await underLocks(others, work)
  } catch (error) {
    if (MemoryError.isInstance(error)) throw error
    throw diskError(`erase the folder ${shown(memory)}`, error)
  } finally {
    // Closing frees it; nothing was written under it.
    lock.close()
  }
}

/** Node's own recursion follows links, which are removed and not what they lead to. */
function sizeOf(folder: string): ErasedFolder {
  const size = { files: 0, bytes: 0 }
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    const { files, bytes } = entry.isDirectory() ? sizeOf(path) : { files: 1, bytes: lengthOf(path) }
    size.files += files
    size.bytes += bytes
  }
  return size
}

/** A log may go while it is looked at. */
function lengthOf(file: string): number {
  try {
    return fs.lstatSync(file).size
  } catch (error) {
    if (isMissing(error)) return 0
    throw error
  }
}
