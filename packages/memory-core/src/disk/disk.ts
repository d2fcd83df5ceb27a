import fs from 'node:fs'
import { dirname, join, sep } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { MemoryError, shown } from '../errors.ts'
import { pathSegments } from '../storage/file-checks.ts'
import type { FileStat } from '../storage/files.ts'

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

/** The entries of a directory; none if reading it fails with an error that `passed` accepts: by default, that it is gone. */
export function entriesIn(directory: string, passed = isMissing): fs.Dirent[] {
  try {
    return fs.readdirSync(directory, { withFileTypes: true })
  } catch (error) {
    if (passed(error)) return []
    throw error
  }
}

/** Like {@link entriesIn}; none either if this process may not read the directory. */
export function readableEntries(directory: string): fs.Dirent[] {
  return entriesIn(directory, (error) => isMissing(error) || readOnlyCodes.has(errorCode(error)))
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

/** The databases of this storage. Opening and closing one as a file would drop SQLite's locks on it. */
const databasePattern = /^(?:state|\.daybook)\/[^/]*\.db(?:$|[-.])/i

const ownPattern = /^(?:state\/daybook\.json|\.daybook\/(?:daybook|writer)\.json|journal\/(?:records|items)\.jsonl)$/i

/** A path that lies within the root. */
export interface Place {
  /** Absolute, without symbolic links that lead outside. */
  file: string
  parent: string
  /** The stat of the existing file or directory; never of a symbolic link. */
  found: fs.BigIntStats | undefined
}

/** The stat of a file. Inode and birth time change when the file is replaced, not when it grows. */
export function statOf(stat: fs.BigIntStats): FileStat {
  const generation = `${stat.ino.toString(36)}-${stat.birthtimeNs.toString(36)}`
  return {
    size: Number(stat.size),
    version: `${generation}-${stat.mtimeNs.toString(36)}-${stat.size.toString(36)}`,
    generation,
    changedAt: Number(stat.mtimeMs),
  }
}

/** What is in the name of a half-written file or folder: the machine and process that write it, and a random part. */
export const tagPattern = /^\.?([0-9a-f]{8})-([0-9]{1,10})-[0-9a-f]{12}(?:\.tmp)?$/

/** Whether a name is that of a half-written file. */
export function isTemporary(name: string): boolean {
  return name.startsWith('.') && name.endsWith('.tmp') && tagPattern.test(name)
}

/** Whether a path is a file of the storage itself, which listings leave out. */
export function isOwnFile(path: string): boolean {
  return isDatabase(path) || ownPattern.test(path)
}

/** Whether a path is a database of the storage, its log, or one set aside; lines that were set aside are text. */
export function isDatabase(path: string): boolean {
  return databasePattern.test(path)
}

/** The names of everything in and below these folders, relative to the root, sorted, without duplicates. */
export function namesBelow(root: string, folders: readonly string[]): string[] {
  const found = new Set<string>()
  for (const folder of folders)
    if (fs.statSync(join(root, folder), { throwIfNoEntry: false })?.isDirectory())
      for (const name of fs.readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }))
        found.add(join(folder, name).split(sep).join('/'))
  return [...found].sort()
}

/**
 * Resolves a path of the file store to its place on the disk. One `lstat` for each segment.
 * @throws MemoryError `bad-input` for a path that is not plain, leaves the root, or ends in a symbolic link
 */
export function placeOf(root: string, path: string): Place {
  const segments = pathSegments(path)
  if (isDatabase(path))
    throw new MemoryError('bad-input', `${shown(path)} is a database of the storage, not a text file`)
  if (process.platform === 'win32' && path.includes(':'))
    throw new MemoryError('bad-input', `path is ${shown(path)}, expected names without ":" on Windows`)
  let file = root
  let found: fs.BigIntStats | undefined
  for (const [index, name] of segments.entries()) {
    file = join(file, name)
    found = lookAt(file)
    if (!found?.isSymbolicLink()) continue
    if (index === segments.length - 1) throw linkError(path, 'is a symbolic link')
    if (!leadsInside(root, file)) throw linkError(path, 'leaves the directory of the memory by a symbolic link')
  }
  return { file, parent: dirname(file), found }
}

function lookAt(file: string): fs.BigIntStats | undefined {
  try {
    return fs.lstatSync(file, { bigint: true, throwIfNoEntry: false })
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

function leadsInside(root: string, link: string): boolean {
  try {
    const target = fs.realpathSync.native(link)
    return target === root || target.startsWith(root.endsWith(sep) ? root : root + sep)
  } catch (error) {
    // A dangling link or a circle of links.
    if (isMissing(error) || errorCode(error) === 'ELOOP') return false
    throw error
  }
}

export function linkError(path: string, what: string): MemoryError {
  return new MemoryError('bad-input', `${shown(path)} ${what}: put the file itself there`)
}

/**
 * Creates a directory below the root, with its parents, with mode 0700; an existing one gets that mode. Synchronous, so
 * that this process can put a file into it before another removes it as empty.
 * @returns the directories with new entries: sync them with {@link syncDirectory}
 */
export function makeDirectory(root: string, directory: string): string[] {
  if (directory === root) return []
  const found = fs.statSync(directory, { throwIfNoEntry: false })
  if (found?.isDirectory()) {
    tighten(directory, found.mode)
    return []
  }
  const parent = dirname(directory)
  const changed = makeDirectory(root, parent)
  try {
    fs.mkdirSync(directory, { mode: 0o700 })
    fs.chmodSync(directory, 0o700)
  } catch (error) {
    // Another process was faster.
    if (errorCode(error) !== 'EEXIST' || !fs.statSync(directory).isDirectory()) throw error
  }
  return [...changed, parent]
}

const others = 0o077
/** Owned by another user, read-only, or gone: the mode is no reason to fail. */
const harmless: ReadonlySet<string | undefined> = new Set(['EPERM', 'EACCES', 'EROFS', 'ENOENT', 'ENOTSUP', 'ENOSYS'])

/** Removes permissions of other users. `target` is an open file or a path, `mode` its present mode. */
export function tighten(target: number | string, mode: number): void {
  if ((mode & others) === 0 || process.platform === 'win32') return
  try {
    const own = mode & 0o700
    if (typeof target === 'number') fs.fchmodSync(target, own)
    else fs.chmodSync(target, own)
  } catch (error) {
    if (!harmless.has(errorCode(error))) throw error
  }
}
