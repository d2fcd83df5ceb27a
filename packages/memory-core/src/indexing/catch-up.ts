import { createAfterQuiet, sleep } from '../async.ts'
import { MemoryError } from '../errors.ts'
import { isConflict, originOfPath } from '../storage/file-checks.ts'
import type { FileStat } from '../storage/files.ts'
import { messageId } from '../storage/numbering.ts'
import type { Setting } from '../storage/storage.ts'
import { createDocumentFollower, type DocumentSource, followRecords, isUnreadable } from './followers.ts'
import { createMarkedIndex } from './marked-index.ts'
import { recordsOrigin } from './passages-of.ts'
import { type CaptureMessages, createSessionFollower, type SessionSource } from './session-follower.ts'

/** Keeps the passage index up to date with files and records. */
export type CatchUp = ReturnType<typeof createCatchUp>

/** The sources of the index. */
export interface CatchUpSources {
  documents: readonly DocumentSource[]
  sessions: SessionSource
  /** Captures records from new messages, before the messages enter the index. */
  capture?: CaptureMessages
  /** Whether the layer of records is on. */
  records: boolean
  /**
   * Synchronises pages and records after the messages have entered; resolves to whether any were changed. Called with
   * the versions of the pages, null for a missing file, and the revision of the records.
   */
  settling?: {
    pages: readonly string[]
    settle(seen: { versions: readonly (string | null)[]; revision: number }): Promise<boolean>
  }
  /** Called after each catch-up. */
  done?(): Promise<void>
}

/** Avoids indexing between the writes of a loop; a recall in between catches up first. */
const quiet = { quietMs: 100, mostMs: 500 }
/** Maximum attempts after damage, and after conflicts: other processes can be faster with each piece. */
const mostTurns = 5
const mostConflicts = 10_000
const longestConflictPauseMs = 50
/** How long a call waits for the index, and how long while an earlier call that gave up is still being served. */
const longestWaitMs = 1_000
const stillBehindMs = 50

