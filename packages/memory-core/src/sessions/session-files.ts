import { LRUCache } from 'lru-cache'
import { isoTime } from '../clock.ts'
import { MemoryError } from '../errors.ts'
import { isSafeName, originOfPath, safeName } from '../storage/file-checks.ts'
import type { FileEntry, FileStat, FileStore } from '../storage/files.ts'
import type { Setting } from '../storage/storage.ts'
import { byteLength } from '../text/plain-text.ts'
import { emptyState, printState, readAdded, type SessionState } from './session-state.ts'

/** A session file as far as it was read. */
export interface OpenSession {
  readonly key: string
  state: SessionState
  stat: FileStat
  /** The number of bytes of the file in `state`; undefined if damaged bytes make it uncertain. */
  offset: number | undefined
  /** The last characters before `offset`, by which a file that has only grown is recognised. */
  ending: string
  /** The text after `offset`: the beginning of an incomplete line. */
  tail: string
  reported: Set<string>
}

export type SessionFiles = ReturnType<typeof createSessionFiles>

const openSessions = 256
/** Larger files take longer to read than building a context may; of those, only the beginning and the end are read. */
const longFile = 4_000_000
const recentBytes = 2_000_000
const headBytes = 64_000
const endingCharacters = 48
const damagedBytes = '\uFFFD'

/** Reads and writes session files, with the recently used ones in memory. Takes no locks. */
export function createSessionFiles({ storage: { files }, clock, report }: Setting, directory: string) {
  const cache = new LRUCache<string, OpenSession>({ max: openSessions })
  const path = (key: string): string => `${directory}/${safeName(key)}.jsonl`

  async function current(key: string): Promise<OpenSession | undefined> {
    const open = await read(key)
    if (open) cache.set(key, open)
    else cache.delete(key)
    return open
  }

  async function read(key: string): Promise<OpenSession | undefined> {
    const open = cache.get(key)
    const now = open && (await files.stat(path(key)))
    if (open && now?.version === open.stat.version) return open
    if (open && now && (await readGrown(open, now))) return open
    const stored = await files.read(path(key))
    if (!stored) return undefined
    const { text, ...stat } = stored
    return opened(key, text, stat, open?.reported)
  }

  function opened(key: string, text: string, stat: FileStat, reported = new Set<string>()): OpenSession {
    const open: OpenSession = { key, state: emptyState(key), stat, offset: 0, ending: '', tail: '', reported }
    take(open, text, stat)
    return open
  }

  /** Reads added text into `open`; false if the file has not only grown. */
  async function readGrown(open: OpenSession, stat: FileStat): Promise<boolean> {
    const { offset, ending } = open
    if (offset === undefined || stat.generation !== open.stat.generation || stat.size <= open.stat.size) return false
    const text = await files.readRange(path(open.key), offset - byteLength(ending), stat.size)
    const after = await files.stat(path(open.key))
    // The file was replaced between the two calls, so the text belongs to another file; or a person saved it in place.
    if (after?.generation !== stat.generation || !text.startsWith(ending)) return false
    if (open.offset === offset && open.stat.size <= stat.size) take(open, text.slice(ending.length), stat)
    // Otherwise another caller has read these bytes, or only some of them.
    return open.stat.size >= stat.size || readGrown(open, stat)
  }

  /**
   * The state from the beginning and the end of a long file. Undefined if the file was replaced in between, or if no
   * message stands at the beginning: only ids then, and more of them may follow.
   */
  async function readRecent(key: string, { size, generation }: FileStat): Promise<SessionState | undefined> {
    const state = emptyState(key)
    const head = await files.readRange(path(key), 0, headBytes)
    const end = await files.readRange(path(key), size - recentBytes, size)
    const after = await files.stat(path(key))
    const [headEnd, endStart] = [head.lastIndexOf('\n') + 1, end.indexOf('\n') + 1]
    if (after?.generation !== generation || headEnd === 0 || endStart === 0) return undefined
    readAdded(state, head.slice(0, headEnd))
    if (state.messages.size === 0) return undefined
    const { header, format, aside, removed } = state
    const last: SessionState = { ...emptyState(key), header, format, aside, removed }
    readAdded(last, end.slice(endStart))
    return last
  }

  function take(open: OpenSession, text: string, stat: FileStat): void {
    open.tail = readAdded(open.state, text)
    const start = open.offset ?? 0
    open.offset = text.includes(damagedBytes) ? undefined : start + byteLength(text) - byteLength(open.tail)
    const read = text.slice(0, text.length - open.tail.length)
    const ending = `${open.ending}${read.slice(-endingCharacters)}`.slice(-endingCharacters)
    // No character may be cut in half.
    open.ending = ending.replace(/^[\uDC00-\uDFFF]/, '')
    open.stat = stat
    for (const { line, text: damaged } of open.state.corrupt) {
      if (open.reported.has(damaged)) continue
      open.reported.add(damaged)
      const message = `line ${line} of ${path(open.key)} is not a message and is skipped; it is kept in a file of its own when the session is next rewritten`
      const about = { session: open.key, path: path(open.key), details: { line } }
      report({ type: 'line-set-aside', level: 'warn', message, ...about })
    }
  }

  function remember(open: OpenSession): OpenSession {
    cache.set(open.key, open)
    return open
  }

  return {
    path: (key: string): string => path(key),
    archiveDirectory: (key: string): string => `${directory}/${safeName(key)}.archive`,
    /** The session as it is on disk. Costs one stat if it is unchanged, and the added bytes if it has grown. */
    current: (key: string): Promise<OpenSession | undefined> => current(key),
    /** Like `current`, but does not add the session to memory, for reading many. */
    peek: (key: string): Promise<OpenSession | undefined> => read(key),
    /** Like `current`, but of a file above 4 MB that is not in memory reads only the header and the last 2 MB. */
    async recent(key: string): Promise<SessionState | undefined> {
      const stat = cache.has(key) ? undefined : await files.stat(path(key))
      const state = stat && stat.size > longFile ? await readRecent(key, stat) : undefined
      return state ?? (await current(key))?.state
    },
    /** Appends lines in one write; creates the file if `open` is undefined. Call it inside the session's lock. */
    async append(key: string, open: OpenSession | undefined, lines: readonly string[]): Promise<OpenSession> {
      const text = lines.map((line) => `${line}\n`).join('')
      const offset = open?.offset
      const stat = await files.append(path(key), text)
      if (!open) return remember(opened(key, text, stat))
      const follows = open.offset === offset && offset === open.stat.size && stat.size === offset + byteLength(text)
      if (follows && stat.generation === open.stat.generation) {
        take(open, text, stat)
        return remember(open)
      }
      // After a torn line or a concurrent read, the added lines are read from the file.
      const read = await current(key)
      if (read) return read
      const what = `session "${key.slice(0, 60)}" was deleted while it was written to; repeat the call`
      throw new MemoryError('version-conflict', what)
    },
    /** Replaces the file by `state`; damaged lines are saved beside it first. Call it inside the session's lock. */
    async rewrite(open: OpenSession, state: SessionState): Promise<OpenSession> {
      const damaged = [...open.state.corrupt.map((line) => line.text), ...(open.tail.trim() === '' ? [] : [open.tail])]
      if (damaged.length > 0) await files.append(corruptPath(path(open.key), clock()), `${damaged.join('\n')}\n`)
      const text = printState(state)
      const stat = await files.write(path(open.key), text, { ifVersion: open.stat.version })
      return remember(opened(open.key, text, stat, open.reported))
    },
  }
}

