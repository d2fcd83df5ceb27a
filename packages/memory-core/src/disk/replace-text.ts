import fs from 'node:fs'
import { join } from 'node:path'
import type { FileStat } from '../storage/files.ts'
import { syncDirectory, syncFile, writeAll } from './disk.ts'
import { closing, openNewBelow, statOf } from './open-file.ts'
import type { Place } from './paths.ts'
import { temporaryName } from './temporary-files.ts'

/**
 * Replaces a file atomically: temporary file beside it, fsync, rename, fsync of the directory. A failed write leaves the
 * old file, or none; after the rename an old file cannot be restored.
 * @param check called just before the rename; if it throws, the old file stays
 */
export async function replaceText(root: string, place: Place, text: string, check: () => void): Promise<FileStat> {
  const temporary = join(place.parent, temporaryName())
  try {
    const stat = await writeDurably(root, temporary, text)
    check()
    const isNew = fs.lstatSync(place.file, { throwIfNoEntry: false }) === undefined
    fs.renameSync(temporary, place.file)
    await keepName(place, isNew ? stat.generation : undefined)
    return stat
  } catch (error) {
    fs.rmSync(temporary, { force: true })
    throw error
  }
}

/** If the name cannot be synced, a new file is removed: a text that is there but may vanish must not be read as stored. */
async function keepName({ file, parent }: Place, made: string | undefined): Promise<void> {
  try {
    await syncDirectory(parent)
  } catch (error) {
    const found = made && fs.lstatSync(file, { bigint: true, throwIfNoEntry: false })
    if (found && statOf(found).generation === made) fs.rmSync(file, { force: true })
    throw error
  }
}

async function writeDurably(root: string, file: string, text: string): Promise<FileStat> {
  const descriptor = await openNewBelow(root, file, fs.constants.O_WRONLY)
  if (descriptor === undefined) throw new Error(`${file} exists already`)
  return closing(descriptor, async () => {
    await writeAll(descriptor, Buffer.from(text))
    await syncFile(descriptor)
    return statOf(fs.fstatSync(descriptor, { bigint: true }))
  })
}
