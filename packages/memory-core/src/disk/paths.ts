import fs from 'node:fs'
import { dirname, join, sep } from 'node:path'
import process from 'node:process'
import { MemoryError, shown } from '../errors.ts'
import { pathSegments } from '../storage/file-checks.ts'
import { errorCode, isMissing } from './disk.ts'

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
  if (databasePattern.test(path))
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
