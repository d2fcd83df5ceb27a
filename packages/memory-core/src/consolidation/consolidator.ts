import { createAfterQuiet, createSerialQueue } from '../async.ts'
import type { DocumentGuard } from '../documents/facts-file.ts'
import type { PromptFunction } from '../model.ts'
import type { SessionStore } from '../sessions/sessions.ts'
import type { Setting } from '../storage/setting.ts'
import type { Reach } from './choose.ts'
import {
  type Consolidation,
  type ConsolidatorParts,
  createConsolidationRuns,
  isPatient,
  nothing,
} from './consolidation-run.ts'

/**
 * Turns old messages into a history entry and facts: one session at a time in a process, one lease holder across
 * processes.
 */
export interface Consolidator {
  /** Consolidates a session if it is due, in the background, as soon as writes pause. */
  schedule(session: string): void
  /** Consolidates a silent session in the background; with `byRules`, without the model. */
  silent(session: string, byRules: boolean): void
  /** Consolidates a session if it is due, and waits. Never throws: a failure is reported and returned. */
  whenDue(session: string): Promise<Consolidation>
  /** Consolidates a session's window, due or not; the newest messages stay in the window. */
  now(session: string, signal?: AbortSignal): Promise<Consolidation>
  /** Consolidates all of a session, then empties its window, even if that failed [N13]. */
  reset(session: string, signal?: AbortSignal): Promise<Consolidation>
  /** Completes plans that a crash left behind, then schedules what a failed reset left due. */
  recover(): Promise<void>
  /** Runs changes of the documents one at a time; completes leftover plans first. */
  guard: DocumentGuard
  /** Starts what is scheduled; resolves when nothing is queued or running. */
  idle(): Promise<void>
  /**
   * Resolves when the queue is done. After the first failure the rest is left to the next open, so that a model that
   * hangs costs one timeout, not one for each session.
   */
  stop(): Promise<void>
}

/** Maximum milliseconds to wait for a pause. */
const longestWaitMs = 5_000

/** Touches no disk until it is used. */
export function createConsolidator(parts: ConsolidatorParts): Consolidator {
  const { report } = parts.setting
  const { quietMs } = parts.options.consolidation
  const model = parts.options.consolidation.model ?? parts.model
  const runs = createConsolidationRuns(parts)
  /** Sessions to consolidate without the model. */
  const byRules = new Set<string>()
  const queue = createSerialQueue()
  /** Sessions that wait for a pause. */
  const scheduled = new Set<string>()
  const quiet = createAfterQuiet(beginScheduled, {
    quietMs,
    mostMs: Math.max(quietMs, longestWaitMs),
    optional: true,
  })
  let isStopping = false
  let hasGivenUp = false

  async function consolidate(session: string, reach: Reach, signal: AbortSignal | undefined): Promise<Consolidation> {
    signal?.throwIfAborted()
    if (hasGivenUp && isPatient(reach)) return nothing
    const asked = (): PromptFunction | undefined => (byRules.has(session) ? undefined : model)
    const done = await runs.run({ session, reach, signal, model: asked, isStopping: () => isStopping })
    hasGivenUp ||= isStopping && done.error !== undefined
    return done
  }

  const enqueue = (session: string, reach: Reach, signal?: AbortSignal): Promise<Consolidation> =>
    queue.run(() => consolidate(session, reach, signal))

  async function whenDue(session: string, reach: Reach = 'due'): Promise<Consolidation> {
    try {
      return await enqueue(session, reach)
    } catch (error) {
      const message = `consolidation could not run and will be retried with the next message: ${String(error)}`
      report({ type: 'consolidation-failed', level: 'error', message, session, error })
      return { ...nothing, error }
    }
  }

  function schedule(session: string): void {
    scheduled.add(session)
    quiet.ask()
  }

  function beginScheduled(): void {
    const sessions = [...scheduled]
    scheduled.clear()
    for (const session of sessions) void whenDue(session)
  }

  /** Scheduled sessions run first. An explicit call uses the model. */
  function inTurn(session: string, reach: Reach, signal: AbortSignal | undefined): Promise<Consolidation> {
    byRules.delete(session)
    quiet.begin()
    return enqueue(session, reach, signal)
  }

  async function idle(): Promise<void> {
    quiet.begin()
    await queue.idle()
  }

  function silent(session: string, isByRules: boolean): void {
    if (isByRules) byRules.add(session)
    void whenDue(session, 'silent').finally(() => byRules.delete(session))
  }

  return {
    schedule,
    silent,
    whenDue: (session) => whenDue(session),
    now: (session, signal) => inTurn(session, 'all', signal),
    reset: (session, signal) => inTurn(session, 'reset', signal),
    recover: async () => {
      await runs.recoverPlans()
      for (const failure of await parts.plans.failures()) if (failure.due) schedule(failure.session)
    },
    guard: runs.guard,
    idle,
    stop: () => {
      isStopping = true
      return idle()
    },
  }
}

