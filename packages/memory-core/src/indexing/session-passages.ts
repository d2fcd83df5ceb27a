import { takeTurns } from '../async.ts'
import { isoTime } from '../clock.ts'
import { entriesOf, type SessionEntries, segmentsOf } from '../sessions/session-files.ts'
import { parseSessionLine } from '../sessions/session-lines.ts'
import type { FileEntry, FileStore } from '../storage/files.ts'
import { messagePassageId, wholeId } from '../storage/numbering.ts'
import type { Passage } from '../storage/passages.ts'
import {
  hasOnlyGrown,
  type IndexChange,
  isAsRead,
  isOfPart,
  isRewritten,
  isUnchanged,
  type Watermarks,
} from './marked-index.ts'
import {
  endOfPiece,
  type FilesRead,
  readFile,
  readPassages,
  type SessionPlace,
  type SessionReading,
  sessionPlaceOf,
} from './session-reading.ts'

/**
 * More new bytes than this are read in pieces; if the session must be read from its beginning, its passages are removed
 * first.
 */
const mostBytes = 2_000_000
/** Some 500 messages, so that capturing them does not delay other calls for long. */
const pieceBytes = 131_072

/** Returns the ids of a session's passages in the index. */
type KnownIds = () => Promise<string[]>

/**
 * Computes the change of the index for the changed files of a session; undefined if there is none. Reads only what is
 * new, and of large amounts the next piece. If a segment was rewritten, a file vanished or the key changed, the whole
 * session is read again. `known` is called only when needed.
 * @throws MemoryError `newer-format` for a session that a newer Daybook has written
 */
export async function readSession(given: SessionReading, known: KnownIds): Promise<IndexChange | undefined> {
  if (isIndexed(given)) return undefined
  const reading = { ...given, marks: await marksOfGrown(given) }
  const { session, marks } = reading
  const isRewrittenOrGone =
    hasVanished(session, marks) || session.segments.some((file) => isRewritten(marks.get(file.path), file))
  if (isRewrittenOrGone) return readWhole(reading, known)
  const place = await sessionPlaceOf(reading)
  const hasOtherKey = [...marks.values()].some((mark) => mark.lines > 0 && mark.key !== place.key)
  return hasOtherKey ? readWhole(reading, known) : readNew(reading, place, known)
}

/** The marks of the files. A file that was saved in place, and did not only grow, counts as rewritten. */
async function marksOfGrown({ files, session, marks }: SessionReading): Promise<Watermarks> {
  const held = new Map(marks)
  for (const file of filesOf(session)) {
    const mark = marks.get(file.path)
    if (!mark || mark.offset < 1 || isUnchanged(mark, file) || !hasOnlyGrown(mark, file)) continue
    // What is appended begins after a line break.
    const isAppended =
      file.size > mark.offset && (await files.readRange(file.path, mark.offset - 1, mark.offset)) === '\n'
    if (!isAppended) held.set(file.path, { ...mark, offset: -1 })
  }
  return held
}

async function readWhole({ files, session: { origin }, marks }: SessionReading, known: KnownIds): Promise<IndexChange> {
  // Must come first, so that passages that another process indexes from now on are not taken for gone.
  const indexed = await known()
  const session = await entriesOf(files, origin)
  const anew = { files, session, marks: new Map() }
  const forgotten = [...marks.keys()].map((path) => [path, undefined] as const)
  if (indexed.length > 0 && unreadBytes(anew) > mostBytes)
    return { upsert: [], remove: indexed, marks: new Map(forgotten), isPart: true }
  const read = await readFiles(anew, await sessionPlaceOf({ files, session, marks }, true))
  return toChange(read.passages, indexed, new Map([...forgotten, ...read.marks]))
}