/** A session's own file, damaged lines set aside, or a copy by a sync tool or a person; undefined for other files. */
export function sessionFileKind(name: string): 'own' | 'aside' | 'copy' | undefined {
  if (name.includes('/') || !name.endsWith('.jsonl')) return undefined
  if (name.includes('.jsonl.corrupt-')) return 'aside'
  return isSafeName(name.slice(0, -'.jsonl'.length)) ? 'own' : 'copy'
}

/** The file for the damaged lines of `path`. No key has a file name with upper-case letters. */
export function corruptPath(path: string, now: number): string {
  return `${path}.corrupt-${isoTime(now).replace(/[-:.]/g, '')}.jsonl`
}

/** The files of one session: its own and the segments of its archive. */
export interface SessionEntries {
  /** The path of the session's file without its extension. */
  origin: string
  own?: FileEntry
  segments: FileEntry[]
}

export const segmentName: RegExp = /\/\d{4,9}\.jsonl$/
export const segmentFile: RegExp = /^[^/]+\.archive\/\d{4,9}\.jsonl$/

/** Groups the files of a folder by session; includes `known` origins whose files are gone. */
export function groupEntries(
  folder: string,
  entries: readonly FileEntry[],
  known: Iterable<string>,
): Map<string, SessionEntries> {
  const sessions = new Map<string, SessionEntries>()
  const at = (origin: string): SessionEntries => {
    const session = sessions.get(origin) ?? { origin, segments: [] }
    sessions.set(origin, session)
    return session
  }
  for (const origin of known) at(origin)
  for (const entry of entries) {
    const name = entry.path.slice(folder.length + 1)
    if (sessionFileKind(name) === 'own') at(originOfPath(entry.path)).own = entry
    else if (segmentFile.test(name)) at(originOfPath(entry.path)).segments.push(entry)
  }
  return sessions
}

export async function entriesOf(files: FileStore, origin: string): Promise<SessionEntries> {
  const path = `${origin}.jsonl`
  const isOwn = sessionFileKind(path.slice(path.lastIndexOf('/') + 1)) === 'own'
  const own = isOwn && (await files.stat(path))
  // Must follow the own file: a message leaves that one only after it is in the archive.
  const segments = await segmentsOf(files, origin)
  return { origin, segments, ...(own ? { own: { path, ...own } } : {}) }
}

/** The present segments of a session's archive, oldest first. */
export async function segmentsOf(files: FileStore, origin: string): Promise<FileEntry[]> {
  return (await files.list(`${origin}.archive`)).filter(({ path }) => segmentName.test(path))
}
