import fs from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import {
  diskError,
  errorCode,
  isDatabase,
  isMissing,
  isTemporary,
  namesBelow,
  statOf,
  syncDirectory,
  syncFile,
} from '../disk/disk.ts'
import { closing, partialName, removePartials } from '../disk/durable-files.ts'
import { MemoryError, shown } from '../errors.ts'
import type { JournalStore } from '../sqlite/journal/journal-store.ts'
import { copyFiles, copyRows } from '../storage/every-row.ts'
import type { BackupRequest, Storage } from '../storage/storage.ts'
import { gitFiles, makePrivateFolder } from './root.ts'
import { localStorage } from './storage.ts'

/**
 * Creates a folder completely or not at all: `fill` fills a folder beside it, which is synced file by file and then
 * renamed. A failure leaves nothing; leftovers of a dead process (`NAME.partial-…`) are removed by the next attempt.
 * @throws MemoryError `bad-input` if something is in its place, `storage-failed` if the disk refuses
 */
async function makeFolder(directory: string, fill: (folder: string) => Promise<void>): Promise<void> {
  const target = resolve(directory)
  refuseTaken(target)
  const parent = dirname(target)
  const temporary = join(parent, partialName(basename(target)))
  try {
    await makePrivateFolder(parent)
    removePartials(parent, basename(target))
    try {
      fs.mkdirSync(temporary, { mode: 0o700 })
      fs.chmodSync(temporary, 0o700)
      await fill(temporary)
      await syncAll(temporary)
      refuseTaken(target)
      // Windows does not rename over an empty folder.
      if (fs.existsSync(target)) fs.rmdirSync(target)
      fs.renameSync(temporary, target)
      await syncDirectory(parent)
    } catch (error) {
      fs.rmSync(temporary, { recursive: true, force: true })
      throw error
    }
  } catch (error) {
    // An abort is rethrown as it is.
    throw errorCode(error) === undefined ? error : diskError(`back up to ${shown(target)}`, error)
  }
}

function refuseTaken(target: string): void {
  const found = fs.statSync(target, { throwIfNoEntry: false })
  if (!found || (found.isDirectory() && fs.readdirSync(target).length === 0)) return
  throw new MemoryError('bad-input', `${shown(target)} already exists: choose a new or an empty folder`)
}

async function syncAll(folder: string): Promise<void> {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await syncAll(path)
    else await closing(fs.openSync(path, fs.constants.O_RDWR), syncFile)
  }
  await syncDirectory(folder)
}

/** Copies a folder: first without locks, then, under the locks, what has changed since. Databases are left out. */
export async function backupFolder(
  { root, lock, store }: { root: string; lock: Storage['lock']; store: Pick<JournalStore, 'locked'> },
  directory: string,
  { folders, signal }: BackupRequest,
): Promise<void> {
  if (`${realPlace(resolve(directory))}${sep}`.startsWith(`${root}${sep}`))
    throw new MemoryError('bad-input', `${shown(directory)} is in the memory's own folder: choose one outside it`)
  await makeFolder(directory, async (folder) => {
    const copied = new Map<string, string>()
    const copy = (): void => copyChanged({ root, folder, folders }, copied, signal)
    copy()
    await lock(['backup'], () => store.locked(copy), { signal })
  })
}

/** Copies any storage into a new folder through its ports. `names` are the locks that keep its files unchanged. */
export async function copyToFolder(
  from: Storage,
  directory: string,
  { names, ...request }: BackupRequest & { names: readonly string[] },
): Promise<void> {
  await makeFolder(directory, async (folder) => {
    const to = await localStorage({ directory: folder, git: true })
    try {
      const copied = new Map<string, string>()
      await copyFiles(from, to, copied, request)
      await from.lock(names, () => copyFiles(from, to, copied, request), { signal: request.signal })
      await copyRows(from, to, request.signal)
    } finally {
      await to.close()
    }
  })
}

/** Resolves the links of a path that need not exist. */
function realPlace(path: string): string {
  if (fs.existsSync(path)) return fs.realpathSync(path)
  return dirname(path) === path ? path : join(realPlace(dirname(path)), basename(path))
}

/** Copies files whose version the copy does not have, and removes those that are gone. */
function copyChanged(
  { root, folder, folders }: { root: string; folder: string; folders: readonly string[] },
  copied: Map<string, string>,
  signal: AbortSignal | undefined,
): void {
  const found = new Set<string>()
  for (const path of [...gitFiles.map(({ name }) => name), ...namesBelow(root, folders)]) {
    if (isDatabase(path) || isTemporary(basename(path))) continue
    signal?.throwIfAborted()
    const stat = fs.lstatSync(join(root, path), { bigint: true, throwIfNoEntry: false })
    if (!stat?.isFile()) continue
    const { version } = statOf(stat)
    if (copied.get(path) === version || copyFile(join(root, path), join(folder, path))) {
      found.add(path)
      copied.set(path, version)
    }
  }
  for (const path of copied.keys())
    if (!found.has(path)) {
      fs.rmSync(join(folder, path), { force: true })
      copied.delete(path)
    }
}

/** False if the file was removed in between. */
function copyFile(source: string, target: string): boolean {
  fs.mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
  try {
    // Clones the file if the file system can, without reading it.
    fs.copyFileSync(source, target, fs.constants.COPYFILE_FICLONE)
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
  fs.chmodSync(target, 0o600)
  return true
}
