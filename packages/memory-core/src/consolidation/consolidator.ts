import { createAfterQuiet, createSerialQueue } from '../async.ts'
import type { DocumentGuard } from '../documents/document-guard.ts'
import type { PromptFunction } from '../prompt.ts'
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
