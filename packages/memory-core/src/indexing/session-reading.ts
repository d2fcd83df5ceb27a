import { takeTurns } from '../async.ts'
import { isoTime } from '../clock.ts'
import type { SessionEntries } from '../sessions/session-files.ts'
import { parseSessionLine } from '../sessions/session-lines.ts'
import { isSafeNameOf } from '../storage/file-checks.ts'
import type { FileEntry, FileStore } from '../storage/files.ts'
import { messagePassageId } from '../storage/numbering.ts'
import type { Passage } from '../storage/passages.ts'
import { hasOnlyGrown, isUnchanged, versionUpTo, type Watermark, type Watermarks } from './marked-index.ts'
import { passagesOfMessage } from './passages-of.ts'

/** The present files of a session, and the watermarks up to which they are indexed. */
export interface SessionReading {
  files: FileStore
  session: SessionEntries
  marks: Watermarks
}

/** The properties that all lines of a session share. */
export interface SessionPlace {
  origin: string
  key: string
  createdAt: string
  /** Whether key and time are final: the first line is complete, or was read before, or there is no file. */
  isSettled: boolean
}

/** The new part of files, parsed. */
export interface FilesRead {
  /** The passages of each message, by the message's passage id; none for a removed message. */
  passages: Map<string, readonly Passage[]>
  /** The watermarks of the files that were read, by path. */
  marks: Map<string, Watermark>
}

const headerBytes = 65_536
const readAttempts = 5

/**
 * The key and the start time of a session are only in its first line, and a key counts only if it maps to this file.
 * Until that line is complete, as in a new file, the file's name serves as the key.
 */
export async function sessionPlaceOf(reading: SessionReading, anew = false): Promise<SessionPlace> {
  const { files, session, marks } = reading
  const { origin, own } = session
  const name = origin.slice(origin.lastIndexOf('/') + 1)
  const marked = [own && marks.get(own.path), ...marks.values()].find(
    (mark) => mark?.key && isSafeNameOf(name, mark.key),
  )
  const { key = name, createdAt = isoTime(0) } = marked ?? {}
  const place = { origin, key, createdAt, isSettled: marked !== undefined || !own }
  if (!own || (marked && !anew)) return place
  const first = await firstLineOf(files, own)
  const line = parseSessionLine(first.text, { line: 1, createdAt })
  const isSettled = place.isSettled || first.isWhole || line !== undefined
  if (line?.kind === 'message') return { ...place, isSettled, createdAt: line.message.createdAt }
  if (line?.kind !== 'header') return { ...place, isSettled }
  const { header } = line
  return { origin, key: isSafeNameOf(name, header.key) ? header.key : key, createdAt: header.createdAt, isSettled }
}

async function firstLineOf(files: FileStore, { path, size }: FileEntry): Promise<{ text: string; isWhole: boolean }> {
  const start = await files.readRange(path, 0, headerBytes)
  // The first line can be long: a title or metadata has no limit.
  const text = start.includes('\n') || size <= headerBytes ? start : await files.readRange(path, 0)
  const end = text.indexOf('\n')
  return { text: end < 0 ? text : text.slice(0, end), isWhole: end >= 0 }
}

/** Reads the new part of a file; with `most`, about that many bytes of whole lines. */
export async function readFile(
  { files, marks }: SessionReading,
  entry: FileEntry,
  place: SessionPlace,
  most: number = Number.POSITIVE_INFINITY,
): Promise<FilesRead> {
  const passages: FilesRead['passages'] = new Map()
  const mark = marks.get(entry.path)
  if (isUnchanged(mark, entry)) return { passages, marks: new Map() }
  const { file, grown, text, end } = await readAdded(files, entry, mark, most)
  const lines = text.split('\n')
  const rest = lines.at(-1) ?? ''
  const first = grown?.lines ?? 0
  const ids: string[] = []
  const turn = takeTurns()
  for (const [i, line] of lines.entries()) {
    await turn()
    ids.push(...readPassages(line, first + i + 1, place, passages))
  }
  const read: Watermark = {
    version: end < file.size ? versionUpTo(end) : file.version,
    generation: file.generation,
    offset: rest === '' ? end : -1,
    lines: first + lines.length - 1,
    ...(place.isSettled && { key: place.key, createdAt: place.createdAt }),
    // The message ids in the window. Unknown for a long window after a restart, until the file is read whole again.
    ...(file.path === `${place.origin}.jsonl` &&
      (!grown || grown.window) && { window: [...(grown?.window ?? []), ...ids] }),
  }
  return { passages, marks: new Map([[entry.path, read]]) }
}

/** The text after the mark; if the file is replaced during the read, the text of the new one. */
async function readAdded(
  files: FileStore,
  entry: FileEntry,
  mark: Watermark | undefined,
  most: number,
): Promise<{ file: FileEntry; grown: Watermark | undefined; text: string; end: number }> {
  let file = entry
  for (let attempt = 1; ; attempt++) {
    const grown = mark !== undefined && hasOnlyGrown(mark, file) ? mark : undefined
    const end = await endOfPiece(files, file, grown?.offset ?? 0, most)
    const text = await files.readRange(file.path, grown?.offset ?? 0, end)
    const after = await files.stat(file.path)
    if (!after || after.generation === file.generation || attempt === readAttempts) return { file, grown, text, end }
    file = { path: file.path, ...after }
  }
}

/** The offset where whole lines of about `most` bytes end. Binary search: text has no byte offsets. */
export async function endOfPiece(files: FileStore, file: FileEntry, start: number, most: number): Promise<number> {
  const { path, size } = file
  let [low, high] = [start, start + most]
  if (high >= size) return size
  if (!(await files.readRange(path, low, high)).includes('\n')) return endOfPiece(files, file, start, 2 * most)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if ((await files.readRange(path, middle, high)).includes('\n')) low = middle
    else high = middle
  }
  return high
}

/** Adds the passages of the message in a line, or none for messages that the line removes. Returns the message's id. */
export function readPassages(
  text: string,
  line: number,
  place: SessionPlace,
  passages: Map<string, readonly Passage[]>,
): string[] {
  const parsed = parseSessionLine(text, { line, createdAt: place.createdAt })
  if (parsed?.kind === 'remove') for (const id of parsed.ids) passages.set(messagePassageId(place.origin, id), [])
  if (parsed?.kind !== 'message') return []
  const { message } = parsed
  const parts = passagesOfMessage(place.origin, place.key, message)
  passages.set(messagePassageId(place.origin, message.id), parts)
  return [message.id]
}
