import fs from 'node:fs'
import { dirname } from 'node:path'
import { MemoryError, shown } from '../errors.ts'
import type { FileStat } from '../storage/files.ts'
import { errorCode, isMissing, syncDirectory } from './disk.ts'
import { linkError, makeDirectory, type Place } from './paths.ts'

/** O_NOFOLLOW and O_NONBLOCK do not exist on Windows, where `undefined | 0` is 0. */
const careful = fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK

const openAttempts = 50

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

/** Opens a regular file; undefined if there is none. A link, pipe or device is refused at once. */
export function openExisting(place: Place, path: string, flags: number): number | undefined {
  if (!place.found || place.found.isDirectory()) return undefined
  if (!place.found.isFile()) throw new MemoryError('storage-failed', `${shown(path)} is no regular file: move it away`)
  try {
    return fs.openSync(place.file, flags | careful)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw errorCode(error) === 'ELOOP' ? linkError(path, 'is a symbolic link') : error
  }
}

/** Creates a file with mode 0600, whatever the umask; undefined if it exists. */
export function openNew(file: string, flags: number): number | undefined {
  const { O_CREAT, O_EXCL } = fs.constants
  try {
    const descriptor = fs.openSync(file, flags | careful | O_CREAT | O_EXCL, 0o600)
    fs.fchmodSync(descriptor, 0o600)
    return descriptor
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return undefined
    throw error
  }
}

/** {@link openNew}, which also creates missing directories, durably. */
export async function openNewBelow(root: string, file: string, flags: number): Promise<number | undefined> {
  const { descriptor, changed } = makeBelow(root, file, flags)
  try {
    for (const directory of changed) await syncDirectory(directory)
    return descriptor
  } catch (error) {
    if (descriptor !== undefined) fs.closeSync(descriptor)
    throw error
  }
}

function makeBelow(root: string, file: string, flags: number): { descriptor: number | undefined; changed: string[] } {
  const { result, changed } = inDirectory(root, dirname(file), () => openNew(file, flags))
  return { descriptor: result, changed }
}

/** Runs `work` after creating its directory if needed; also returns the directories that have to be synced. */
export function inDirectory<T>(root: string, directory: string, work: () => T): { result: T; changed: string[] } {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const changed = makeDirectory(root, directory)
      return { result: work(), changed }
    } catch (error) {
      // Another process has just removed the empty directory.
      if (errorCode(error) !== 'ENOENT' || attempt === openAttempts) throw error
    }
  }
}

/** Runs `work` on an open file, then closes it. */
export async function closing<T>(descriptor: number, work: (descriptor: number) => Promise<T>): Promise<T> {
  try {
    return await work(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}
