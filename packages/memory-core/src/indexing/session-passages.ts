import { takeTurns } from '../async.ts'
import { isoTime } from '../clock.ts'
import { entriesOf, type SessionEntries, segmentsOf } from '../sessions/session-files.ts'
import { parseSessionLine } from '../sessions/session-lines.ts'
import type { FileEntry, FileStore } from '../storage/files.ts'
import { wholeId } from '../storage/numbering.ts'
import type { Passage } from '../storage/passages.ts'
import type { IndexChange } from './marked-index.ts'
import { messagePassageId } from './passages-of.ts'
import {
  endOfPiece,
  type FileReading,
  readFile,
  readPassages,
  type SessionPlace,
  sessionPlaceOf,
} from './session-reading.ts'
import { hasOnlyGrown, isOfPart, isRewritten, isUnchanged, type Watermark } from './watermark.ts'

/** A session with more new bytes is read in pieces; if all of it is read again, it leaves the index first. */
const mostBytes = 2_000_000
/** Some 500 messages, so that capturing them does not delay other calls for long. */
const pieceBytes = 131_072

/**
 * Computes the change of the index for the changed files of a session; undefined if there is none. Reads only what is
 * new, and of large amounts the next piece. If a segment was rewritten, a file vanished or the key changed, the whole
 * session is read again. `marks` are the watermarks of its files; `known` returns the ids in the index, and is called
 * only when needed.
 * @throws MemoryError `newer-format` for a session that a newer Daybook has written
 */
export async function readSession(
  files: FileStore,
  session: SessionEntries,
  marks: ReadonlyMap<string, Watermark>,
  known: () => Promise<string[]>,
): Promise<IndexChange | undefined> {
  if (isIndexed(session, marks)) return undefined
  const place = isReadAnew(session, marks) ? undefined : await sessionPlaceOf(files, session, marks, false)
  return place && !hasOtherKey(marks, place)
    ? readNew(files, session, marks, place, known)
    : readWhole(files, session.origin, marks, known)
}

/** Whether lines were indexed under another key than the present one. */
function hasOtherKey(marks: ReadonlyMap<string, Watermark>, { key }: SessionPlace): boolean {
  return [...marks.values()].some((mark) => mark.lines > 0 && mark.key !== key)
}

async function readWhole(
  files: FileStore,
  origin: string,
  marks: ReadonlyMap<string, Watermark>,
  known: () => Promise<string[]>,
): Promise<IndexChange> {
  // Must come first, so that passages that another process indexes from now on are not taken for gone.
  const indexed = await known()
  const session = await entriesOf(files, origin)
  const forgotten = [...marks.keys()].map((path) => [path, undefined] as const)
  if (indexed.length > 0 && unreadBytes(session, new Map()) > mostBytes)
    return { upsert: [], remove: indexed, marks: new Map(forgotten), isPart: true }
  const { passages, marks: read } = await readFiles(
    files,
    session,
    new Map(),
    await sessionPlaceOf(files, session, marks, true),
  )
  return toChange(passages, indexed, new Map([...forgotten, ...read]))
}

async function readNew(
  files: FileStore,
  session: SessionEntries,
  marks: ReadonlyMap<string, Watermark>,
  place: SessionPlace,
  known: () => Promise<string[]>,
): Promise<IndexChange> {
  const isBegun = [...marks.values()].some(isOfPart)
  const isPart = unreadBytes(session, marks) > (isBegun ? pieceBytes : mostBytes)
  const { own, origin } = session
  const mark = own && marks.get(own.path)
  const isOwnNext = !isPart || nextFile(session, marks) === own
  // Must precede reading, so that passages that another process indexes from now on are not taken for gone.
  const before =
    mark?.window?.map((id) => messagePassageId(origin, id)) ??
    (isOwnNext && own && isRewritten(mark, own)
      ? (await known()).filter((id) => wholeId({ id, part: { place: 1 } }) === id)
      : [])
  const { passages, marks: read } = await (isPart ? readPiece : readFiles)(files, session, marks, place)
  const after = own && read.get(own.path)
  const isReplaced = own && after && (isRewritten(mark, own) || after.generation !== mark?.generation)
  const missing = isReplaced ? before.filter((id) => !passages.has(id)) : []
  const gone = missing.length === 0 ? [] : await takenOut(files, origin, missing)
  return { ...toChange(passages, gone, read), isPart }
}

