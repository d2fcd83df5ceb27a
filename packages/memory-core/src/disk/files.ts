import fs from 'node:fs'
import { dirname, join } from 'node:path'
import { MemoryError, shown } from '../errors.ts'
import { comparePaths, missingError, refuseOtherVersion } from '../storage/file-checks.ts'
import type { FileEntry, FileStore, StoredText } from '../storage/files.ts'
import {
  entriesIn,
  errorCode,
  isOwnFile,
  isTemporary,
  orDiskError,
  type Place,
  placeOf,
  readBytes,
  statOf,
  syncDirectory,
} from './disk.ts'
import {
  appendText,
  closing,
  inDirectory,
  noFileError,
  openExisting,
  removeLitter,
  replaceText,
} from './durable-files.ts'

const readAttempts = 5

/** Text files below `root`, which is absolute and without symbolic links. */
export function createLocalFiles(root: string): FileStore {
  const tidied = new Set<string>()

  async function read(path: string): Promise<StoredText | undefined> {
    return orDiskError('read', [path], async () => {
      const place = placeOf(root, path)
      // Daybook leaves no empty directories: this one was made by another program, where a text belongs.
      if (place.found?.isDirectory() && entriesIn(place.file).length === 0) {
        const problem = 'an empty directory is in its place, remove it'
        throw new MemoryError('storage-failed', `cannot read ${shown(path)}: ${problem}`)
      }
      const descriptor = openExisting(place, path, fs.constants.O_RDONLY)
      return descriptor === undefined ? undefined : closing(descriptor, readStable)
    })
  }

  return {
    read,
    readMany: (paths) => Promise.all(paths.map(read)),
    readRange: (path, start, end) =>
      orDiskError('read', [path], async () => {
        const descriptor = openExisting(placeOf(root, path), path, fs.constants.O_RDONLY)
        if (descriptor === undefined) return ''
        return closing(descriptor, async () => {
          const { size } = fs.fstatSync(descriptor)
          const bytes = await readBytes(descriptor, Math.max(0, start), Math.min(size, end ?? size))
          return bytes.toString('utf8')
        })
      }),
    stat: (path) =>
      orDiskError('look at', [path], async () => {
        const { found } = placeOf(root, path)
        return found?.isFile() ? statOf(found) : undefined
      }),
    write: (path, text, options) =>
      orDiskError('write', [path], async () => {
        const check = ({ found }: Place): void =>
          refuseOtherVersion(path, found && statOf(found).version, options?.ifVersion)
        const place = placeOf(root, path)
        refuseDirectory(place, path)
        check(place)
        if (!tidied.has(place.parent)) {
          removeLitter(place.parent)
          tidied.add(place.parent)
        }
        return replaceText(root, place, text, () => check(placeOf(root, path)))
      }),
    append: (path, text, options) =>
      orDiskError('append to', [path], () => appendText(root, placeOf(root, path), path, text, options?.isDurable)),
    rename: (from, to) =>
      orDiskError('rename', [from, to], async () => {
        const source = placeOf(root, from)
        const target = placeOf(root, to)
        if (!source.found?.isFile()) throw missingError(from)
        if (source.file === target.file) return
        refuseDirectory(target, to)
        const { changed } = inDirectory(root, target.parent, () => fs.renameSync(source.file, target.file))
        for (const directory of [...changed, target.parent]) await syncDirectory(directory)
        if (source.parent !== target.parent) await removeEmpty(root, source.parent)
      }),
    list: (directory, options) =>
      orDiskError('list', [directory], async () => listFiles(root, directory, options?.deep ?? false)),
    remove: (path) =>
      orDiskError('remove', [path], async () => {
        const place = placeOf(root, path)
        if (!place.found?.isFile()) return
        fs.rmSync(place.file, { force: true })
        await removeEmpty(root, place.parent)
      }),
  }
}

/** Reads again until no write came in between, so that the stat belongs to the text. */
async function readStable(descriptor: number): Promise<StoredText> {
  let before = statOf(fs.fstatSync(descriptor, { bigint: true }))
  for (let attempt = 1; ; attempt += 1) {
    const bytes = await readBytes(descriptor, 0, before.size)
    const after = statOf(fs.fstatSync(descriptor, { bigint: true }))
    if (after.version === before.version || attempt === readAttempts) return { text: bytes.toString('utf8'), ...before }
    before = after
  }
}

function refuseDirectory({ found }: Place, path: string): void {
  if (found && !found.isFile()) throw noFileError('write', path)
}

/** Removes directories that became empty, and syncs the one that stays. */
async function removeEmpty(root: string, directory: string): Promise<void> {
  let left = directory
  while (left !== root && isGone(left)) left = dirname(left)
  await syncDirectory(left)
}

/** Removes a directory if it is empty. Returns whether it is gone. */
function isGone(directory: string): boolean {
  try {
    fs.rmdirSync(directory)
    return true
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT') return true
    // It is not empty, or a link to a directory.
    if (code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'ENOTDIR') return false
    throw error
  }
}

function listFiles(root: string, directory: string, deep: boolean): FileEntry[] {
  if (directory !== '' && !placeOf(root, directory).found) return []
  const entries: FileEntry[] = []
  const open = [directory]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const entry of entriesIn(join(root, next))) {
      const path = next === '' ? entry.name : `${next}/${entry.name}`
      if (entry.isDirectory() && deep) open.push(path)
      if (!entry.isFile() || isTemporary(entry.name) || isOwnFile(path)) continue
      const stat = fs.lstatSync(join(root, path), { bigint: true, throwIfNoEntry: false })
      if (stat?.isFile()) entries.push({ path, ...statOf(stat) })
    }
  }
  return entries.sort(comparePaths)
}
