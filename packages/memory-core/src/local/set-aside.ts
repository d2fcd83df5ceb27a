import fs from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { MemoryError, shown } from '../errors.ts'
import { forgetStore, markOf } from './store-mark.ts'

const suffixes = ['-wal', '-shm', '-journal', '']
const seenSuffix = '.salvaged'
const taken = [...suffixes, '.jsonl', seenSuffix]
const keptName = /^\.corrupt-[^.-]+(?:-\d+)?$/

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

/** A name beside the file that nothing has: `<file>.corrupt-<when it, or what stands for it, was last written>`. */
export function freeCorruptName(file: string, dated: string = file): string {
  return freeName(`${file}.corrupt-${fs.statSync(dated).mtime.toISOString().replace(/[-:.]/g, '')}`)
}

/** What was set aside of a database and that no repair has settled yet, the newest first. */
export function keptBeside(file: string): string[] {
  const [folder, name] = [dirname(file), basename(file)]
  if (!fs.existsSync(folder)) return []
  return fs
    .readdirSync(folder)
    .filter((found) => found.startsWith(name) && keptName.test(found.slice(name.length)))
    .sort()
    .reverse()
    .map((found) => join(folder, found))
}

/** Renames what was set aside, so that it is not told of as a loss any more. Answers the new name. */
export function settle(kept: string): string {
  const target = kept + seenSuffix
  for (const suffix of suffixes) if (fs.existsSync(kept + suffix)) fs.renameSync(kept + suffix, target + suffix)
  return target
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
    `the store ${shown(file)} was damaged: ${kept}, and the next call takes over what can be read of it into a new one. memory.check() says what came of it. Restore a backup of the rest`,
    { cause },
  )
}

/** That there was a store and is none any more: its file is gone, or has no byte. Sets aside what is left of it. */
export function lostError(file: string): MemoryError {
  const inode = fs.statSync(file, { bigint: true, throwIfNoEntry: false })?.ino
  const target = inode === undefined ? setMarkAside(file) : setAside(file, inode)
  const how = inode === undefined ? 'is gone' : `is empty (kept as ${shown(target)})`
  return new MemoryError(
    'corrupt',
    `the store ${shown(file)} ${how}, though it held records or items: an empty one takes its place. Restore a backup of it`,
  )
}

/** Where no file is left, what said that there was one stays as the trace of it. */
function setMarkAside(file: string): undefined {
  const mark = markOf(file)
  if (fs.existsSync(mark)) fs.renameSync(mark, freeCorruptName(file, mark))
}
