import { createAfterQuiet } from '../async.ts'
import { MemoryError } from '../errors.ts'
import type { FileStat } from '../storage/files.ts'
import type { Setting } from '../storage/setting.ts'
import { createDocumentFollower, type DocumentSource } from './document-follower.ts'
import { createMarkedIndex } from './marked-index.ts'
import { followRecords, isUnreadable, lookAtRecords, type RecordLook, recordsOrigin } from './record-follower.ts'
import { type CaptureMessages, createSessionFollower, type SessionSource } from './session-follower.ts'

/** Brings the passage index up to the files and the records. */
export interface CatchUp {
  /** Resolves when everything that this process wrote, and what others wrote before, is in the index. */
  now(): Promise<void>
  /**
   * The same for a second at most; the rest is done in the background. Answers whether everything is in the index.
   * Rejects as `now` does.
   */
  inTime(): Promise<boolean>
  /** Whether `inTime` was not enough, and the rest is still being done. */
  isBehind(): boolean
  /** Begins after a quiet moment. A damaged store that is found before the first call is reported to that call. */
  begin(): void
  /** Reports a failed catch-up to callers that do not await its result. */
  failed(error: unknown): void
  /** Says that a file of this session was written, and catches up as soon as nothing more is. */
  soon(session: string): void
  /** Says that documents or records were written, and catches up as soon as nothing more is. */
  written(): void
  /**
   * Says that something was permanently removed from files or records: what any process has read of them before cannot
   * enter the index any more. Call it when it is gone; the next `now` takes it out of the index.
   */
  withdrawn(): Promise<void>
  /** Says that the index was lost: the next `now` fills it from the files. */
  forget(): void
  /** The same for an index that was found damaged: it is reported. */
  lost(damage: MemoryError): void
  /** Waits for a catch-up under way and starts no other. */
  stop(): Promise<void>
}

/** What is indexed. */
export interface CatchUpSources {
  documents: readonly DocumentSource[]
  sessions: SessionSource
  /** Takes records from new messages, before the messages enter the index. */
  capture?: CaptureMessages
  /** Whether there are records. */
  records: boolean
  /**
   * Brings pages and records together after the messages have entered; answers whether any were changed. Asked with
   * the versions of the pages, null for a file that is not there, and the revision of the records.
   */
  settling?: {
    pages: readonly string[]
    settle(seen: { versions: readonly (string | null)[]; revision: number }): Promise<boolean>
  }
  /** Called after each catch-up. */
  done?(): void
}

/** Nothing is indexed between the writes of a loop; a recall in between catches up first. */
const quiet = { quietMs: 100, mostMs: 500 }
/** Maximum attempts after damage, and after conflicts: other processes may be faster with each piece. */
const mostTurns = 5
const mostConflicts = 10_000
const longestConflictPauseMs = 50
/** How long a call waits for the index, and how long while an earlier call that gave up is still being served. */
const longestWaitMs = 1_000
const stillBehindMs = 50

/** Longer with each conflict, and never the same in two processes. */
function letOthersFinish(conflicts: number): Promise<void> {
  const pauseMs = Math.min(conflicts, longestConflictPauseMs) * Math.random()
  return new Promise((resolve) => {
    setTimeout(resolve, pauseMs)
  })
}