/** Consolidates sessions that fell silent, because chats rarely end explicitly. */
export interface SilentSessions {
  /** Called when a session is used: written to, or consolidated explicitly. */
  used(session: string): void
  /** Called for a session with messages that this process has not written. */
  found(session: string): void
  /** Searches for silent sessions, at most once a minute, and consolidates at most two, in the background. */
  look(): void
  /** Resolves when no search is running. */
  idle(): Promise<void>
}

interface SilentSessionsParts {
  setting: Setting
  sessions: Pick<SessionStore, 'window'>
  /** Milliseconds without use after which a session is silent; 0 disables the search. */
  silentAfterMs: number
  /** Consolidates a session; `byRules` without a model, if it was silent before the search was introduced. */
  consolidate(session: string, byRules: boolean): void
  /** Whether there is a model. Only then the start of the search matters. */
  hasModel: boolean
}

const pauseMs = 60_000
const mostAtOnce = 2
/** Maximum sessions read by one search. */
const mostRead = 20
const sincePath = '.daybook/consolidation/silent-since.json'

/** Touches no disk until the first search with a candidate. */
export function createSilentSessions(parts: SilentSessionsParts): SilentSessions {
  const { setting, sessions, silentAfterMs, consolidate, hasModel } = parts
  const { clock, storage, report } = setting
  /** When this process first searched. */
  let startedMs: number | undefined
  /** Candidates, with the time of their last use as far as it is known. */
  const waiting = new Map<string, number>()
  let lookedMs = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | undefined
  let sinceMs: number | undefined

  /**
   * When this memory was first searched for silent sessions. Sessions silent since before are not worth a model's
   * price.
   */
  async function since(firstMs: number): Promise<number> {
    if (!hasModel) return Number.NEGATIVE_INFINITY
    const stored = await storage.files.read(sincePath)
    const known = Number(/^\{"since":(\d+)\}$/.exec(stored?.text.trim() ?? '')?.[1] ?? Number.NaN)
    if (!Number.isNaN(known)) return known
    await storage.files.write(sincePath, `{"since":${firstMs}}\n`)
    return firstMs
  }

  /** When the session was last used; undefined if nothing is left to consolidate. */
  async function openSince(session: string, writtenMs: number): Promise<number | undefined> {
    const window = await sessions.window(session)
    const last = window?.messages.at(-1)
    if (!window || !last || window.header.lastConsolidated >= window.messages.length) return undefined
    return Math.max(writtenMs, Date.parse(last.createdAt))
  }

  async function lookNow(nowMs: number): Promise<void> {
    let begun = 0
    for (const [session, writtenMs] of [...waiting].slice(0, mostRead)) {
      waiting.delete(session)
      const openMs = await openSince(session, writtenMs)
      // It was used during the read: an explicit consolidation may use a model.
      if (openMs === undefined || waiting.has(session)) continue
      if (nowMs - openMs < silentAfterMs || begun === mostAtOnce) waiting.set(session, openMs)
      else {
        begun++
        sinceMs ??= await since(startedMs ?? nowMs)
        consolidate(session, openMs < sinceMs)
      }
    }
  }

  return {
    used: (session) => void waiting.set(session, clock()),
    found(session) {
      if (!waiting.has(session)) waiting.set(session, Number.NEGATIVE_INFINITY)
    },
    look() {
      const nowMs = clock()
      startedMs ??= nowMs
      if (silentAfterMs === 0 || looking || waiting.size === 0 || Math.abs(nowMs - lookedMs) < pauseMs) return
      lookedMs = nowMs
      looking = lookNow(nowMs)
        .catch((error: unknown) => {
          const message = `the search for silent sessions failed and will be retried: ${String(error)}`
          report({ type: 'consolidation-failed', level: 'warn', message, error })
        })
        .finally(() => {
          looking = undefined
        })
    },
    idle: async () => looking,
  }
}