/** Creates the follower of the index; it touches no disk until it is used. */
export function createCatchUp(setting: Setting, sources: CatchUpSources) {
  const { storage, report } = setting
  const index = createMarkedIndex(storage.passages, report)
  const isNoDocument = (origin: string): boolean => sessions.isSession(origin) || origin === recordsOrigin
  const documents = createDocumentFollower(storage.files, index, sources.documents, isNoDocument)
  /** How often messages were passed to capture, after which there may be new records. */
  let entered = 0
  const { capture } = sources
  const sessions = createSessionFollower(setting, index, sources.sessions, {
    capture:
      capture &&
      ((messages, offered) => {
        entered++
        return capture(messages, offered)
      }),
    isAwaited: () => isBehind || callsWaiting > 0,
  })
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const waiting = createAfterQuiet(() => void now().catch(failed), quiet)
  let stopped = false
  /** Whether a call returned before the index had everything, and nothing has caught up since. */
  let isBehind = false
  let callsWaiting = 0
  let recordsRevision: number | undefined

  /**
   * Follows messages before records, because capture turns messages into records. All sources are looked at together
   * first, which is fast for remote storage; if messages entered, the store is looked at once more.
   */
  async function follow(): Promise<void> {
    if (index.isReplaced()) forget()
    const enteredBefore = entered
    const seenStore = sources.records ? storage.records.revision() : undefined
    seenStore?.catch(() => undefined) // handled where the records are followed
    const [seenDocuments, seenSessions, seenPages] = await Promise.all([
      documents.look(),
      sessions.look(),
      Promise.all((sources.settling?.pages ?? []).map((path) => storage.files.stat(path))),
    ])
    await documents.follow(seenDocuments)
    const again = await sessions.follow(seenSessions)
    const hasEntered = entered !== enteredBefore
    const hasSettled = seenStore !== undefined && (await settle(seenPages, seenStore, hasEntered))
    if (hasSettled) {
      documents.written()
      await documents.follow(await documents.look())
    }
    const outcome = seenStore && (await followStore(seenStore, hasEntered || hasSettled))
    if (outcome === 'other-store') {
      forget()
      return follow()
    }
    if (again) schedule()
  }

  /** Unreadable records settle nothing; `followStore` reports them. */
  async function settle(
    pages: readonly (FileStat | undefined)[],
    store: Promise<number>,
    hasEntered: boolean,
  ): Promise<boolean> {
    if (!sources.settling) return false
    try {
      const revision = await (hasEntered ? storage.records.revision() : store)
      return await sources.settling.settle({ versions: pages.map((stat) => stat?.version ?? null), revision })
    } catch (error) {
      if (!isUnreadable(error)) throw error
      return false
    }
  }

  /** Records that cannot be read (locked, or of a newer Daybook) do not keep the rest from being indexed. */
  async function followStore(looked: Promise<number>, hasChanged: boolean): Promise<'other-store' | undefined> {
    try {
      const seen = await (hasChanged ? storage.records.revision() : looked)
      // Another store has another revision: tables that are rebuilt count from a random number.
      if (seen === recordsRevision) return undefined
      const outcome = await followRecords(storage.records, index, seen)
      recordsRevision = outcome === 'other-store' ? undefined : outcome
      return outcome === 'other-store' ? outcome : undefined
    } catch (error) {
      // The damage may be in the index, which is rebuilt, and not in the store.
      const isIndex: boolean = index.isDamage(error)
      if (isIndex || !isUnreadable(error)) throw error
      const message = `records cannot be found: ${error.message}`
      report({ type: 'records-unreadable', level: 'error', message, error })
      return undefined
    }
  }

  /** Also removes these passages. */
  async function ended(passages: () => Promise<string[]>): Promise<void> {
    try {
      await index.endReadings(await passages())
    } catch (error) {
      // A damaged index starts empty, which also ends the readings.
      if (!index.isDamage(error)) throw error
      lost(error)
    }
  }

  function forget(): void {
    recordsRevision = undefined
    index.forget()
    documents.forget()
    sessions.forget()
  }

  function lost(error: MemoryError): void {
    report({ type: 'index-rebuilt', level: 'warn', message: error.message, error })
    forget()
  }

  /** Repeats `follow` after a conflict with another process, and after damage with an empty index. */
  async function followWhole(): Promise<void> {
    for (let [damages, conflicts] = [0, 0]; ; ) {
      try {
        return await follow()
      } catch (error) {
        if (index.isDamage(error)) {
          if (++damages === mostTurns) throw error
          lost(error)
        } else {
          if (!isConflict(error) || ++conflicts === mostConflicts) throw error
          // Longer with each conflict, and at random, so that two processes do not stay in step.
          await sleep(Math.min(conflicts, longestConflictPauseMs) * Math.random())
          forget()
        }
      }
    }
  }

  async function runAfter(previous: Promise<void> | undefined): Promise<void> {
    await previous?.catch(() => undefined) // reported to its own callers
    running = next
    next = undefined
    // This run sees everything written until now.
    waiting.cancel()
    try {
      await followWhole()
      if (!next) isBehind = false
      await sources.done?.()
    } finally {
      running = undefined
    }
  }

  /** A run in progress may have missed the last write, so the result is that of the next run. */
  function now(): Promise<void> {
    next ??= runAfter(running)
    return next
  }

  /** Where the disk refuses, reading goes on with what the index has: this is reported once, and tried by each call. */
  function refused(error: unknown): false {
    if (!MemoryError.isInstance(error) || error.code !== 'storage-failed') throw error
    if (!isBehind) failed(error)
    isBehind = true
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
    /** Resolves when the index has everything written by this process, and by others before the call. */
    now: (): Promise<void> => now(),
    /**
     * Like `now`, but for a second at most; the rest continues in the background. Resolves to whether all is done: false
     * also where the disk refuses to store the index, and while messages cannot be captured.
     */
    async inTime(): Promise<boolean> {
      const whole = now().then(() => !sessions.isWaiting(), refused)
      let timer: ReturnType<typeof setTimeout> | undefined
      const late = new Promise<false>((resolve) => {
        timer = setTimeout(resolve, isBehind ? stillBehindMs : longestWaitMs, false)
      })
      callsWaiting++
      const isWhole = await Promise.race([whole, late]).finally(() => {
        clearTimeout(timer)
        callsWaiting--
      })
      if (isWhole) return true
      whole.catch(isBehind ? () => undefined : failed) // reported once
      isBehind = true
      return false
    },
    /** Handles an error of `now` for a call that only reads. @throws the error, unless the disk refuses */
    refused: (error: unknown): false => refused(error),
    /** Whether `inTime` resolved to false and nothing has caught up since. */
    isBehind: (): boolean => isBehind,
    /** The revision of the records that are in the index; undefined until all of them are. */
    recordsRevision: (): number | undefined => recordsRevision,
    /** Starts a catch-up after a short quiet period. */
    begin: (): void => schedule(),
    /** Reports a failed catch-up to callers that do not await its result. */
    failed: (error: unknown): void => failed(error),
    /** Notes that a file of this session was written, and catches up once writes pause. */
    soon(session: string): void {
      sessions.touch(session)
      schedule()
    },
    /** Notes that documents or records were written, and catches up once writes pause. */
    written(): void {
      documents.written()
      schedule()
    },
    /**
     * Call it after something was permanently removed from files or records. What any process read before can then no
     * longer enter the index, and the next `now` removes what is there.
     */
    async withdrawn(): Promise<void> {
      await ended(async () => [])
      forget()
    },
    /**
     * Removes messages from the index that were removed from their session; without ids, all of them. Until the next
     * `now`, which can be late, recall would still find them. A failure is reported: they are gone from the files.
     */
    async removed(session: string, messages: readonly string[]): Promise<void> {
      const origin = originOfPath(sources.sessions.path(session))
      const ids = messages.map((id) => messageId(session, id))
      await ended(async () => (ids.length > 0 ? ids : await index.ids(origin))).catch(failed)
    },
    /** Discards the state of a lost index; the next `now` rebuilds it from the files. */
    forget: (): void => forget(),
    /** Like `forget`, for a damaged index, and reports the damage. */
    lost: (damage: MemoryError): void => lost(damage),
    /** Waits for a catch-up in progress and starts no other. */
    async stop(): Promise<void> {
      stopped = true
      waiting.cancel()
      await Promise.allSettled([running, next])
    },
  }
}
