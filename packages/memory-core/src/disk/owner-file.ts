import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { join } from 'node:path'
import { MemoryError } from '../errors.ts'
import type { FileStore } from '../storage/files.ts'
import { diskError, isMissing } from './disk.ts'

/** The owner of a memory's folder, whose name need not be the user's id. */
export interface Owner {
  user: string
  agent?: string
  /** Distinguishes this memory from a later one of the same user, made after an erasure. */
  id?: string
}

/** Relative to the memory's directory. */
export const ownerPath = '.daybook/owner.json'

/**
 * The owner stored in a memory's folder; undefined if the file is absent.
 * @throws MemoryError `corrupt` if the file names no owner, `storage-failed` if it cannot be read
 */
export function readOwner(folder: string): Owner | undefined {
  const file = join(folder, ownerPath)
  try {
    const owner = ownerIn(JSON.parse(fs.readFileSync(file, 'utf8')))
    if (owner) return owner
    throw new MemoryError(
      'corrupt',
      `${file} does not say whose memory it is, expected {"user":"…"}: write it, or remove the folder`,
    )
  } catch (error) {
    if (isMissing(error)) return undefined
    if (error instanceof SyntaxError)
      throw new MemoryError('corrupt', `${file} is no JSON, expected {"user":"…"}: write it, or remove the folder`, {
        cause: error,
      })
    throw diskError(`read ${file}, which says whose memory it is`, error)
  }
}

function ownerIn(value: unknown): Owner | undefined {
  if (typeof value !== 'object' || value === null || !('user' in value) || typeof value.user !== 'string')
    return undefined
  const { agent, id }: Record<string, unknown> = { ...value }
  return {
    user: value.user,
    ...(typeof agent === 'string' && { agent }),
    ...(typeof id === 'string' && { id }),
  }
}

/** Stores the owner of a new memory, and adds the id that older ones lack. If another process is faster, its file stays. */
export async function writeOwner(files: FileStore, owner: Owner): Promise<void> {
  const stored = await files.read(ownerPath)
  const text = `${JSON.stringify({ ...owner, id: randomUUID() })}\n`
  try {
    await files.write(ownerPath, text, { ifVersion: stored?.version ?? null })
  } catch (error) {
    if (!MemoryError.isInstance(error) || error.code !== 'version-conflict') throw error
  }
}