/** The files of a session, oldest messages first. */
export function filesOf({ own, segments }: SessionEntries): FileEntry[] {
  return own ? [...segments, own] : segments
}

function unreadBytes(session: SessionEntries, marks: ReadonlyMap<string, Watermark>): number {
  return filesOf(session).reduce((sum, file) => sum + file.size - indexedBytes(file, marks), 0)
}

function indexedBytes(file: FileEntry, marks: ReadonlyMap<string, Watermark>): number {
  const mark = marks.get(file.path)
  if (isUnchanged(mark, file)) return file.size
  return mark && hasOnlyGrown(mark, file) ? mark.offset : 0
}

/** The oldest file that is not fully read. */
function nextFile(session: SessionEntries, marks: ReadonlyMap<string, Watermark>): FileEntry | undefined {
  return filesOf(session).find((one) => !isUnchanged(marks.get(one.path), one))
}

/** Reads the next piece of the oldest unread file. */
async function readPiece(
  files: FileStore,
  session: SessionEntries,
  marks: ReadonlyMap<string, Watermark>,
  place: SessionPlace,
): Promise<{ passages: FileReading['passages']; marks: Map<string, Watermark> }> {
  const read = new Map<string, Watermark>()
  const file = nextFile(session, marks)
  if (!file) return { passages: new Map(), marks: read }
  const { passages, mark } = await readFile(files, file, marks.get(file.path), place, pieceBytes)
  if (mark) read.set(file.path, mark)
  return { passages, marks: read }
}

/**
 * Stores for each message in the unread part of the session's file the line of its latest version, so that earlier
 * versions can be skipped. Resolves to the number of lines.
 */
export async function noteLastLines(
  files: FileStore,
  { own, origin }: SessionEntries,
  marks: ReadonlyMap<string, Watermark>,
  lastLines: Map<string, number>,
): Promise<number> {
  if (!own) return 0
  const mark = marks.get(own.path)
  let line = mark && hasOnlyGrown(mark, own) ? mark.lines : 0
  const turn = takeTurns()
  for (let start = indexedBytes(own, marks); start < own.size; ) {
    const end = await endOfPiece(files, own, start, mostBytes)
    for (const text of (await files.readRange(own.path, start, end)).split('\n').slice(0, -1)) {
      line++
      const said = parseSessionLine(text, { line, createdAt: isoTime(0) })
      if (said?.kind === 'message') lastLines.set(messagePassageId(origin, said.message.id), line)
      await turn()
    }
    start = end
  }
  return line
}

/** Removes from a piece the messages that have a later version. */
export function withoutFormer(change: IndexChange, path: string, lastLines: ReadonlyMap<string, number>): IndexChange {
  const read = change.marks.get(path)?.lines
  if (read === undefined) return change
  const isFormer = (passage: Passage): boolean => (lastLines.get(wholeId(passage)) ?? 0) > read
  return { ...change, upsert: change.upsert.filter((passage) => !isFormer(passage)) }
}

const newestBytes = 4_000_000

/** The newest messages beyond `marks` of a session that is read in pieces. Reads the end of each file concerned. */
export async function readNewest(
  files: FileStore,
  session: SessionEntries,
  marks: ReadonlyMap<string, Watermark>,
  most: number,
): Promise<Passage[]> {
  const place = await sessionPlaceOf(files, session, marks, false)
  const found: (readonly Passage[])[] = []
  for (const file of filesOf(session).toReversed()) {
    const left = most - found.length
    if (left <= 0) break
    const indexed = indexedBytes(file, marks)
    const start = Math.max(indexed, file.size - newestBytes)
    const lines = (await files.readRange(file.path, start, file.size)).split('\n')
    // The first line is incomplete.
    if (start > indexed) lines.shift()
    const passages: FileReading['passages'] = new Map()
    for (const [i, line] of lines.slice(-left - 1).entries()) readPassages(line, i + 2, place, passages)
    found.unshift(...passages.values())
  }
  return found.flat()
}

