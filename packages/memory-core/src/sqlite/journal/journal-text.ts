import fs from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { letOthersRun } from '../../async.ts'
import { placeOf, statOf, tighten } from '../../disk/disk.ts'
import {
  closing,
  endsOpen,
  inDirectory,
  openExisting,
  openFile,
  openNew,
  replaceText,
  takeBack,
} from '../../disk/durable-files.ts'
import { MemoryError, shown } from '../../errors.ts'
import { type JournalLine, journalHeader, parseJournalLine, printJournalLine } from '../../journal/journal-line.ts'
import type { FileStat } from '../../storage/files.ts'
import type { Storage } from '../../storage/storage.ts'

/** With the {@link tailSum} of the new end. */
type AppendedStat = FileStat & { tail: number }

interface JournalPage {
  lines: JournalLine[]
  damaged: DamagedLine[]
  /** The offset after them. */
  end: number
}

export interface DamagedLine {
  text: string
  error: MemoryError
}

export type JournalName = 'records' | 'items'

export const journalNames: readonly JournalName[] = ['records', 'items']

export const journalFolder = 'journal'

const pageBytes = 4 * 1024 * 1024
const lineBreak = 0x0a
/** Bytes at the end of a line with its number, writer and checksum; lines with content are not shorter. */
const tailBytes = 48

export function journalPath(name: JournalName): string {
  return `${journalFolder}/${name}.jsonl`
}

/** Identifies a journal without reading it: one stat. Undefined if it does not exist. */
export function statJournal(root: string, name: JournalName): FileStat | undefined {
  const found = fs.statSync(join(root, journalPath(name)), { bigint: true, throwIfNoEntry: false })
  return found && statOf(found)
}

export function printed(line: JournalLine): string {
  return `${printJournalLine(line, crc32)}\n`
}

function openJournal(root: string, name: JournalName): number | undefined {
  const path = journalPath(name)
  return openExisting(placeOf(root, path), path, fs.constants.O_RDONLY)
}

/** The checksum of the last bytes before an offset, which shows whether the text before it is still the same. */
export function tailSum(root: string, name: JournalName, offset: number): number {
  const descriptor = openJournal(root, name)
  if (descriptor === undefined) return 0
  try {
    const bytes = Buffer.alloc(Math.min(offset, tailBytes))
    fs.readSync(descriptor, bytes, 0, bytes.length, offset - bytes.length)
    return crc32(bytes)
  } finally {
    fs.closeSync(descriptor)
  }
}

/** Reads lines in pages, with pauses. Needs the lock: a last line without a break is damaged and not part of `end`. */
export async function readLines(root: string, name: JournalName, from = 0): Promise<JournalPage> {
  const read: JournalPage = { lines: [], damaged: [], end: from }
  const descriptor = openJournal(root, name)
  if (descriptor === undefined) return read
  return closing(descriptor, async () => {
    let rest: Buffer = Buffer.alloc(0)
    const { size } = fs.fstatSync(descriptor)
    for (let position = from; position < size; ) {
      if (position > from) await letOthersRun()
      const page = Buffer.allocUnsafe(Math.min(pageBytes, size - position))
      const count = fs.readSync(descriptor, page, 0, page.length, position)
      if (count === 0) break
      position += count
      const bytes = Buffer.concat([rest, page.subarray(0, count)])
      const last = bytes.lastIndexOf(lineBreak)
      rest = bytes.subarray(last + 1)
      if (last >= 0) addLines(read, bytes.toString('utf8', 0, last))
      read.end = position - rest.length
    }
    const text = rest.toString('utf8')
    const problem = `the last line of a journal is torn off: ${shown(text.slice(0, 60))}`
    if (text !== '') read.damaged.push({ text, error: new MemoryError('corrupt', problem) })
    return read
  })
}

function addLines({ lines, damaged }: JournalPage, text: string): void {
  for (const one of text.split('\n')) {
    try {
      const line = parseJournalLine(one, crc32)
      if (line) lines.push(line)
    } catch (error) {
      if (!MemoryError.isInstance(error)) throw error
      damaged.push({ text: one, error })
    }
  }
}

