import type { FactsFile } from '../documents/facts-file.ts'
import type { HistoryFile } from '../documents/history-file.ts'
import { MemoryError } from '../errors.ts'
import type { Passage } from '../storage/passages.ts'
import type { Setting } from '../storage/setting.ts'
import { takeTurns } from './let-others-run.ts'
import { createMarkedIndex } from './marked-index.ts'
import { passagesOfFacts, passagesOfHistory } from './passages-of.ts'
import { entriesOf, groupEntries, originOf, type SessionEntries } from './session-entries.ts'
import { isIndexed, readSession } from './session-passages.ts'
import { isUnchanged } from './watermark.ts'

/** Brings the passage index up to the files. */
export interface CatchUp {
  /** Resolves when everything that this process wrote, and what others wrote before, is in the index. */
  now(): Promise<void>
  /** Says that a file of this session was written, and catches up a moment later. */
  soon(session: string): void
  /** Says that the index was lost: the next `now` fills it from the files. */
  forget(): void
  /** Waits for a catch-up under way and starts no other. */
  stop(): Promise<void>
}

/** What is indexed. */
export interface CatchUpSources {
  facts: FactsFile
  history: HistoryFile
  /** The folder of the session files. */
  sessionsDirectory: string
  /** The path of a session's file. */
  sessionPath(session: string): string
  /**
   * Told once for each session that had more than two messages in its window when this process first looked: what
   * earlier processes left due can be taken up. `messages` counts the lines where a window is very long.
   */
  grown?(session: string, messages: number): void
}

const pauseMs = 20
/** Looking through all files may take a tenth of the time, not more: with thousands of sessions others' news arrive a little later. */
const scanShare = 10
/** So few files are always looked through. */
const fewFiles = 500
/** No window of so few messages is ever due. */
const fewMessages = 2

/** Makes the index's follower; it touches no disk until it is used. */
export function createCatchUp({ storage, report }: Setting, sources: CatchUpSources): CatchUp {
  const { files } = storage
  const { facts, history, sessionsDirectory } = sources
  const index = createMarkedIndex(storage.passages, report)
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  let nextScan = 0
  let isGrownTold = false
  const touched = new Set<string>()
  /** The versions of session files that only a newer Daybook can read. */
  const refused = new Map<string, string>()

  async function followDocument(path: string, divide: (path: string, text: string) => Passage[]): Promise<void> {
    const mark = (await index.marksOf(originOf(path))).get(path)
    const stat = await files.stat(path)
    if (stat ? isUnchanged(mark, stat) : !mark) return
    // Asked before the file is read: what another process writes and indexes meanwhile is not taken for gone.
    const indexed = await index.ids(path)
    const stored = await files.read(path)
    const upsert = stored ? divide(path, stored.text) : []
    const ids = new Set(upsert.map((passage) => passage.id))
    const remove = indexed.filter((id) => !ids.has(id))
    const read = stored && { version: stored.version, generation: stored.generation, offset: stored.size, lines: 0 }
    await index.apply({ upsert, remove, marks: new Map([[path, read]]) })
  }

  async function followDocuments(): Promise<void> {
    await followDocument(facts.path, passagesOfFacts)
    const parts = await history.paths()
    for (const path of parts) await followDocument(path, passagesOfHistory)
    const current = new Set([facts.path, ...parts])
    const others = [...(await index.marks())].filter(([origin]) => !isSession(origin))
    for (const path of others.flatMap(([, marks]) => [...marks.keys()])) if (!current.has(path)) await forgetFile(path)
  }

  function isSession(origin: string): boolean {
    return origin.startsWith(`${sessionsDirectory}/`)
  }

  /** A file that is gone, or that is no source since an option was changed. */
  async function forgetFile(path: string): Promise<void> {
    await index.apply({ upsert: [], remove: await index.ids(originOf(path)), marks: new Map([[path, undefined]]) })
  }

  async function followSession(session: SessionEntries): Promise<void> {
    const { origin, own } = session
    if (own && refused.get(origin) === own.version) return
    try {
      const change = await readSession(files, session, await index.marksOf(origin), () => index.ids(origin))
      if (!change) return
      await index.apply(change)
      // What was changed while this one read it is looked at once more, soon and by itself.
      if (!isIndexed(await entriesOf(files, origin), await index.marksOf(origin))) touched.add(origin)
    } catch (error) {
      if (!own || !MemoryError.isInstance(error) || error.code !== 'newer-format') throw error
      refused.set(origin, own.version)
      const message = `a session cannot be searched: ${error.message}`
      report({ type: 'session-unreadable', level: 'warn', message, path: own.path, error })
    }
  }

  async function followTouched(): Promise<void> {
    const origins = [...touched]
    touched.clear()
    const turn = takeTurns()
    for (const origin of origins) {
      await turn()
      await followSession(await entriesOf(files, origin))
    }
  }

  async function scan(): Promise<void> {
    const started = performance.now()
    touched.clear()
    const turn = takeTurns()
    const entries = await files.list(sessionsDirectory, { deep: true })
    const spent = performance.now() - started
    await turn()
    const known = [...(await index.marks()).keys()].filter(isSession)
    const sessions = groupEntries(sessionsDirectory, entries, known)
    for (const session of sessions.values()) {
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
      if (mark?.key !== undefined && messages > fewMessages) sources.grown?.(mark.key, messages)
    }
  }

  async function follow(): Promise<void> {
    await followDocuments()
    if (performance.now() >= nextScan) {
      await scan()
      await tellGrown()
    } else await followTouched()
    if (touched.size > 0) schedule()
  }

  function forget(): void {
    index.forget()
    nextScan = 0
  }

  /** An index that turns out to be damaged begins anew, and is filled from the files once more. */
  async function followWhole(): Promise<void> {
    try {
      await follow()
    } catch (error) {
      if (!MemoryError.isInstance(error) || error.code !== 'corrupt') throw error
      report({ type: 'index-rebuilt', level: 'warn', message: error.message, error })
      forget()
      await follow()
    }
  }

  async function runAfter(previous: Promise<void> | undefined): Promise<void> {
    await previous?.catch(() => undefined) // told to those who asked for it
    running = next
    next = undefined
    try {
      await followWhole()
    } finally {
      running = undefined
    }
  }

  /** A run under way may have passed what was just written: the one after it has not. */
  function now(): Promise<void> {
    next ??= runAfter(running)
    return next
  }

  function schedule(): void {
    if (stopped) return
    timer ??= setTimeout(() => {
      timer = undefined
      now().catch((error: unknown) => {
        const message = `the search index could not be brought up to date: ${String(error)}`
        report({ type: 'index-failed', level: 'error', message, error })
      })
    }, pauseMs)
  }

  return {
    now,
    soon(session) {
      touched.add(originOf(sources.sessionPath(session)))
      schedule()
    },
    forget,
    async stop() {
      stopped = true
      clearTimeout(timer)
      timer = undefined
      await Promise.allSettled([running, next])
    },
  }
}
