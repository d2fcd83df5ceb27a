import fs from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { MemoryError, shown } from '../errors.ts'
import { copyFiles, copyRows } from '../storage/every-row.ts'
import type { BackupRequest, Storage } from '../storage/storage.ts'
import { isMissing } from './disk.ts'
import type { JournalStore } from './journal-store.ts'
import { localStorage } from './local-storage.ts'
import { makeFolder } from './new-folder.ts'
import { statOf } from './open-file.ts'
import { isDatabase, namesBelow } from './paths.ts'
import { isTemporary } from './temporary-files.ts'

/** What a backup needs. */
export interface BackupSource {
  root: string
  lock: Storage['lock']
  store: Pick<JournalStore, 'locked'>
}

/**
 * Copies a folder: first without holding anybody up, then, under the locks, what has changed since. Databases stay out.
 */
export async function backupFolder(
  { root, lock, store }: BackupSource,
  directory: string,
  { folders, signal }: BackupRequest,
): Promise<void> {
  refuseInside(root, directory)
  await makeFolder(directory, async (folder) => {
    const copied = new Map<string, string>()
    copyChanged({ root, folder, folders }, copied, signal)
    await lock(['backup'], () => store.locked(() => copyChanged({ root, folder, folders }, copied, signal)), { signal })
  })
}

/** Copies any storage into a new folder, through its ports. `names` are the locks that keep its files as they are. */
export async function copyToFolder(
  from: Storage,
  directory: string,
  { names, ...request }: BackupRequest & { names: readonly string[] },
): Promise<void> {
  await makeFolder(directory, async (folder) => {
    const to = await localStorage({ directory: folder })
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

function refuseInside(root: string, directory: string): void {
  if (`${realPlace(resolve(directory))}${sep}`.startsWith(`${root}${sep}`))
    throw new MemoryError('bad-input', `${shown(directory)} is in the memory's own folder: choose one outside of it`)
}

/** Where a path that need not exist leads, links followed. */
function realPlace(path: string): string {
  if (fs.existsSync(path)) return fs.realpathSync(path)
  return dirname(path) === path ? path : join(realPlace(dirname(path)), basename(path))
}

/** Copies the files that the copy has not in this version, and takes out those that are gone. */
function copyChanged(
  { root, folder, folders }: { root: string; folder: string; folders: readonly string[] },
  copied: Map<string, string>,
  signal: AbortSignal | undefined,
): void {
  const found = new Set<string>()
  for (const path of filesBelow(root, folders)) {
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

function filesBelow(root: string, folders: readonly string[]): string[] {
  const paths = namesBelow(root, folders)
  return paths.filter((path) => !isDatabase(path) && !isTemporary(basename(path)))
}

/** False when somebody has removed the file meanwhile. */
function copyFile(source: string, target: string): boolean {
  fs.mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
  try {
    // A clone where the file system can: no byte is read then.
    fs.copyFileSync(source, target, fs.constants.COPYFILE_FICLONE)
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
  fs.chmodSync(target, 0o600)
  return true
}
