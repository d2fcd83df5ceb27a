import fs from 'node:fs'
import { join } from 'node:path'
import type { FileStat } from '../storage/files.ts'
import { syncDirectory, syncFile, writeAll } from './disk.ts'
import { closing, openNewBelow, statOf } from './open-file.ts'
import type { Place } from './paths.ts'
import { temporaryName } from './temporary-files.ts'

/**
 * Replaces a file as a whole: temporary file beside it, fsync, rename, fsync of the directory.
 * A write that fails leaves what was there, or nothing; after the rename an old file cannot be brought back.
 * @param check called once more just before the rename; what it throws leaves the old file
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

/** A new file whose name may be lost is taken back: nobody may find it there and believe that it is stored. */
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
