import { takeTurns } from '../async.ts'
import { MemoryError } from '../errors.ts'
import { entriesOf, groupEntries, originOfPath, type SessionEntries } from '../sessions/session-files.ts'
import type { FileEntry, FileStore } from '../storage/files.ts'
import type { Passage } from '../storage/passages.ts'
import type { Setting } from '../storage/setting.ts'
import type { IndexChange, MarkedIndex, Marks } from './marked-index.ts'
import { wholeTexts } from './passages-of.ts'
import { filesOf, isIndexed, noteLastLines, readNewest, readSession, withoutFormer } from './session-passages.ts'
import { isAsRead, isRewritten, isUnchanged, unreadMark } from './watermark.ts'

/**
 * Takes records from messages that are about to enter the index: new ones, and some that were there before. The watermark
 * moves on when it resolves, so a crash repeats the call. `withdrawn` answers the ids of messages that were removed or
 * changed since they were read; it costs one stat for each file of the session that was read.
 */
export type CaptureMessages = (
  messages: readonly Passage[],
  withdrawn: () => Promise<ReadonlySet<string>>,
) => Promise<void>

/** Where the sessions are, and what is called for those that have messages. */
export interface SessionSource {
  /** The folder of the session files. */
  directory: string
  /** The path of a session's file. */
  path(session: string): string
  /** Brings a session's file in order when the lines of two copies stand in it. Answers whether it did. */
  settle?(path: string): Promise<boolean>
  /**
   * Told once for each session that had messages in its window when this process first looked: what
   * earlier processes left due can be taken up. `messages` counts the lines where a window is very long.
   */
  grown?(session: string, messages: number): void
}

/** Brings the passages of the sessions up to their files. */
export interface SessionFollower {
  /** The files of all sessions as they are now, when it is time to look through them; else undefined. */
  look(): Promise<SessionLook | undefined>
  /**
   * Looks through all sessions that were seen, or through those that were touched when none were. Answers whether some
   * need another look.
   */
  follow(seen: SessionLook | undefined): Promise<boolean>
  /** Says that a file of this session was written. */
  touch(session: string): void
  /** Says that the next `follow` has to look through all. */
  forget(): void
  isSession(origin: string): boolean
}

/** What was seen of the sessions' folder, and how long that took. */
export interface SessionLook {
  entries: readonly FileEntry[]
  spent: number
}

/** Looking through all files may take a tenth of the time, not more: with thousands of sessions others' news arrive a little later. */
const scanShare = 10
/** So few files are always looked through. */
const fewFiles = 500
/** Above this many bytes reading takes longer than a call waits: the newest sessions come first. */
const largeFolder = 2_000_000
/** How many of the last messages enter the index before the rest of a long session is read. */
const newestMessages = 1_000
/** Larger files are read when their session is opened: here it would take too long. */
const mostSettled = 4_000_000

/** What was said last is asked for first. */
function newestFirst(a: SessionEntries, b: SessionEntries): number {
  return changedAt(b) - changedAt(a)
}

function changedAt({ own, segments }: SessionEntries): number {
  return Math.max(0, ...[own, ...segments].map((file) => file?.changedAt ?? 0))
}

