import fs from 'node:fs'
import { join } from 'node:path'
import { diskError, isMissing } from '../disk/disk.ts'
import { type Owner, readOwner } from '../disk/owner-file.ts'
import { MemoryError } from '../errors.ts'

/** A memory in a user's folder; or a folder that may be one, and the error that hides its owner. */
export type FoundMemory = { folder: string; owner: Owner } | { folder: string; error: MemoryError }

/** The memories in a user's folder: the user's own, then those of agents. None if the folder is not a user's. */
export function memoriesIn(path: string): FoundMemory[] {
  const own = memoryAt(path)
  const agents = join(path, 'agents')
  try {
    return [...own, ...namesIn(agents).flatMap((name) => memoryAt(join(agents, name)))]
  } catch (error) {
    // One error for a folder that cannot be read, not two.
    return own.some((found) => 'error' in found) ? own : [...own, { folder: agents, error: typed(agents, error) }]
  }
}

/** The names in a folder; none if there is no folder. */
export function namesIn(folder: string): string[] {
  try {
    return fs.readdirSync(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw typed(folder, error)
  }
}

function memoryAt(folder: string): FoundMemory[] {
  try {
    const owner = readOwner(folder)
    return owner ? [{ folder, owner }] : []
  } catch (error) {
    return [{ folder, error: typed(folder, error) }]
  }
}

function typed(folder: string, error: unknown): MemoryError {
  return MemoryError.isInstance(error) ? error : diskError(`list ${JSON.stringify(folder)}`, error)
}
