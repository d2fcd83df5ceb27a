import fs from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { MemoryError, shown } from '../errors.ts'

/** Up to this size, reads and writes are synchronous: an async call costs more than the bytes. */
const smallBytes = 65_536

/** An fsync that does not block the event loop. */
export function syncFile(descriptor: number): Promise<void> {
  return promisify(fs.fsync)(descriptor)
}

/** Syncs the entries of a directory. Needed after a file in it was created, renamed or removed. */
export async function syncDirectory(directory: string): Promise<void> {
  // Windows cannot open directories; NTFS journals its entries.
  if (process.platform === 'win32') return
  let descriptor: number | undefined
  try {
    descriptor = fs.openSync(directory, fs.constants.O_RDONLY)
    await syncFile(descriptor)
  } catch (error) {
    // If another process has removed the directory, nothing is left to sync.
    if (descriptor !== undefined || errorCode(error) !== 'ENOENT') throw error
  } finally {
    if (descriptor !== undefined) fs.closeSync(descriptor)
  }
}

/** The bytes of an open file between two offsets; fewer at its end. */
export async function readBytes(descriptor: number, start: number, end: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(Math.max(0, end - start))
  let filled = 0
  while (filled < bytes.length) {
    const count = await readSome(descriptor, bytes, filled, start + filled)
    if (count === 0) break
    filled += count
  }
  return bytes.subarray(0, filled)
}

async function readSome(descriptor: number, bytes: Buffer, offset: number, position: number): Promise<number> {
  const length = bytes.length - offset
  if (bytes.length <= smallBytes) return fs.readSync(descriptor, bytes, offset, length, position)
  return (await promisify(fs.read)(descriptor, bytes, offset, length, position)).bytesRead
}

/** Writes once, at the file's own position. Returns the number of bytes written. */
export async function writeOnce(descriptor: number, bytes: Uint8Array): Promise<number> {
  if (bytes.length <= smallBytes) return fs.writeSync(descriptor, bytes)
  return (await promisify(fs.write)(descriptor, bytes)).bytesWritten
}

export async function writeAll(descriptor: number, bytes: Uint8Array): Promise<void> {
  let written = 0
  while (written < bytes.length) {
    const count = await writeOnce(descriptor, bytes.subarray(written))
    if (count === 0) throw new Error('the disk took no more bytes')
    written += count
  }
}

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** Whether nothing is at a path: no such name, or a file in place of one of its directories. */
export function isMissing(error: unknown): boolean {
  const code = errorCode(error)
  return code === 'ENOENT' || code === 'ENOTDIR'
}

/** Error codes of a place that is read-only for this process. */
export const readOnlyCodes: ReadonlySet<string | undefined> = new Set(['EROFS', 'EACCES', 'EPERM'])

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

/** A call that would write to a read-only folder, and always fails. */
export function refusedIn(root: string): () => Promise<never> {
  const wayOut = 'Make the directory and what is in it writable, or open a copy of it'
  return async () => {
    throw new MemoryError('storage-failed', `${shown(root)} is read-only: nothing was written. ${wayOut}`)
  }
}

/** The entries of a directory; none if it is gone. */
export function entriesIn(directory: string): fs.Dirent[] {
  try {
    return fs.readdirSync(directory, { withFileTypes: true })
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** Like {@link entriesIn}; none either if this process may not read the directory. */
export function readableEntries(directory: string): fs.Dirent[] {
  try {
    return entriesIn(directory)
  } catch (error) {
    if (readOnlyCodes.has(errorCode(error))) return []
    throw error
  }
}

const waysOut: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full: free some space and try again',
  EDQUOT: 'the disk quota is used up: free some space and try again',
  EFBIG: 'the file would be larger than this process may make it: raise the limit (ulimit -f)',
  ENOENT: 'its directory is gone: restore it, or close the memory and open it again',
  EROFS: 'the file system is read-only: use a directory that can be written to',
  EACCES: 'this process has no permission: change the owner or the mode of the directory',
  EPERM: 'this process has no permission: change the owner or the mode of the directory',
  EMFILE: 'too many open files: close memories that are not used, or raise the limit (ulimit -n)',
  ENFILE: 'too many open files on this machine: close some, or raise the limit',
  ENAMETOOLONG: 'the name is too long for this file system: use a shorter directory or key',
  EISDIR: 'a directory is in its place: move it away',
  ENOTDIR: 'a file is in the place of one of its directories: move it away',
  EEXIST: 'something else is in its place: move it away',
}

/** A failed system call as MemoryError `storage-failed` with a way out; a MemoryError stays. */
export function diskError(doing: string, error: unknown): MemoryError {
  if (MemoryError.isInstance(error)) return error
  const code = errorCode(error)
  const reason = (code && waysOut[code]) ?? (error instanceof Error ? error.message : String(error))
  return new MemoryError('storage-failed', `cannot ${doing}: ${reason}${code ? ` (${code})` : ''}`, { cause: error })
}

/** Runs `work`; its failures become {@link diskError}s, which say what was done to which paths. */
export async function orDiskError<T>(doing: string, paths: readonly string[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw diskError(`${doing} ${paths.map((path) => shown(path)).join(' to ')}`, error)
  }
}
