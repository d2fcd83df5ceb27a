import { randomBytes, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { join } from 'node:path'
import { MemoryError } from '../errors.ts'
import { isRecord, parsedJson } from '../json.ts'
import { isConflict } from '../storage/file-checks.ts'
import type { FileStore } from '../storage/files.ts'
import { diskError, entriesIn, isMissing, placeOf } from './disk.ts'
import { replaceText } from './durable-files.ts'

/** The owner of a memory's folder, whose name need not be the user's id. */
export interface Owner {
  user: string
  agent?: string
  /** Distinguishes this memory from a later one of the same user, made after an erasure. */
  id?: string
}

/** Relative to the memory's directory. */
export const ownerPath = '.daybook/owner.json'

/** The owner of a memory's folder, if it has the file. @throws MemoryError `corrupt` or `storage-failed` */
export function readOwner(folder: string): Owner | undefined {
  const file = join(folder, ownerPath)
  const corrupt = (what: string, options?: { cause: unknown }): MemoryError =>
    new MemoryError('corrupt', `${file} ${what}, expected {"user":"…"}: write it, or remove the folder`, options)
  try {
    const found: unknown = JSON.parse(fs.readFileSync(file, 'utf8'))
    const { user, agent, id } = isRecord(found) ? found : {}
    if (typeof user !== 'string') throw corrupt('does not say whose memory it is')
    return { user, ...(typeof agent === 'string' && { agent }), ...(typeof id === 'string' && { id }) }
  } catch (error) {
    if (isMissing(error)) return undefined
    if (error instanceof SyntaxError) throw corrupt('is not JSON', { cause: error })
    throw diskError(`read ${file}, which says whose memory it is`, error)
  }
}

/** Stores the owner of a new memory, and adds the id that older ones lack. If another process is faster, its file stays. */
export async function writeOwner(files: FileStore, owner: Owner): Promise<void> {
  const stored = await files.read(ownerPath)
  const text = `${JSON.stringify({ ...owner, id: randomUUID() })}\n`
  try {
    await files.write(ownerPath, text, { ifVersion: stored?.version ?? null })
  } catch (error) {
    if (!isConflict(error)) throw error
  }
}

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
    return own.some((found) => 'error' in found) ? own : [...own, { folder: agents, error: listError(agents, error) }]
  }
}

/** The names in a folder; none if there is no folder. */
export function namesIn(folder: string): string[] {
  try {
    return entriesIn(folder).map(({ name }) => name)
  } catch (error) {
    throw listError(folder, error)
  }
}

function memoryAt(folder: string): FoundMemory[] {
  try {
    const owner = readOwner(folder)
    return owner ? [{ folder, owner }] : []
  } catch (error) {
    return [{ folder, error: listError(folder, error) }]
  }
}

function listError(folder: string, error: unknown): MemoryError {
  return diskError(`list ${JSON.stringify(folder)}`, error)
}

const writerPath = '.daybook/writer.json'

/** The folder's id in its journals; new if absent, or if path or inode differ (a copy). Needs the journals' lock. */
export async function writerOf(root: string): Promise<string> {
  const place = `${fs.statSync(root, { bigint: true }).ino} ${root}`
  const file = join(root, writerPath)
  // An unreadable text is replaced; nothing is lost with it.
  const found = fs.existsSync(file) ? parsedJson(fs.readFileSync(file, 'utf8')) : undefined
  const known = isRecord(found) ? found : {}
  if (known['place'] === place && known['writer'] !== undefined) return String(known['writer'])
  const writer = randomBytes(6).toString('base64url')
  await replaceText(root, placeOf(root, writerPath), `${JSON.stringify({ writer, place })}\n`)
  return writer
}
