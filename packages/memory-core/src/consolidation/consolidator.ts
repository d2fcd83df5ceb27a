import { createAfterQuiet, createSerialQueue } from '../async.ts'
import type { DocumentGuard } from '../documents/document-guard.ts'
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

/** Turns old messages into a history entry and facts: one at a time in a process, one lease holder across processes. */
export interface Consolidator {
  /** Runs what is due for a session, in the background, as soon as it is quiet. */
  schedule(session: string): void
  /** Consolidates a session that fell silent, in the background; `byRules` without the model. */
  silent(session: string, byRules: boolean): void
  /** Runs what is due for a session and waits for it. Never throws: a failure is reported and answered. */
  whenDue(session: string): Promise<Consolidation>
  /** Consolidates what a session's window holds, due or not; the newest messages stay in the window. */
  now(session: string, signal?: AbortSignal): Promise<Consolidation>
  /** Consolidates all of a session, then empties its window, also when that failed [N13]. */
  reset(session: string, signal?: AbortSignal): Promise<Consolidation>
  /** Finishes plans left over by a crash, then schedules what a failed reset left due. */
  recover(): Promise<void>
  /** Serialises changes of the documents; leftover plans come first. */
  guard: DocumentGuard
  /** Begins what waits for quiet; resolves when nothing is queued or running. */
  idle(): Promise<void>
  /**
   * Resolves when what is queued is done, so that nothing runs any more. After the first failure the rest is left to the
   * next open: a model that hangs costs one timeout, not one for each session.
   */
  stop(): Promise<void>
}

/** Maximum milliseconds that it waits for a pause. */
const longestWaitMs = 5_000

/** Makes a consolidator; it touches no disk until it is used. */
export function createConsolidator(parts: ConsolidatorParts): Consolidator {
  const { report } = parts.setting
  const { quietMs } = parts.options.consolidation
  const model = parts.options.consolidation.model ?? parts.model
  const runs = createConsolidationRuns(parts)
  /** The sessions that are read without the model. */
  const byRules = new Set<string>()
  const queue = createSerialQueue()
  /** The sessions that wait for quiet. */
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
      const message = `consolidation could not run and is tried again with the next message: ${String(error)}`
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

  /** What was scheduled before comes first. A caller that asks for it wants the model to read the session. */
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

/** Consolidates sessions that fell silent: chats end without anybody saying so. */
export interface SilentSessions {
  /** Says that a session is in use now: it was written, or is consolidated by who asked for it. */
  used(session: string): void
  /** Says that there is a session with messages, which this process has not written. */
  found(session: string): void
  /** Looks for silent sessions, at most once a minute, and hands on at most two. Nothing waits for it. */
  look(): void
  /** Resolves when no look is under way. */
  idle(): Promise<void>
}

/** What is needed to find and to consolidate them. */
interface SilentSessionsParts {
  setting: Setting
  sessions: Pick<SessionStore, 'window'>
  /** How long a session has to be silent, in milliseconds; 0: silent sessions are left alone. */
  silentAfterMs: number
  /** Consolidates a session; `byRules` without a model: it was silent before silent sessions were looked for. */
  consolidate(session: string, byRules: boolean): void
  /** Whether there is a model: only then it matters since when silent sessions are looked for. */
  hasModel: boolean
}

const pauseMs = 60_000
const mostAtOnce = 2
/** The most sessions that one look reads. */
const mostRead = 20
const sincePath = '.daybook/consolidation/silent-since.json'

/** Makes it; touches no disk until the first look that has something to look at. */
export function createSilentSessions(parts: SilentSessionsParts): SilentSessions {
  const { setting, sessions, silentAfterMs, consolidate, hasModel } = parts
  const { clock, storage, report } = setting
  /** When this process first looked. */
  let startedMs: number | undefined
  /** The sessions that may have to be consolidated, with the time at which they were written last as far as it is known. */
  const waiting = new Map<string, number>()
  let lookedMs = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | undefined
  let sinceMs: number | undefined

  /** Since when silent sessions are looked for in this memory: those of before are not worth a model's price. */
  async function since(firstMs: number): Promise<number> {
    if (!hasModel) return Number.NEGATIVE_INFINITY
    const stored = await storage.files.read(sincePath)
    const known = Number(/^\{"since":(\d+)\}$/.exec(stored?.text.trim() ?? '')?.[1] ?? Number.NaN)
    if (!Number.isNaN(known)) return known
    await storage.files.write(sincePath, `{"since":${firstMs}}\n`)
    return firstMs
  }

  /** When the session was written last; undefined when nothing of it is left to consolidate. */
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
      // It was used during the read: an explicit consolidation may bring a model.
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
          const message = `silent sessions could not be looked for, it is tried again: ${String(error)}`
          report({ type: 'consolidation-failed', level: 'warn', message, error })
        })
        .finally(() => {
          looking = undefined
        })
    },
    idle: async () => looking,
  }
}
