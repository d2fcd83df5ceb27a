import { isoTime } from '../clock.ts'
import { parseSessionLine } from '../sessions/session-lines.ts'
import type { FileEntry, FileStore } from '../storage/files.ts'
import type { Passage } from '../storage/passages.ts'
import { safeName } from '../storage/safe-name.ts'
import { letOthersRun } from './let-others-run.ts'
import type { IndexChange } from './marked-index.ts'
import { messagePassageId, passageOfMessage } from './passages-of.ts'
import { entriesOf, type SessionEntries, segmentsOf } from './session-entries.ts'
import { hasOnlyGrown, isRewritten, isUnchanged, type Watermark } from './watermark.ts'

/** What holds for all lines of a session. */
interface SessionPlace {
  origin: string
  key: string
  createdAt: string
}

/** What the new part of a file says. */
interface FileReading {
  /** By passage id; undefined for a removed message. */
  passages: Map<string, Passage | undefined>
  /** Undefined when nothing was read. */
  mark?: Watermark
}

const headerBytes = 65_536
/** To analyse so many takes some ten milliseconds. */
const linesInOneGo = 500
const readAttempts = 5

/**
 * What has to change in the index because files of one session have changed; undefined when nothing has. Reads only
 * what is new, unless a segment was rewritten or a file vanished: then the whole session is read again. `marks` are the
 * watermarks of its files; `known` gives the ids in the index now, asked for only in that case.
 * @throws MemoryError `newer-format` for a session that a newer Daybook has written
 */
export async function readSession(
  files: FileStore,
  session: SessionEntries,
  marks: ReadonlyMap<string, Watermark>,
  known: () => Promise<string[]>,
): Promise<IndexChange | undefined> {
  const { own, segments } = session
  const present = own ? [...segments, own] : segments
  const vanished = [...marks.keys()].filter((path) => !present.some((file) => file.path === path))
  if (vanished.length === 0 && present.every((file) => isUnchanged(marks.get(file.path), file))) return undefined
  const anew = vanished.length > 0 || isReadAnew(session, marks)
  return anew ? readWhole(files, session.origin, marks, known) : readNew(files, session, marks)
}

async function readWhole(
  files: FileStore,
  origin: string,
  marks: ReadonlyMap<string, Watermark>,
  known: () => Promise<string[]>,
): Promise<IndexChange> {
  // Before anything else: what another process writes and indexes from now on is not taken for gone.
  const indexed = await known()
  const session = await entriesOf(files, origin)
  const { passages, marks: read } = await readFiles(
    files,
    session,
    new Map(),
    await placeOf(files, session, marks, true),
  )
  const forgotten = [...marks.keys()].map((path) => [path, undefined] as const)
  return toChange(passages, indexed, new Map([...forgotten, ...read]))
}

async function readNew(
  files: FileStore,
  session: SessionEntries,
  marks: ReadonlyMap<string, Watermark>,
): Promise<IndexChange> {
  const place = await placeOf(files, session, marks, false)
  const { passages, marks: read } = await readFiles(files, session, marks, place)
  const { own, origin } = session
  const mark = own && marks.get(own.path)
  const before = own && isRewritten(mark, own) ? (mark?.window ?? []) : []
  const missing = before.filter((id) => !passages.has(messagePassageId(origin, id)))
  const gone = missing.length === 0 ? [] : await takenOut(files, origin, missing)
  return toChange(
    passages,
    gone.map((id) => messagePassageId(origin, id)),
    read,
  )
}

/** What is new in the files of a session, and how far they are read then. */
async function readFiles(
  files: FileStore,
  session: SessionEntries,
  marks: ReadonlyMap<string, Watermark>,
  place: SessionPlace,
): Promise<{ passages: Map<string, Passage | undefined>; marks: Map<string, Watermark> }> {
  const { own, origin } = session
  const current = own && (await readFile(files, own, marks.get(own.path), place))
  // Its own file first, then the archive as it is by now: a trim in between has put there what it took from the file.
  const segments = current?.mark ? await segmentsOf(files, origin) : session.segments
  const passages = new Map<string, Passage | undefined>()
  const read = new Map<string, Watermark>()
  const take = (path: string, reading: FileReading): void => {
    for (const [id, passage] of reading.passages) passages.set(id, passage)
    if (reading.mark) read.set(path, reading.mark)
  }
  for (const file of segments) take(file.path, await readFile(files, file, marks.get(file.path), place))
  if (own && current) take(own.path, current)
  return { passages, marks: read }
}

/** Whether the index may hold what a rewritten file does not say any more, and nothing but reading all can tell. */
function isReadAnew({ own, segments }: SessionEntries, marks: ReadonlyMap<string, Watermark>): boolean {
  if (segments.some((file) => isRewritten(marks.get(file.path), file))) return true
  const mark = own && marks.get(own.path)
  return own !== undefined && mark?.window === undefined && isRewritten(mark, own)
}

