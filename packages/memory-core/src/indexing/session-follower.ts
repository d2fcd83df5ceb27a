import { takeTurns } from '../async.ts'
import { MemoryError } from '../errors.ts'
import { entriesOf, groupEntries, type SessionEntries } from '../sessions/session-files.ts'
import { originOfPath } from '../storage/file-checks.ts'
import type { FileEntry } from '../storage/files.ts'
import type { Passage } from '../storage/passages.ts'
import type { Setting } from '../storage/storage.ts'
import { isSameListing } from './followers.ts'
import {
  type IndexChange,
  isOfPart,
  isRewritten,
  isUnchanged,
  type MarkedIndex,
  unreadMark,
  type Watermarks,
} from './marked-index.ts'
import { wholeTexts } from './passages-of.ts'
import {
  filesOf,
  isIndexed,
  noteLastLines,
  readNewest,
  readSession,
  uncaptured,
  uncapturedUnread,
  withdrawnSince,
  withoutFormer,
} from './session-passages.ts'
import type { SessionReading } from './session-reading.ts'

/**
 * Captures records from messages of a session before they enter the index: new messages, and some that were indexed
 * before. The watermark advances when it resolves, so a crash repeats the call. `withdrawn` returns the ids of messages
 * that were removed or changed since they were read; it costs one stat for each file that was read. `isBegun` says
 * whether something of the session was indexed before.
 */
export type CaptureMessages = (
  messages: readonly Passage[],
  offered: { withdrawn: () => Promise<ReadonlySet<string>>; isBegun: boolean },
) => Promise<void>

/** The location of the sessions, and callbacks. */
export interface SessionSource {
  directory: string
  path(session: string): string
  /** Restores the order of a session file that contains the lines of two merged copies. Resolves to whether it did. */
  settle?(path: string): Promise<boolean>
  /**
   * Called once for each session with messages in its window when this process first looks, so that it can resume work
   * that earlier processes left due. `messages` is the number of lines if the window is very long.
   */
  grown?(session: string, messages: number): void
}

/** A listing is repeated after this many times its duration; with many sessions, others' messages arrive later. */
const listShare = 10
/** Up to this many files are listed each time. */
const fewFiles = 100
/** Reading more bytes takes longer than a call waits, so the newest sessions come first. */
const largeFolder = 2_000_000
/** Number of the newest messages that are indexed before the rest of a long session. */
const newestMessages = 1_000
/** Larger files are settled when their session is opened: here it would take too long. */
const mostSettled = 4_000_000

function changedAt({ own, segments }: SessionEntries): number {
  return Math.max(0, ...[own, ...segments].map((file) => file?.changedAt ?? 0))
}