/**
 * Appends by one write, and one fsync if `durable`; two for a new file. A failed write is undone.
 * @param end where a line of the journal ends, if it has been followed to there: then its path is known to be sound
 */
export function appendJournal(
  root: string,
  name: JournalName,
  text: string,
  durable: boolean,
  end?: number,
): AppendedStat {
  const path = journalPath(name)
  const flags = fs.constants.O_RDWR | fs.constants.O_APPEND
  const followed = end === undefined ? undefined : openFile(join(root, path), path, flags)
  if (followed !== undefined) return appendTo(followed, text, durable, end)
  const place = placeOf(root, path)
  const existing = openExisting(place, path, flags)
  if (existing !== undefined) return appendTo(existing, text, durable)
  const { result, changed } = inDirectory(root, place.parent, () => openNew(place.file, flags))
  if (result === undefined) throw new Error(`${path} is no file that can be appended to`)
  const stat = appendTo(result, `${journalHeader}\n${text}`, durable)
  try {
    for (const directory of [...changed, place.parent]) syncNames(directory)
    return stat
  } catch (error) {
    fs.rmSync(place.file, { force: true })
    throw error
  }
}

function appendTo(descriptor: number, text: string, durable: boolean, end?: number): AppendedStat {
  try {
    const { size, mode } = fs.fstatSync(descriptor)
    tighten(descriptor, mode)
    const bytes = Buffer.from(size !== end && endsOpen(descriptor, size) ? `\n${text}` : text)
    let written = 0
    try {
      written = fs.writeSync(descriptor, bytes)
      const taken = `the disk took ${written} of ${bytes.length} bytes: free some space and try again`
      if (written < bytes.length) throw new MemoryError('storage-failed', taken)
      if (durable) fs.fsyncSync(descriptor)
    } catch (error) {
      takeBack(descriptor, size, written)
      throw error
    }
    return { ...statOf(fs.fstatSync(descriptor, { bigint: true })), tail: crc32(bytes.subarray(-tailBytes)) }
  } finally {
    fs.closeSync(descriptor)
  }
}

function syncNames(directory: string): void {
  if (process.platform === 'win32') return
  const descriptor = fs.openSync(directory, fs.constants.O_RDONLY)
  try {
    fs.fsyncSync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}

/** Replaces a journal with a header and these lines, atomically. */
export function rewriteJournal(root: string, name: JournalName, lines: Iterable<JournalLine>): Promise<FileStat> {
  return replaceText(root, placeOf(root, journalPath(name)), pagesOf(lines))
}

function* pagesOf(lines: Iterable<JournalLine>): Generator<string> {
  let text = `${journalHeader}\n`
  for (const line of lines) {
    text += printed(line)
    if (text.length < pageBytes) continue
    yield text
    text = ''
  }
  yield text
}

type Told = Parameters<NonNullable<Storage['onDamage']>>[0]

export type DamagedLines = ReturnType<typeof createDamagedLines>

/** The damaged lines found so far. They stay in the journal until it is rewritten. */
export function createDamagedLines() {
  const known = { records: new Map<string, DamagedLine>(), items: new Map<string, DamagedLine>() }
  const listeners = new Set<Told>()

  function tell(told: Told, journal: JournalName, lines: Iterable<DamagedLine>): void {
    const errors = [...lines].map(({ error }) => error)
    if (errors.length > 0) told(journal, errors)
  }

  return {
    /** Reports lines that were not known before. With `all`, these are all damaged lines of the journal. */
    found(journal: JournalName, lines: readonly DamagedLine[], all = false): void {
      const before = known[journal]
      const news = lines.filter(({ text }) => !before.has(text))
      known[journal] = new Map([...(all ? [] : before.values()), ...lines].map((line) => [line.text, line]))
      for (const told of listeners) tell(told, journal, news)
    },
    count: (): number => known.records.size + known.items.size,
    /** See `Storage.onDamage`. */
    watch(told: Told): () => void {
      listeners.add(told)
      for (const journal of journalNames) tell(told, journal, known[journal].values())
      return () => {
        listeners.delete(told)
      }
    },
  }
}
