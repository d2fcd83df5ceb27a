import { createAfterQuiet, createSerialQueue } from '../async.ts'
import type { PromptFunction } from '../model.ts'
import { openSessionMark } from '../records/marks.ts'
import type { Reach } from './choose.ts'
import {
  type Consolidation,
  type ConsolidatorParts,
  createConsolidationRuns,
  isPatient,
  nothing,
} from './consolidation-run.ts'

const longestWaitMs = 5_000

/** Consolidates one session at a time in a process, under one lease across processes. Touches no disk until used. */
export function createConsolidator(parts: ConsolidatorParts) {
  const { report } = parts.setting
  const { quietMs } = parts.options.consolidation
  const model = parts.options.consolidation.model ?? parts.model
  const runs = createConsolidationRuns(parts)
  const silent = createSilentSearch(parts, model !== undefined, consolidateSilent)
  /** Sessions to consolidate without the model. */
  const byRules = new Set<string>()
  const scheduled = new Set<string>()
  const waits = { quietMs, mostMs: Math.max(quietMs, longestWaitMs), optional: true }
  const quiet = createAfterQuiet(beginScheduled, waits)
  const queue = createSerialQueue()
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

  function enqueue(session: string, reach: Reach, signal?: AbortSignal): Promise<Consolidation> {
    return queue.run(() => consolidate(session, reach, signal))
  }

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

  function consolidateSilent(session: string, isByRules: boolean): void {
    if (isByRules) byRules.add(session)
    void whenDue(session, 'silent').finally(() => byRules.delete(session))
  }

  /** Scheduled sessions run first. An explicit call uses the model. */
  function inTurn(session: string, reach: Reach, signal: AbortSignal | undefined): Promise<Consolidation> {
    silent.used(session)
    byRules.delete(session)
    quiet.begin()
    return enqueue(session, reach, signal)
  }

  async function idle(): Promise<void> {
    await silent.idle()
    quiet.begin()
    return queue.idle()
  }

  return {
    ...silent,
    look(): void {
      if (!isStopping) silent.look()
    },
    /** Consolidates a session if it is due, in the background, as soon as writes pause. */
    schedule,
    /** Consolidates a session and waits, if it is due. Never throws: a failure is reported and returned. */
    whenDue: async (session: string) => ((await runs.isDue(session).catch(() => true)) ? whenDue(session) : nothing),
    /** Consolidates a session's window, due or not; the newest messages stay in the window. */
    now: (session: string, signal?: AbortSignal) => inTurn(session, 'all', signal),
    /** Consolidates all of a session, then empties its window, even if that failed [N13]. */
    reset: (session: string, signal?: AbortSignal) => inTurn(session, 'reset', signal),
    /** Completes plans that a crash left behind, then schedules what a failed reset left due. */
    async recover(): Promise<void> {
      await runs.recoverPlans()
      for (const failure of await parts.plans.failures()) if (failure.due) schedule(failure.session)
    },
    guard: runs.guard,
    /** Starts what is scheduled; resolves when nothing is queued or running. */
    idle,
    /** After the first failure the rest is left to the next open: a model that hangs costs one timeout in all. */
    stop(): Promise<void> {
      isStopping = true
      return idle()
    },
  }
}

const pauseMs = 60_000
const mostAtOnce = 2
const mostRead = 20
/** The time of a use by another process. */
const unknownMs = Number.NEGATIVE_INFINITY
/** Searches for silent sessions: chats rarely end. Leaves those of other copies to them: reading a copy changes nothing. */
function createSilentSearch(
  { setting, sessions, options }: ConsolidatorParts,
  hasModel: boolean,
  consolidate: (session: string, byRules: boolean) => void,
) {
  const { clock, storage, report } = setting
  const silentAfterMs = options.sessions.window === 0 ? 0 : options.consolidation.silentAfterMs
  const isSearching = silentAfterMs > 0 && storage.isReadOnly !== true
  const by = hasModel ? 'model' : 'rules'
  /** Candidates, with the time of their last use as far as it is known. */
  const waiting = new Map<string, number>()
  const unmarked = new Set<string>()
  let lookedMs = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | undefined

  /** When the session was last used; undefined if nothing is left to consolidate. */
  async function openSince(session: string, writtenMs: number): Promise<number | undefined> {
    const window = await sessions.window(session)
    const last = window?.messages.at(-1)
    if (!window || !last || window.header.lastConsolidated >= window.messages.length) return undefined
    return Math.max(writtenMs, Date.parse(last.createdAt))
  }

  async function mark(): Promise<void> {
    const own = [...unmarked]
    if (own.length > 0) await write(own, by)
    for (const session of own) unmarked.delete(session)
  }

  function write(own: readonly string[], value: string | undefined): Promise<unknown> {
    return storage.records.write({ marks: Object.fromEntries(own.map((session) => [openSessionMark(session), value])) })
  }

  async function lookNow(nowMs: number): Promise<void> {
    await mark()
    if (!isSearching || waiting.size === 0 || Math.abs(nowMs - lookedMs) < pauseMs) return
    lookedMs = nowMs
    let begun = 0
    const candidates = [...waiting].slice(0, mostRead)
    const marks = await storage.records.marks(candidates.map(([session]) => openSessionMark(session)))
    for (const [session, writtenMs] of candidates) {
      const mark = marks.get(openSessionMark(session))
      const own = mark ?? (writtenMs === unknownMs ? undefined : by)
      if (waiting.get(session) === writtenMs) waiting.delete(session)
      const openMs = own === undefined ? undefined : await openSince(session, writtenMs)
      if (mark !== undefined && openMs === undefined && !waiting.has(session)) await write([session], undefined)
      // Nothing of it is left, or it was used during the read and waits again.
      if (openMs === undefined || waiting.has(session)) continue
      // It is looked at again after its consolidation, which may fail.
      waiting.set(session, openMs)
      if (nowMs - openMs < silentAfterMs || begun === mostAtOnce) continue
      begun++
      consolidate(session, own !== 'model')
    }
  }

  function failed(error: unknown): void {
    const message = `the search for silent sessions failed and will be retried: ${String(error)}`
    report({ type: 'consolidation-failed', level: 'warn', message, error })
  }

  return {
    /** Called when a session is written to. */
    used(session: string): void {
      if ((waiting.get(session) ?? unknownMs) === unknownMs && isSearching) unmarked.add(session)
      waiting.set(session, clock())
    },
    /** Called for a session with messages that this process has not written. */
    found(session: string): void {
      if (!waiting.has(session)) waiting.set(session, unknownMs)
    },
    /** Consolidates at most two silent sessions in the background; searches at most once a minute. */
    look(): void {
      looking ??= lookNow(clock())
        .catch(failed)
        .finally(() => {
          looking = undefined
        })
    },
    async idle(): Promise<void> {
      await looking
      await mark().catch(failed)
    },
  }
}