/** Keeps the passages of the sessions up to date with their files. */
export function createSessionFollower(
  { storage, report }: Setting,
  index: MarkedIndex,
  source: SessionSource,
  { capture, isAwaited }: { capture: CaptureMessages | undefined; isAwaited(): boolean },
) {
  const { files } = storage
  let nextListing = 0
  /** The listing whose sessions have all been followed. */
  let followed: readonly FileEntry[] | undefined
  /** How often the index lost its content. A listing or scan begun before that proves nothing. */
  let losses = 0
  let isGrownReported = false
  const touched = new Set<string>()
  /** Sessions with messages that could not be captured yet. */
  const waiting = new Set<string>()
  /** The versions of session files that only a newer Daybook can read. */
  const refused = new Map<string, string>()

  function isSession(origin: string): boolean {
    return origin.startsWith(`${source.directory}/`)
  }

  async function followSession(session: SessionEntries): Promise<void> {
    const { origin, own } = session
    if (own && refused.get(origin) === own.version) return
    try {
      if (!(await hasChanged(await inOrder(session)))) return
      // A session that changed while it was read is read once more, soon.
      const now = await entriesOf(files, origin)
      if (!isIndexed({ session: now, marks: await index.marksOf(origin) })) touched.add(origin)
    } catch (error) {
      if (!own || !MemoryError.isInstance(error) || error.code !== 'newer-format') throw error
      refused.set(origin, own.version)
      const message = `a session cannot be searched: ${error.message}`
      report({ type: 'session-unreadable', level: 'warn', message, path: own.path, error })
    }
  }

  /** A new or replaced file may be the result of merging two copies. */
  async function inOrder(session: SessionEntries): Promise<SessionEntries> {
    const { origin, own } = session
    if (!own || !source.settle || own.size > mostSettled) return session
    const mark = (await index.marksOf(origin)).get(own.path)
    if (mark && !isRewritten(mark, own)) return session
    return (await source.settle(own.path)) ? entriesOf(files, origin) : session
  }

  /**
   * Indexes what is new in a session, large amounts in pieces with a watermark each, which bounds the use of memory and
   * lets work continue after a crash. If a call waits, the newest messages are indexed first, without capture, and once
   * more in their turn, which assigns them the numbers of their position. Resolves to whether files may have changed
   * since they were listed.
   */
  async function hasChanged(session: SessionEntries): Promise<boolean> {
    const { origin } = session
    const turn = takeTurns()
    const lastLines = new Map<string, number>()
    const newest = new Set<string>()
    let isNoted = false
    let newestMarks: Watermarks | undefined
    // Another run may have died with messages in the index that are numbered ahead of their turn.
    const isResumed = [...(await index.marksOf(origin)).values()].some(isOfPart)
    for (let entries = session; ; entries = await entriesOf(files, origin)) {
      const known = await index.marksOf(origin)
      const marks = capture ? uncapturedUnread(known) : known
      const read = await readSession({ files, session: entries, marks }, () => index.ids(origin))
      if (!read) return false
      if (read.isPart && read.upsert.length > 0) {
        const unread = { files, session: entries, marks: newestMarks ?? marks }
        const { own } = entries
        const isNewestIndexed = newestMarks !== undefined && (!own || isUnchanged(newestMarks.get(own.path), own))
        if (!isNoted && !isAwaited()) isNoted = (await noteLastLines(unread, lastLines, isAwaited)) !== undefined
        if (isAwaited() && !isNewestIndexed) newestMarks = await indexNewest(unread, lastLines, newest)
      }
      const change = withoutFormer(read, `${origin}.jsonl`, lastLines)
      if (!(await hasEntered(origin, marks, change))) return false
      const ahead = change.upsert.flatMap(({ id }) => (isResumed || newest.has(id) ? [id] : []))
      const marked = capture ? change.marks : uncaptured(change.marks)
      await index.apply({ ...change, remove: [...change.remove, ...ahead], marks: marked })
      if (!newestMarks && !change.isPart) return true
      await turn()
      await followTouched(origin)
    }
  }

  /**
   * Indexes the newest messages beyond `marks`. Adds their passages to `newest` and the last line of each message to
   * `lastLines`. Resolves to the marks up to which that is done.
   */
  async function indexNewest(
    reading: SessionReading,
    lastLines: Map<string, number>,
    newest: Set<string>,
  ): Promise<Watermarks> {
    const { session } = reading
    const upsert = await readNewest(reading, newestMessages)
    for (const { id } of upsert) newest.add(id)
    const marked = await index.marksOf(session.origin)
    const unmarked = filesOf(session).filter(({ path }) => !marked.has(path))
    await index.apply({ upsert, remove: [], marks: new Map(unmarked.map((file) => [file.path, unreadMark(file)])) })
    const lines = (await noteLastLines(reading, lastLines)) ?? 0
    return new Map(filesOf(session).map((file) => [file.path, { ...file, offset: file.size, lines }]))
  }

  /** Captures records from a change. If that fails, its messages wait outside the index, and other sessions go on. */
  async function hasEntered(origin: string, marks: Watermarks, change: IndexChange): Promise<boolean> {
    try {
      await capture?.(wholeTexts(change.upsert), {
        withdrawn: () => withdrawnSince(files, origin, marks, change),
        isBegun: [...marks.values()].some(({ lines }) => lines > 0),
      })
      return true
    } catch (error) {
      const code = MemoryError.isInstance(error) ? error.code : undefined
      // A damaged store fails the call; messages that can never be captured are indexed without capture.
      if (code === 'corrupt') throw error
      const isFinal = code === 'bad-input'
      if (!isFinal) waiting.add(origin)
      const message = `new messages could not be captured${isFinal ? '' : ', this is retried'}: ${String(error)}`
      report({ type: 'capture-failed', level: 'warn', message, error })
      return isFinal
    }
  }

  /** Follows the touched sessions, except the one that is being followed. */
  async function followTouched(current?: string): Promise<void> {
    const origins = [...touched, ...(current === undefined ? waiting : [])].filter((origin) => origin !== current)
    for (const origin of origins) {
      touched.delete(origin)
      waiting.delete(origin)
    }
    const turn = takeTurns()
    for (const origin of origins) {
      await turn()
      await followSession(await entriesOf(files, origin))
    }
  }

  async function scan(entries: readonly FileEntry[]): Promise<void> {
    const lost = losses
    const turn = takeTurns()
    await turn()
    const known = [...(await index.marks()).keys()].filter(isSession)
    const sessions = groupEntries(source.directory, entries, known)
    const size = entries.reduce((sum, file) => sum + file.size, 0)
    const ordered = [...sessions.values()]
    if (size > largeFolder) ordered.sort((a, b) => changedAt(b) - changedAt(a))
    for (const session of ordered) {
      await turn()
      await followSession(session)
    }
    if (losses === lost) followed = entries
  }

  async function reportGrown(): Promise<void> {
    if (isGrownReported) return
    isGrownReported = true
    for (const [origin, marks] of await index.marks()) {
      const mark = isSession(origin) ? marks.get(`${origin}.jsonl`) : undefined
      const messages = mark?.window?.length ?? mark?.lines ?? 0
      if (mark?.key !== undefined && messages > 0) source.grown?.(mark.key, messages)
    }
  }

  return {
    /** Lists the files of all sessions; undefined if the next listing is not due yet, or is that of the last scan. */
    async look(): Promise<readonly FileEntry[] | undefined> {
      const started = performance.now()
      if (followed && started < nextListing) return undefined
      const [known, lost] = [followed, losses]
      // If listing or following fails, the next scan is due at once.
      followed = undefined
      const before = [...touched, ...waiting]
      // Later writes touch their session again.
      touched.clear()
      waiting.clear()
      const entries = await files.list(source.directory, { deep: true })
      const ended = performance.now()
      nextListing = ended + (entries.length > fewFiles ? (ended - started) * listShare : 0)
      if (!known || losses !== lost || !isSameListing(known, entries)) return entries
      followed = known
      for (const origin of before) touched.add(origin)
      return undefined
    },
    /** Follows the listed sessions, or the touched ones without a list. Resolves to whether some changed in between. */
    async follow(seen: readonly FileEntry[] | undefined): Promise<boolean> {
      if (seen) {
        await scan(seen)
        await reportGrown()
      } else await followTouched()
      return touched.size > 0
    },
    /** Notes that a file of this session was written. */
    touch: (session: string): void => void touched.add(originOfPath(source.path(session))),
    /** Makes the next `look` list all sessions. */
    forget(): void {
      losses += 1
      followed = undefined
    },
    isSession: (origin: string): boolean => isSession(origin),
    /** Whether messages wait outside the index because they could not be captured yet. */
    isWaiting: (): boolean => waiting.size > 0,
  }
}