/** Follows the session files of one memory. */
export function createSessionFollower(
  { storage, report }: Setting,
  index: MarkedIndex,
  source: SessionSource,
  capture?: CaptureMessages,
): SessionFollower {
  const { files } = storage
  let nextScan = 0
  let isGrownTold = false
  const touched = new Set<string>()
  /** Sessions with messages that could not enter. */
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
      // What was changed while this one read it is looked at once more, soon and by itself.
      if (!isIndexed(await entriesOf(files, origin), await index.marksOf(origin))) touched.add(origin)
    } catch (error) {
      if (!own || !MemoryError.isInstance(error) || error.code !== 'newer-format') throw error
      refused.set(origin, own.version)
      const message = `a session cannot be searched: ${error.message}`
      report({ type: 'session-unreadable', level: 'warn', message, path: own.path, error })
    }
  }

  /** A file that is new here, or was replaced, may be what a merge made of two copies. */
  async function inOrder(session: SessionEntries): Promise<SessionEntries> {
    const { origin, own } = session
    if (!own || !source.settle || own.size > mostSettled) return session
    const mark = (await index.marksOf(origin)).get(own.path)
    if (mark && !isRewritten(mark, own)) return session
    return (await source.settle(own.path)) ? entriesOf(files, origin) : session
  }

  /**
   * Much that is new comes in pieces, each with its watermarks: memory stays bounded, and what a crash interrupts goes on. Its
   * newest messages come first, without being captured, and in their turn once more, to get the numbers of their place. Answers
   * whether something changed after which the files were not looked at.
   */
  async function hasChanged(session: SessionEntries): Promise<boolean> {
    const { origin } = session
    const turn = takeTurns()
    const lastLines = new Map<string, number>()
    const newest = new Set<string>()
    let told: Marks | undefined
    for (let entries = session; ; entries = await entriesOf(files, origin)) {
      const marks = await index.marksOf(origin)
      const read = await readSession(files, entries, marks, () => index.ids(origin))
      if (!read) return false
      const isTold = told !== undefined && (!entries.own || isUnchanged(told.get(entries.own.path), entries.own))
      if (read.isPart && read.upsert.length > 0 && !isTold)
        told = await tellNewest(entries, told ?? marks, lastLines, newest)
      const change = withoutFormer(read, `${origin}.jsonl`, lastLines)
      if (!(await hasEntered(origin, marks, change))) return false
      if (told) {
        // With the watermarks as they are: what another process has put in since stays there.
        const unmoved = new Map([...change.marks.keys()].map((path) => [path, marks.get(path)]))
        const remove = change.upsert.map(({ id }) => id).filter((id) => newest.has(id))
        await index.apply({ upsert: [], remove, marks: unmoved })
      }
      await index.apply(change)
      if (!told && !change.isPart) return true
      await turn()
      await followTouched(origin)
    }
  }

  /**
   * Puts the newest messages into the index that these marks say are not in it, and notes their passages in `newest`, and
   * the last line of each message. Answers the marks for which that is done.
   */
  async function tellNewest(
    session: SessionEntries,
    told: Marks,
    lastLines: Map<string, number>,
    newest: Set<string>,
  ): Promise<Marks> {
    const upsert = await readNewest(files, session, told, newestMessages)
    for (const { id } of upsert) newest.add(id)
    const marked = await index.marksOf(session.origin)
    const unmarked = filesOf(session).filter(({ path }) => !marked.has(path))
    await index.apply({ upsert, remove: [], marks: new Map(unmarked.map((file) => [file.path, unreadMark(file)])) })
    const lines = await noteLastLines(files, session, told, lastLines)
    return new Map(filesOf(session).map((file) => [file.path, { ...file, offset: file.size, lines }]))
  }

  /** What cannot enter now waits outside the index: it is offered again at the next look, and the others go on. */
  async function hasEntered(origin: string, marks: Marks, change: IndexChange): Promise<boolean> {
    try {
      await capture?.(wholeTexts(change.upsert), () => withdrawnSince(files, origin, marks, change))
      return true
    } catch (error) {
      const code = MemoryError.isInstance(error) ? error.code : undefined
      // A damaged store is the caller's to know; what cannot be captured at all must not wait for ever.
      if (code === 'corrupt') throw error
      const isFinal = code === 'bad-input'
      if (!isFinal) waiting.add(origin)
      const message = `nothing could be captured from new messages${isFinal ? '' : ', it is tried again'}: ${String(error)}`
      report({ type: 'capture-failed', level: 'warn', message, error })
      return isFinal
    }
  }

  /** Follows what was touched, but for the session that is being followed. */
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

  async function look(): Promise<SessionLook | undefined> {
    const started = performance.now()
    if (started < nextScan) return undefined
    // What is written from now on is touched again; if this look is followed in vain, the next one is due at once.
    touched.clear()
    waiting.clear()
    const entries = await files.list(source.directory, { deep: true })
    return { entries, spent: performance.now() - started }
  }

  async function scan({ entries, spent }: SessionLook): Promise<void> {
    const turn = takeTurns()
    await turn()
    const known = [...(await index.marks()).keys()].filter(isSession)
    const sessions = groupEntries(source.directory, entries, known)
    const size = entries.reduce((sum, file) => sum + file.size, 0)
    const ordered = [...sessions.values()]
    for (const session of size > largeFolder ? ordered.sort(newestFirst) : ordered) {
      await turn()
      await followSession(session)
    }
    nextScan = performance.now() + (entries.length > fewFiles ? spent * scanShare : 0)
  }

  async function tellGrown(): Promise<void> {
    if (isGrownTold) return
    isGrownTold = true
    for (const [origin, marks] of await index.marks()) {
      const mark = isSession(origin) ? marks.get(`${origin}.jsonl`) : undefined
      const messages = mark?.window?.length ?? mark?.lines ?? 0
      if (mark?.key !== undefined && messages > 0) source.grown?.(mark.key, messages)
    }
  }

  return {
    look,
    async follow(seen) {
      if (seen) {
        await scan(seen)
        await tellGrown()
      } else await followTouched()
      return touched.size > 0
    },
    touch: (session) => void touched.add(originOfPath(source.path(session))),
    forget() {
      nextScan = 0
    },
    isSession,
  }
}

const none: ReadonlySet<string> = new Set()

/**
 * The ids of the messages that a session does not say any more, or says otherwise, since `change` was read of it; `marks`
 * are the watermarks from before. Costs one stat for each file that was read; where one has changed, its news are read.
 */
async function withdrawnSince(
  files: FileStore,
  origin: string,
  marks: Marks,
  { upsert, marks: read }: IndexChange,
): Promise<ReadonlySet<string>> {
  const isSaid = await Promise.all(
    [...read].map(async ([path, mark]) => {
      const stat = await files.stat(path)
      return mark && stat ? isAsRead(mark, stat) : mark === stat
    }),
  )
  if (isSaid.every(Boolean)) return none
  const said = new Map(upsert.map((passage) => [passage.id, passage]))
  const known = new Map([...marks].filter(([path]) => !read.has(path)))
  for (const [path, mark] of read) if (mark) known.set(path, mark)
  const later = await readSession(files, await entriesOf(files, origin), known, async () => [...said.keys()])
  const changed = later?.upsert.filter((passage) => !saysTheSame(passage, said.get(passage.id))) ?? []
  const gone = [...(later?.remove ?? []), ...changed.map(({ id }) => id)]
  return new Set(gone.flatMap((id) => messageIdOf(said.get(id))))
}

function saysTheSame(now: Passage, before: Passage | undefined): boolean {
  return (
    now.text === before?.text && JSON.stringify([now.source, now.part]) === JSON.stringify([before.source, before.part])
  )
}

function messageIdOf(passage: Passage | undefined): string[] {
  return passage && 'messageId' in passage.source ? [passage.source.messageId] : []
}