/** Reads what is new in the files of a session, with the watermarks after it. */
async function readFiles(
  files: FileStore,
  session: SessionEntries,
  marks: ReadonlyMap<string, Watermark>,
  place: SessionPlace,
): Promise<{ passages: Map<string, readonly Passage[]>; marks: Map<string, Watermark> }> {
  const { own, origin } = session
  const current = own && (await readFile(files, own, marks.get(own.path), place))
  // Listed after reading the file: a trim in between moves messages from it to the archive.
  const segments = current?.mark ? await segmentsOf(files, origin) : session.segments
  const passages = new Map<string, readonly Passage[]>()
  const read = new Map<string, Watermark>()
  const take = (path: string, reading: FileReading): void => {
    for (const [id, passage] of reading.passages) passages.set(id, passage)
    if (reading.mark) read.set(path, reading.mark)
  }
  for (const file of segments) take(file.path, await readFile(files, file, marks.get(file.path), place))
  if (own && current) take(own.path, current)
  return { passages, marks: read }
}

/** Whether the index is up to date with exactly these files. */
export function isIndexed(session: SessionEntries, marks: ReadonlyMap<string, Watermark>): boolean {
  const { own } = session
  const areKnown = filesOf(session).every((file) => isUnchanged(marks.get(file.path), file))
  return areKnown && !hasVanished(session, marks) && (!own || isKeyed(marks.get(own.path)))
}

/** False if the file was recreated and its messages were read before its first line: their key is the file's name. */
function isKeyed(mark: Watermark | undefined): boolean {
  return mark?.key !== undefined || mark?.lines === 0
}

function hasVanished(session: SessionEntries, marks: ReadonlyMap<string, Watermark>): boolean {
  const present = new Set(filesOf(session).map(({ path }) => path))
  return [...marks.keys()].some((path) => !present.has(path))
}

/** Whether the index may hold messages of an archive file that was rewritten, or of any file that is gone. */
function isReadAnew(session: SessionEntries, marks: ReadonlyMap<string, Watermark>): boolean {
  return hasVanished(session, marks) || session.segments.some((file) => isRewritten(marks.get(file.path), file))
}

/**
 * The passages among `ids` whose messages are in no file of the session, because a person deleted them. Starts with the
 * last segment, where trimmed messages are.
 */
async function takenOut(files: FileStore, origin: string, ids: readonly string[]): Promise<string[]> {
  const left = new Set(ids)
  const turn = takeTurns()
  const drop = async (file: FileEntry): Promise<void> => {
    let first = 1
    for (let start = 0; start < file.size && left.size > 0; ) {
      const end = await endOfPiece(files, file, start, mostBytes)
      const lines = (await files.readRange(file.path, start, end)).split('\n')
      for (const [i, text] of lines.entries()) {
        const said = parseSessionLine(text, { line: first + i, createdAt: isoTime(0) })
        if (said?.kind === 'message') left.delete(messagePassageId(origin, said.message.id))
        await turn()
      }
      first += lines.length - 1
      start = end
    }
  }
  const { own } = await entriesOf(files, origin)
  if (own) await drop(own)
  for (const file of left.size === 0 ? [] : (await segmentsOf(files, origin)).toReversed()) await drop(file)
  return [...left]
}

function toChange(
  passages: ReadonlyMap<string, readonly Passage[]>,
  gone: readonly string[],
  marks: IndexChange['marks'],
): IndexChange {
  const upsert = [...passages.values()].flat()
  const removed = [...passages].filter(([, parts]) => parts.length === 0).map(([id]) => id)
  const kept = new Set(upsert.map((passage) => passage.id))
  return { upsert, remove: [...removed, ...gone.filter((id) => !kept.has(id))], marks }
}