/** Makes the index's follower; it touches no disk until it is used. */
export function createCatchUp(setting: Setting, sources: CatchUpSources): CatchUp {
  const { storage, report } = setting
  const index = createMarkedIndex(storage.passages, report)
  const documents = createDocumentFollower(storage.files, index, sources.documents)
  /** How often messages were handed on that records may have been taken from. */
  let entered = 0
  const { capture } = sources
  const sessions = createSessionFollower(
    setting,
    index,
    sources.sessions,
    capture &&
      ((messages, withdrawn) => {
        entered++
        return capture(messages, withdrawn)
      }),
  )
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const waiting = createAfterQuiet(inBackground, quiet)
  let stopped = false
  /** Whether a call was answered before everything was in the index. */
  let isBehind = false
  let hasRun = false
  /** A failure in the background, kept for the first call. */
  let untold: { error: unknown } | undefined

  function isNoDocument(origin: string): boolean {
    return sessions.isSession(origin) || origin === recordsOrigin
  }

  /**
   * Messages before records: what is captured from them is a record at once. Everything is looked at together first, for
   * a storage that is far away; where messages entered, the store is looked at once more.
   */
  async function follow(): Promise<void> {
    if (index.isReplaced()) forget()
    const enteredBefore = entered
    const seenStore = sources.records ? lookAtRecords(storage.records) : undefined
    // Whether it can be read is asked where it is followed.
    seenStore?.catch(() => undefined)
    const [seenDocuments, seenSessions, seenPages] = await Promise.all([
      documents.look(),
      sessions.look(),
      Promise.all((sources.settling?.pages ?? []).map((path) => storage.files.stat(path))),
    ])
    await documents.follow(seenDocuments, isNoDocument)
    const again = await sessions.follow(seenSessions)
    const hasEntered = entered !== enteredBefore
    const hasSettled = seenStore !== undefined && (await settle(seenPages, seenStore, hasEntered))
    if (hasSettled) {
      documents.written()
      await documents.follow(await documents.look(), isNoDocument)
    }
    const outcome = seenStore && (await followStore(seenStore, hasEntered || hasSettled))
    if (outcome === 'other-store') {
      forget()
      return follow()
    }
    if (again) schedule()
  }

  /** Unreadable records settle nothing; the code that follows them reports it. */
  async function settle(
    pages: readonly (FileStat | undefined)[],
    store: Promise<RecordLook>,
    hasEntered: boolean,
  ): Promise<boolean> {
    if (!sources.settling) return false
    try {
      const { revision } = hasEntered ? await lookAtRecords(storage.records) : await store
      return await sources.settling.settle({ versions: pages.map((stat) => stat?.version ?? null), revision })
    } catch (error) {
      if (!isUnreadable(error)) throw error
      return false
    }
  }

  /** Records that cannot be read, because the store is locked or of a newer Daybook, do not keep the rest from being found. */
  async function followStore(looked: Promise<RecordLook>, hasChanged: boolean): Promise<'other-store' | undefined> {
    try {
      // Only the first read of a lost store fails.
      const seen = await looked
      return await followRecords(storage.records, index, hasChanged ? await lookAtRecords(storage.records) : seen)
    } catch (error) {
      // What is damaged may be the index, which is made anew, and not the store.
      const isIndex: boolean = index.isDamage(error)
      if (isIndex || !isUnreadable(error)) throw error
      // A lost store fails the call once, then begins anew; damaged rows stay, and the rest is found.
      if (error.code === 'corrupt' && (await isAnew())) throw error
      report({
        type: 'records-unreadable',
        level: 'error',
        message: `records cannot be found: ${error.message}`,
        error,
      })
      return undefined
    }
  }

  async function isAnew(): Promise<boolean> {
    try {
      const seen = await lookAtRecords(storage.records)
      if ((await followRecords(storage.records, index, seen)) === 'other-store') forget()
      return true
    } catch {
      return false // the first error says it all
    }
  }

  function forget(): void {
    index.forget()
    sessions.forget()
  }

  /** A damaged index begins anew, and with it the readings. */
  async function withdrawn(): Promise<void> {
    try {
      await index.endReadings()
    } catch (error) {
      if (!index.isDamage(error)) throw error
      lost(error)
    }
    forget()
  }

  function lost(error: MemoryError): void {
    report({ type: 'index-rebuilt', level: 'warn', message: error.message, error })
    forget()
  }

  /**
   * An index that turns out to be damaged begins anew, and is filled from the files once more; where another process was
   * faster, this one looks again.
   */
  async function followWhole(): Promise<void> {
    let [damages, conflicts] = [0, 0]
    for (;;) {
      try {
        return await follow()
      } catch (error) {
        const isDamage = index.isDamage(error)
        const isConflict = MemoryError.isInstance(error) && error.code === 'version-conflict'
        if (isDamage) damages++
        else if (isConflict) conflicts++
        else throw error
        if (damages === mostTurns || conflicts === mostConflicts) throw error
        if (isConflict) await letOthersFinish(conflicts)
        if (isDamage) lost(error)
        else forget()
      }
    }
  }

  async function runAfter(previous: Promise<void> | undefined): Promise<void> {
    await previous?.catch(() => undefined) // its own callers get the error
    running = next
    next = undefined
    // What was written until now is looked at by this run.
    waiting.cancel()
    const failure = untold
    untold = undefined
    hasRun = true
    try {
      if (failure) throw failure.error
      await followWhole()
      sources.done?.()
    } finally {
      running = undefined
    }
  }

  /** A run under way may have passed what was just written: the one after it has not. */
  function now(): Promise<void> {
    next ??= runAfter(running)
    return next
  }

  function inBackground(): void {
    const isFirst = !hasRun
    now().catch((error: unknown) => {
      // A damaged store is reported once: keep the error for the next call.
      if (isFirst && MemoryError.isInstance(error) && error.code === 'corrupt') untold = { error }
      else failed(error)
    })
  }

  async function inTime(): Promise<boolean> {
    const whole = now().then(() => true)
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(resolve, isBehind ? stillBehindMs : longestWaitMs, false)
    })
    const isWhole = await Promise.race([whole, late]).finally(() => clearTimeout(timer))
    if (isWhole) return true
    if (!isBehind) {
      isBehind = true
      whole.catch(failed).finally(() => {
        isBehind = false
      })
    } else whole.catch(() => undefined) // the call before it reports the failure
    return false
  }

  function schedule(): void {
    if (!stopped) waiting.ask()
  }

  function failed(error: unknown): void {
    const message = `the search index could not be brought up to date: ${String(error)}`
    report({ type: 'index-failed', level: 'error', message, error })
  }

  return {
    now,
    inTime,
    isBehind: () => isBehind,
    begin: schedule,
    failed,
    soon(session) {
      sessions.touch(session)
      schedule()
    },
    written() {
      documents.written()
      schedule()
    },
    withdrawn,
    forget,
    lost,
    async stop() {
      stopped = true
      waiting.cancel()
      await Promise.allSettled([running, next])
    },
  }
}