async function readNew(reading: SessionReading, place: SessionPlace, known: KnownIds): Promise<IndexChange> {
  const { files, session, marks } = reading
  const isBegun = [...marks.values()].some(isOfPart)
  const isPart = unreadBytes(reading) > (isBegun ? pieceBytes : mostBytes)
  const { own, origin } = session
  const mark = own && marks.get(own.path)
  const next = isPart ? filesOf(session).find((file) => !isUnchanged(marks.get(file.path), file)) : undefined
  const isOwnNext = !next || next === own
  // Must precede reading, so that passages that another process indexes from now on are not taken for gone.
  const before =
    mark?.window?.map((id) => messagePassageId(origin, id)) ??
    (isOwnNext && own && isRewritten(mark, own)
      ? (await known()).filter((id) => wholeId({ id, part: { place: 1 } }) === id)
      : [])
  const { passages, marks: read } = await (next
    ? readFile(reading, next, place, pieceBytes)
    : readFiles(reading, place))
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

function unreadBytes(reading: SessionReading): number {
  return filesOf(reading.session).reduce((sum, file) => sum + file.size - indexedBytes(file, reading.marks), 0)
}

function indexedBytes(file: FileEntry, marks: Watermarks): number {
  const mark = marks.get(file.path)
  if (isUnchanged(mark, file)) return file.size
  return mark && hasOnlyGrown(mark, file) ? mark.offset : 0
}

/**
 * Stores for each message in the unread part of the session's file the line of its latest version, so that earlier
 * versions can be skipped. Resolves to the number of lines; undefined if `isStopped` said so before the end.
 */
export async function noteLastLines(
  { files, session: { own, origin }, marks }: SessionReading,
  lastLines: Map<string, number>,
  isStopped: () => boolean = () => false,
): Promise<number | undefined> {
  if (!own) return 0
  const mark = marks.get(own.path)
  let last = mark && hasOnlyGrown(mark, own) ? mark.lines : 0
  for await (const { line, id, isWhole } of linesIn(files, origin, own, indexedBytes(own, marks), last)) {
    if (isStopped()) return undefined
    if (isWhole) last = line
    if (isWhole && id !== undefined) lastLines.set(id, line)
  }
  return last
}

/** The lines of a file from an offset on, each with its message's passage id, if it has one. `before`: lines before it. */
async function* linesIn(files: FileStore, origin: string, file: FileEntry, offset: number, before: number) {
  const turn = takeTurns()
  let line = before
  for (let start = offset; start < file.size; ) {
    const end = await endOfPiece(files, file, start, mostBytes)
    const lines = (await files.readRange(file.path, start, end)).split('\n')
    for (const [i, text] of lines.entries()) {
      line += 1
      const said = parseSessionLine(text, { line, createdAt: isoTime(0) })
      const id = said?.kind === 'message' ? messagePassageId(origin, said.message.id) : undefined
      yield { line, id, isWhole: i < lines.length - 1 }
      await turn()
    }
    // A piece ends with a line break, after which there is no line.
    line -= 1
    start = end
  }
}

/** Removes from a piece the messages that have a later version. */
export function withoutFormer(change: IndexChange, path: string, lastLines: ReadonlyMap<string, number>): IndexChange {
  const read = change.marks.get(path)?.lines
  if (read === undefined) return change
  const isFormer = (passage: Passage): boolean => (lastLines.get(wholeId(passage)) ?? 0) > read
  return { ...change, upsert: change.upsert.filter((passage) => !isFormer(passage)) }
}

const newestBytes = 4_000_000

/** The newest messages beyond the marks of a session that is read in pieces. Reads the end of each file concerned. */
export async function readNewest(reading: SessionReading, most: number): Promise<Passage[]> {
  const { files, session, marks } = reading
  const place = await sessionPlaceOf(reading)
  const found: (readonly Passage[])[] = []
  for (const file of filesOf(session).toReversed()) {
    const left = most - found.length
    if (left <= 0) break
    const indexed = indexedBytes(file, marks)
    const start = Math.max(indexed, file.size - newestBytes)
    const lines = (await files.readRange(file.path, start, file.size)).split('\n')
    // The first line is incomplete.
    if (start > indexed) lines.shift()
    const passages: FilesRead['passages'] = new Map()
    for (const [i, line] of lines.slice(-left - 1).entries()) readPassages(line, i + 2, place, passages)
    found.unshift(...passages.values())
  }
  return found.flat()
}

/** Reads what is new in the files of a session, with the watermarks after it. */
async function readFiles(reading: SessionReading, place: SessionPlace): Promise<FilesRead> {
  const { files, session } = reading
  const { own, origin } = session
  const current = own && (await readFile(reading, own, place))
  // Listed after reading the file: a trim in between moves messages from it to the archive.
  const segments = current?.marks.size ? await segmentsOf(files, origin) : session.segments
  const read: FilesRead[] = []
  for (const file of segments) read.push(await readFile(reading, file, place))
  if (current) read.push(current)
  return {
    passages: new Map(read.flatMap(({ passages }) => [...passages])),
    marks: new Map(read.flatMap(({ marks }) => [...marks])),
  }
}

/** Marks of files that were indexed without capture: {@link uncapturedUnread} reads them again. */
export function uncaptured(marks: IndexChange['marks']): IndexChange['marks'] {
  return new Map([...marks].map(([path, mark]) => [path, mark && { ...mark, isUncaptured: true }]))
}

/** Marks with those of files that were indexed without capture as if the files had changed since. */
export function uncapturedUnread(marks: Watermarks): Watermarks {
  if (![...marks.values()].some(({ isUncaptured }) => isUncaptured)) return marks
  return new Map([...marks].map(([path, it]) => [path, it.isUncaptured ? { ...it, version: '', offset: -1 } : it]))
}

/** Whether the index is up to date with exactly these files. */
export function isIndexed({ session, marks }: Omit<SessionReading, 'files'>): boolean {
  const { own } = session
  const mark = own && marks.get(own.path)
  // False if the file was recreated and its messages were read before its first line: their key is the file's name.
  const isKeyed = !own || mark?.key !== undefined || mark?.lines === 0
  const areKnown = filesOf(session).every((file) => isUnchanged(marks.get(file.path), file))
  return areKnown && !hasVanished(session, marks) && isKeyed
}

function hasVanished(session: SessionEntries, marks: Watermarks): boolean {
  const present = new Set(filesOf(session).map(({ path }) => path))
  return [...marks.keys()].some((path) => !present.has(path))
}

/**
 * The passages among `ids` whose messages are in no file of the session, because a person deleted them. Starts with the
 * last segment, where trimmed messages are.
 */
async function takenOut(files: FileStore, origin: string, ids: readonly string[]): Promise<string[]> {
  const left = new Set(ids)
  const drop = async (file: FileEntry): Promise<void> => {
    if (left.size === 0) return
    for await (const { id } of linesIn(files, origin, file, 0, 0)) {
      if (id !== undefined) left.delete(id)
      if (left.size === 0) return
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

/**
 * The ids of messages that were removed or changed in a session since `change` was read from it; `marks` are the
 * watermarks before. Costs one stat for each file that was read, and a read of what is new in a changed file.
 */
export async function withdrawnSince(
  files: FileStore,
  origin: string,
  marks: Watermarks,
  { upsert, marks: read }: IndexChange,
): Promise<ReadonlySet<string>> {
  const isSaid = await Promise.all(
    [...read].map(async ([path, mark]) => {
      const stat = await files.stat(path)
      return mark && stat ? isAsRead(mark, stat) : mark === stat
    }),
  )
  if (isSaid.every(Boolean)) return new Set()
  const said = new Map(upsert.map((passage) => [passage.id, passage]))
  const known = new Map([...marks].filter(([path]) => !read.has(path)))
  for (const [path, mark] of read) if (mark) known.set(path, mark)
  const reading = { files, session: await entriesOf(files, origin), marks: known }
  const later = await readSession(reading, async () => [...said.keys()])
  const printed = (passage?: Passage): string => JSON.stringify([passage?.text, passage?.source, passage?.part])
  const changed = later?.upsert.filter((passage) => printed(passage) !== printed(said.get(passage.id))) ?? []
  const gone = [...(later?.remove ?? []), ...changed.map(({ id }) => id)]
  return new Set(
    gone.flatMap((id) => {
      const { source } = said.get(id) ?? {}
      return source && 'messageId' in source ? [source.messageId] : []
    }),
  )
}
