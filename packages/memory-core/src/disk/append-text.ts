import fs from 'node:fs'
import { MemoryError, shown } from '../errors.ts'
import type { FileStat } from '../storage/files.ts'
import { syncDirectory, syncFile, writeOnce } from './disk.ts'
import { closing, openExisting, openNewBelow, statOf } from './open-file.ts'
import type { Place } from './paths.ts'
import { tighten } from './tighten.ts'

const lineBreak = 0x0a
const openAttempts = 50

/**
 * Appends text to a file: one write, one fsync. A new file costs a second fsync for its directory, and each new
 * directory another. A failed write is taken back. With `durable: false` nothing is synced.
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
    if (text !== '') await addBytes(descriptor, Number(before.size), text, isDurable)
    // The process that made an empty file may have died before its name was on the disk.
    if (isDurable && (made || before.size === 0n)) await keepName(descriptor, place)
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
  throw new MemoryError('storage-failed', `cannot append to ${shown(path)}: something that is no file is in its place`)
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

/**
 * If the name cannot be synced, the new file is removed: a text that is there but may vanish must not be read as stored.
 */
async function keepName(descriptor: number, { file, parent }: Place): Promise<void> {
  const { size } = fs.fstatSync(descriptor)
  try {
    await syncDirectory(parent)
  } catch (error) {
    if (fs.fstatSync(descriptor).size === size) fs.rmSync(file, { force: true })
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
