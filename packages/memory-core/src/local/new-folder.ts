import fs from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { MemoryError, shown } from '../errors.ts'
import { diskError, errorCode, syncDirectory, syncFile } from './disk.ts'
import { closing } from './open-file.ts'
import { makeDirectory } from './root.ts'
import { partialName, removePartials } from './temporary-files.ts'

/**
 * Makes a folder that is there as a whole or not at all: `fill` fills another folder beside it, which is brought to the
 * disk, file by file, and then renamed. When anything fails, nothing is left; what a process that died has left
 * (`NAME.partial-…`) goes with the next attempt.
 * @throws MemoryError `bad-input` when something is in its place, `storage-failed` when the disk refuses
 */
export async function makeFolder(directory: string, fill: (folder: string) => Promise<void>): Promise<void> {
  const target = resolve(directory)
  refuseTaken(target)
  const temporary = join(dirname(target), partialName(basename(target)))
  try {
    await makeDirectory(dirname(target))
    removePartials(dirname(target), basename(target))
    try {
      fs.mkdirSync(temporary, { mode: 0o700 })
      fs.chmodSync(temporary, 0o700)
      await fill(temporary)
      await syncAll(temporary)
      refuseTaken(target)
      // Windows does not rename over an empty folder.
      if (fs.existsSync(target)) fs.rmdirSync(target)
      fs.renameSync(temporary, target)
      await syncDirectory(dirname(target))
    } catch (error) {
      fs.rmSync(temporary, { recursive: true, force: true })
      throw error
    }
  } catch (error) {
    // An abort is the caller's own.
    throw errorCode(error) === undefined ? error : diskError(`back up to ${shown(target)}`, error)
  }
}

function refuseTaken(target: string): void {
  const found = fs.statSync(target, { throwIfNoEntry: false })
  if (!found || (found.isDirectory() && fs.readdirSync(target).length === 0)) return
  throw new MemoryError('bad-input', `${shown(target)} is there already: choose a folder that is new, or empty`)
}

async function syncAll(folder: string): Promise<void> {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await syncAll(path)
    else await closing(fs.openSync(path, fs.constants.O_RDWR), syncFile)
  }
  await syncDirectory(folder)
}
