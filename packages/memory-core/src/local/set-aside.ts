import fs from 'node:fs'
import { MemoryError, shown } from '../errors.ts'
import { forgetStore } from './store-mark.ts'

const suffixes = ['-wal', '-shm', '-journal', '']
const taken = [...suffixes, '.jsonl']

/**
 * Renames a damaged database, with what belongs to it, to `<file>.corrupt-<when it was last written>`; SQLite's `.recover`
 * reads it there. Answers the new name, or undefined when another process has done so before: then `inode` is not there.
 */
export function setAside(file: string, inode: bigint | undefined): string | undefined {
  const found = fs.statSync(file, { bigint: true, throwIfNoEntry: false })
  if (!found || found.ino !== inode) return undefined
  const target = freeCorruptName(file)
  // The file itself comes last: SQLite deletes a log that it finds beside a new database.
  for (const suffix of suffixes) if (fs.existsSync(file + suffix)) fs.renameSync(file + suffix, target + suffix)
  forgetStore(file)
  return target
}

/** A name beside the file that nothing has: `<file>.corrupt-<when it was last written>`. */
export function freeCorruptName(file: string): string {
  return freeName(`${file}.corrupt-${fs.statSync(file).mtime.toISOString().replace(/[-:.]/g, '')}`)
}

function freeName(name: string): string {
  let free = name
  for (let count = 2; taken.some((suffix) => fs.existsSync(free + suffix)); count += 1) free = `${name}-${count}`
  return free
}

/** That a database was damaged, where it is now, and what can be done. */
export function corruptError(file: string, target: string | undefined, cause: unknown): MemoryError {
  const kept = target === undefined ? 'another process has set it aside' : `it is kept as ${shown(target)}`
  return new MemoryError(
    'corrupt',
    `the store ${shown(file)} was damaged: ${kept}, and an empty one takes its place. Restore a backup of it, or recover what is kept with SQLite's .recover`,
    { cause },
  )
}

/** That there was a store and is none any more: its file is gone, or has no byte. Sets aside what is left of it. */
export function lostError(file: string): MemoryError {
  const inode = fs.statSync(file, { bigint: true, throwIfNoEntry: false })?.ino
  const target = setAside(file, inode)
  forgetStore(file)
  const how = inode === undefined ? 'is gone' : `is empty (kept as ${shown(target)})`
  return new MemoryError(
    'corrupt',
    `the store ${shown(file)} ${how}, though it held records or items: an empty one takes its place. Restore a backup of it`,
  )
}
