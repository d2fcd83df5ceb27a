import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { letOthersRun } from '../async.ts'
import { MemoryError, shown } from '../errors.ts'
import type { FileStat } from '../storage/files.ts'
import {
  errorCode,
  isMissing,
  isTemporary,
  linkError,
  makeDirectory,
  type Place,
  readableEntries,
  readOnlyCodes,
  statOf,
  syncDirectory,
  syncFile,
  tagPattern,
  tighten,
  writeAll,
  writeOnce,
} from './disk.ts'

/** Neither follows a link nor waits for a pipe. These flags do not exist on Windows, where `undefined | 0` is 0. */
export const careful: number = fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK

const openAttempts = 50

/** Opens a regular file; undefined if there is none. A link, pipe or device is refused at once. */
export function openExisting(place: Place, path: string, flags: number): number | undefined {
  if (!place.found || place.found.isDirectory()) return undefined
  if (!place.found.isFile()) throw new MemoryError('storage-failed', `${shown(path)} is no regular file: move it away`)
  return openFile(place.file, path, flags)
}

/** Opens a file, but no link; undefined if there is none. */
export function openFile(file: string, path: string, flags: number): number | undefined {
  try {
    return fs.openSync(file, flags | careful)
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

/** {@link openNew}, which also creates missing directories, durably, or leaves no file. */
export async function openNewBelow(root: string, file: string, flags: number): Promise<number | undefined> {
  const { result: descriptor, changed } = inDirectory(root, dirname(file), () => openNew(file, flags))
  try {
    for (const directory of changed) await syncDirectory(directory)
    return descriptor
  } catch (error) {
    if (descriptor !== undefined) {
      // Another process may have appended to it since.
      if (fs.fstatSync(descriptor).size === 0) fs.rmSync(file, { force: true })
      fs.closeSync(descriptor)
    }
    throw error
  }
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

export async function closing<T>(descriptor: number, work: (descriptor: number) => Promise<T>): Promise<T> {
  try {
    return await work(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}

const lineBreak = 0x0a

/**
 * Appends text to a file: one write, one fsync. A new file costs a second fsync for its directory, and each new
 * directory another. A failed write is taken back, with the file if it is new. With `durable: false` nothing is synced.
 */
export async function appendText(
  root: string,
  place: Place,
  path: string,
  text: string,
  isDurable = true,
): Promise<FileStat> {
  const { descriptor, made } = await openForAppend(root, place, path)
  return closing(descriptor, async () => {
    const before = fs.fstatSync(descriptor, { bigint: true })
    tighten(descriptor, Number(before.mode))
    try {
      if (text !== '') await addBytes(descriptor, Number(before.size), text, isDurable)
    } catch (error) {
      if (made && fs.fstatSync(descriptor).size === 0) fs.rmSync(place.file, { force: true })
      throw error
    }
    // The process that made an empty file may have died before its name was on the disk.
    if (isDurable && (made || before.size === 0n)) {
      const { size } = fs.fstatSync(descriptor)
      await keepName(place, () => fs.fstatSync(descriptor).size === size)
    }
    return statOf(fs.fstatSync(descriptor, { bigint: true }))
  })
}

async function openForAppend(root: string, place: Place, path: string): Promise<{ descriptor: number; made: boolean }> {
  const flags = fs.constants.O_RDWR | fs.constants.O_APPEND
  for (let attempt = 1; attempt <= openAttempts; attempt += 1) {
    const existing = openExisting(place, path, flags)
    if (existing !== undefined) return { descriptor: existing, made: false }
    if (place.found?.isDirectory()) break
    const created = await openNewBelow(root, place.file, flags)
    if (created !== undefined) return { descriptor: created, made: true }
    // Another process made the file between the two calls.
    place.found = fs.lstatSync(place.file, { bigint: true, throwIfNoEntry: false })
  }
  throw noFileError('append to', path)
}

/** The error for a path at which there is something that is no file. */
export function noFileError(work: string, path: string): MemoryError {
  const problem = 'a directory, or something else that is no file, is in its place: move it away'
  return new MemoryError('storage-failed', `cannot ${work} ${shown(path)}: ${problem}`)
}

async function addBytes(descriptor: number, size: number, text: string, isDurable: boolean): Promise<void> {
  const bytes = Buffer.from(endsOpen(descriptor, size) ? `\n${text}` : text)
  let written = 0
  try {
    written = await writeOnce(descriptor, bytes)
    if (written < bytes.length) throw new Error(`the disk took ${written} of ${bytes.length} bytes`)
    if (isDurable) await syncFile(descriptor)
  } catch (error) {
    takeBack(descriptor, size, written)
    throw error
  }
}

/** Syncs a new file's name, or removes the file unless another process changed it: what may vanish is not stored. */
async function keepName({ file, parent }: Place, isUnchanged: () => boolean): Promise<void> {
  try {
    await syncDirectory(parent)
  } catch (error) {
    if (isUnchanged()) fs.rmSync(file, { force: true })
    throw error
  }
}

/** Whether the last line of an open file has no line break. */
export function endsOpen(descriptor: number, size: number): boolean {
  if (size === 0) return false
  const last = Buffer.alloc(1)
  fs.readSync(descriptor, last, 0, 1, size - 1)
  return last[0] !== lineBreak
}

/** Truncates what was appended last, unless another process has appended after it. */
export function takeBack(descriptor: number, size: number, written: number): void {
  if (written > 0 && fs.fstatSync(descriptor).size === size + written) fs.ftruncateSync(descriptor, size)
}

/**
 * Replaces a file atomically: temporary file beside it, fsync, rename, fsync of the directory. A failed write leaves the
 * old file, or none; after the rename an old file cannot be restored.
 * @param text the whole text, or its pieces in order
 * @param check called just before the rename; if it throws, the old file stays
 */
export async function replaceText(
  root: string,
  place: Place,
  text: string | Iterable<string>,
  check: () => void = () => undefined,
): Promise<FileStat> {
  const temporary = join(place.parent, temporaryName())
  try {
    const stat = await writeDurably(root, temporary, typeof text === 'string' ? [text] : text)
    check()
    const isNew = fs.lstatSync(place.file, { throwIfNoEntry: false }) === undefined
    fs.renameSync(temporary, place.file)
    await keepName(place, () => {
      const found = isNew && fs.lstatSync(place.file, { bigint: true, throwIfNoEntry: false })
      return found ? statOf(found).generation === stat.generation : false
    })
    return stat
  } catch (error) {
    fs.rmSync(temporary, { force: true })
    throw error
  }
}

async function writeDurably(root: string, file: string, texts: Iterable<string>): Promise<FileStat> {
  const descriptor = await openNewBelow(root, file, fs.constants.O_WRONLY)
  if (descriptor === undefined) throw new Error(`${file} exists already`)
  return closing(descriptor, async () => {
    for (const text of texts) await writeAll(descriptor, Buffer.from(text))
    await syncFile(descriptor)
    return statOf(fs.fstatSync(descriptor, { bigint: true }))
  })
}

const longestWriteMs = 60_000

/** A new name for a half-written file, which contains the process and the machine. */
export function temporaryName(): string {
  return `.${writerTag()}.tmp`
}

/** A new name for a half-written folder beside `name`. Not hidden, because it may contain a whole memory. */
export function partialName(name: string): string {
  return `${name}.partial-${writerTag()}`
}

/** Removes the half-written folders for `name` that dead processes of this machine left in a directory. */
export function removePartials(directory: string, name: string): void {
  const prefix = `${name}.partial-`
  for (const { name: found } of readableEntries(directory)) {
    if (found.startsWith(prefix) && isAbandoned(found.slice(prefix.length)))
      fs.rmSync(join(directory, found), { recursive: true, force: true })
  }
}

function writerTag(): string {
  return `${hostTag()}-${process.pid}-${randomBytes(6).toString('hex')}`
}

/** Removes half-written files that are older than a minute or whose process is dead. Where it may not look, they stay. */
export function removeLitter(directory: string): void {
  for (const { name } of readableEntries(directory).filter((entry) => isTemporary(entry.name))) {
    const file = join(directory, name)
    const { mtimeMs = Date.now() } = fs.lstatSync(file, { throwIfNoEntry: false }) ?? {}
    if (Date.now() - mtimeMs > longestWriteMs || isAbandoned(name)) fs.rmSync(file, { force: true })
  }
}

/** Whether the name was made by a process of this machine that is dead. */
function isAbandoned(name: string): boolean {
  const [, host, pid] = tagPattern.exec(name) ?? []
  return host === hostTag() && !isAlive(Number(pid))
}

/** Whether a process of this machine runs. A reused pid counts as running. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) !== 'ESRCH'
  }
}

function hostTag(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
}

/** How far the machine's clock may have been set back since a change. */
const clockStepMs = 60_000
/** Folders that no layer writes to: derived databases, and what may be large in the folder of a project. */
const skipped: ReadonlySet<string> = new Set(['state', '.git', 'node_modules'])
/** Databases, also those of a host: closing one as a file would drop this process's locks on it. They sync themselves. */
const database = /\.(?:db|sqlite3?)(?:-\w+)?$/i

/** Syncs what was changed below `root` since a time in ms. Looks at every file: for the death of a writer only. */
export async function syncChanges(root: string, since: number): Promise<void> {
  const isChanged = ({ ctimeMs = 0 }: Partial<fs.Stats> = {}): boolean => ctimeMs >= since - clockStepMs
  const open = [root]
  for (let directory = open.pop(); directory !== undefined; directory = open.pop()) {
    for (const entry of readableEntries(directory)) {
      const path = join(directory, entry.name)
      if (entry.isDirectory() && !skipped.has(entry.name)) open.push(path)
      if (!entry.isFile() || database.test(entry.name)) continue
      if (isChanged(fs.lstatSync(path, { throwIfNoEntry: false }))) await syncPath(path)
    }
    if (isChanged(fs.statSync(directory, { throwIfNoEntry: false }))) await syncDirectory(directory)
    await letOthersRun()
  }
}

/** It is gone, or cannot be written to: then the process that died did not write to it either. */
const passed: ReadonlySet<string | undefined> = new Set([...readOnlyCodes, 'ENOENT', 'ELOOP', 'ETXTBSY'])

async function syncPath(path: string): Promise<void> {
  let descriptor: number
  try {
    descriptor = fs.openSync(path, fs.constants.O_RDWR | careful)
  } catch (error) {
    if (passed.has(errorCode(error))) return
    throw error
  }
  await closing(descriptor, syncFile)
}