/** The session's key and beginning stand in its first line only; the key is believed when it leads to this file. */
async function placeOf(
  files: FileStore,
  { origin, own }: SessionEntries,
  marks: ReadonlyMap<string, Watermark>,
  anew: boolean,
): Promise<SessionPlace> {
  const marked = (own && marks.get(own.path)) ?? [...marks.values()].find((mark) => mark.key !== undefined)
  const name = origin.slice(origin.lastIndexOf('/') + 1)
  const place = { origin, key: marked?.key ?? name, createdAt: marked?.createdAt ?? isoTime(0) }
  if (!own || (marked?.key !== undefined && !anew)) return place
  const start = await files.readRange(own.path, 0, headerBytes)
  const end = start.indexOf('\n')
  const line = parseLine(end < 0 ? start : start.slice(0, end), 1, place)
  if (line?.kind === 'message') return { ...place, createdAt: line.message.createdAt }
  if (line?.kind !== 'header') return place
  const { key, createdAt } = line.header
  return { ...place, createdAt, ...(leadsTo(key, name) ? { key } : {}) }
}

function leadsTo(key: string, name: string): boolean {
  return key !== '' && key.isWellFormed() && safeName(key) === name
}

/** Reads the new part of a file. */
async function readFile(
  files: FileStore,
  entry: FileEntry,
  mark: Watermark | undefined,
  place: SessionPlace,
): Promise<FileReading> {
  const reading: FileReading = { passages: new Map() }
  if (isUnchanged(mark, entry)) return reading
  const { file, grown, text } = await readAdded(files, entry, mark)
  const lines = text.split('\n')
  const rest = lines.at(-1) ?? ''
  const first = grown?.lines ?? 0
  const ids: string[] = []
  for (const [i, line] of lines.entries()) {
    if (i % linesInOneGo === linesInOneGo - 1) await letOthersRun()
    ids.push(...readLine(line, first + i + 1, place, reading.passages))
  }
  reading.mark = {
    version: file.version,
    generation: file.generation,
    offset: rest === '' ? file.size : -1,
    lines: first + lines.length - 1,
    key: place.key,
    createdAt: place.createdAt,
    ...windowAfter(file, place, grown, ids),
  }
  return reading
}

/** The text behind the mark; when the file is replaced while it is read, the text of the new one. */
async function readAdded(
  files: FileStore,
  entry: FileEntry,
  mark: Watermark | undefined,
): Promise<{ file: FileEntry; grown: Watermark | undefined; text: string }> {
  let file = entry
  for (let attempt = 1; ; attempt++) {
    const grown = mark !== undefined && hasOnlyGrown(mark, file) ? mark : undefined
    const text = await files.readRange(file.path, grown?.offset ?? 0, file.size)
    const after = await files.stat(file.path)
    if (!after || after.generation === file.generation || attempt === readAttempts) return { file, grown, text }
    file = { path: file.path, ...after }
  }
}

/** The ids in the window, where they are known: after a restart a long one is not, until the file is read whole again. */
function windowAfter(
  { path }: FileEntry,
  { origin }: SessionPlace,
  grown: Watermark | undefined,
  ids: readonly string[],
): Pick<Watermark, 'window'> {
  if (path !== `${origin}.jsonl`) return {}
  if (!grown) return { window: ids }
  return grown.window ? { window: [...grown.window, ...ids] } : {}
}

function readLine(
  text: string,
  line: number,
  place: SessionPlace,
  passages: Map<string, Passage | undefined>,
): string[] {
  const parsed = parseLine(text, line, place)
  if (parsed?.kind === 'remove')
    for (const id of parsed.ids) passages.set(messagePassageId(place.origin, id), undefined)
  if (parsed?.kind !== 'message') return []
  const { message } = parsed
  passages.set(messagePassageId(place.origin, message.id), passageOfMessage(place.origin, place.key, message))
  return [message.id]
}

function parseLine(text: string, line: number, { createdAt }: SessionPlace): ReturnType<typeof parseSessionLine> {
  // A byte order mark is what some editors put before the first line.
  const said = line === 1 && text.startsWith('\uFEFF') ? text.slice(1) : text
  return said === '' ? undefined : parseSessionLine(said, { line, createdAt })
}

/** Those of the messages that are in no file of the session: a person has deleted them. Trimmed ones are in the last segment. */
async function takenOut(files: FileStore, origin: string, ids: readonly string[]): Promise<string[]> {
  const left = new Set(ids)
  const drop = async (path: string): Promise<void> => {
    for (const [i, text] of (await files.readRange(path, 0)).split('\n').entries()) {
      const line = parseLine(text, i + 1, { origin, key: '', createdAt: isoTime(0) })
      if (line?.kind === 'message') left.delete(line.message.id)
    }
  }
  await drop(`${origin}.jsonl`)
  for (const { path } of left.size === 0 ? [] : (await segmentsOf(files, origin)).toReversed())
    if (left.size > 0) await drop(path)
  return [...left]
}

function toChange(
  passages: ReadonlyMap<string, Passage | undefined>,
  gone: readonly string[],
  marks: IndexChange['marks'],
): IndexChange {
  const upsert = [...passages.values()].filter((passage) => passage !== undefined)
  const removed = [...passages].filter(([, passage]) => passage === undefined).map(([id]) => id)
  const kept = new Set(upsert.map((passage) => passage.id))
  return { upsert, remove: [...removed, ...gone.filter((id) => !kept.has(id))], marks }
}
