import { sleep, within } from '../async.ts'
import { isoTime } from '../clock.ts'
import { compactFile } from '../documents/facts.ts'
import type { FactsFile } from '../documents/facts-file.ts'
import type { HistoryFile } from '../documents/history.ts'
import { MemoryError } from '../errors.ts'
import type { StoredMessage } from '../message.ts'
import type { PromptFunction } from '../model.ts'
import { endedMark, isUnsaid } from '../records/marks.ts'
import type { SessionsOptions } from '../sessions/session.ts'
import type { SessionStore } from '../sessions/sessions.ts'
import { messageId } from '../storage/numbering.ts'
import type { Lease, Setting } from '../storage/storage.ts'
import { choose, firstBatch, type MessageChoice, type Reach } from './choose.ts'
import type { Outcome } from './make-plan.ts'
import { applyPlan, dueMessages, isTooEarly, type PlanFiles } from './plan.ts'
import type { Proposal, ProposalOptions } from './propose.ts'

/** The result of a consolidation. */
export interface Consolidation {
  /** Number of messages that became history entries and facts: 0 if there was nothing to do, or it failed at once. */
  messages: number
  /** Whether it changed MEMORY.md. */
  facts: boolean
  /** Why it failed. The remaining messages are kept, and stay due as `onFailure` says. */
  error?: unknown
}

export interface ConsolidatorParts {
  setting: Setting
  facts: FactsFile
  history: HistoryFile
  sessions: SessionStore
  plans: PlanFiles
  options: ProposalOptions & { sessions: Required<SessionsOptions> }
  model: PromptFunction | undefined
  /** Redacts what a model wrote before it is stored. */
  redacted(proposal: Proposal, session: string): Proposal
  /** Redacts an error before it is reported: a model may quote its prompt. */
  shownError(error: unknown): unknown
  /** Brings MEMORY.md up to date, so that messages are captured before they are consolidated. */
  ready(): Promise<void>
  /** Returns whether a line states something superseded or removed. */
  overLines(): Promise<(line: string) => boolean>
  /** Called after a session's facts or summary have changed. */
  onApplied(session: string): void
}

export interface Run {
  session: string
  reach: Reach
  signal: AbortSignal | undefined
  /** The model to ask; undefined to consolidate by rules. */
  model(): PromptFunction | undefined
  /** Whether the memory is closing: sessions that are only due are left to the next open. */
  isStopping(): boolean
}

export const nothing: Consolidation = { messages: 0, facts: false }

/** Whether this reach waits after a failure, and is left to the next open while the memory closes. */
export function isPatient(reach: Reach): boolean {
  return reach === 'due' || reach === 'silent'
}

/** Touches no disk until it is used. */
export function createConsolidationRuns(parts: ConsolidatorParts) {
  const { setting, sessions, plans, options } = parts
  const { storage, clock, report } = setting
  const { redo, timeoutMs } = options.consolidation

  /** Completes leftover plans, which may refer to text that `fn` would move, then runs `fn` under the locks. */
  async function exclusive<T>(names: readonly string[], fn: () => Promise<T>): Promise<T> {
    for (;;) {
      const outcome = await storage.lock(['documents', ...names], async () =>
        (await plans.leftover()).length > 0 ? undefined : { value: await fn() },
      )
      if (outcome) return outcome.value
      await recoverPlans()
    }
  }

  async function recoverPlans(): Promise<void> {
    for (const session of await storage.lock(['documents'], plans.leftover))
      await storage.lock(['documents', sessions.lockName(session)], async () => {
        const plan = await plans.readPlan(session)
        if (!plan) return
        await applyPlan(plan, parts)
        parts.onApplied(session)
        const message = 'finished a consolidation that had been cut short'
        report({ type: 'plan-recovered', level: 'warn', message, session })
      })
  }

  /** The next messages to consolidate; those left by a failed reset come first. */
  async function next({ session, reach }: Pick<Run, 'session' | 'reach'>): Promise<MessageChoice | undefined> {
    const failure = await plans.readFailure(session)
    if (isPatient(reach) && failure && isTooEarly(failure, clock())) return undefined
    const window = await sessions.window(session)
    const overdue = await dueMessages(session, failure, sessions)
    return choose(window?.messages ?? [], window?.header.lastConsolidated ?? 0, overdue, reach, options)
  }

  async function attempt({ session, signal, model }: Run, choice: MessageChoice): Promise<Outcome> {
    // Loaded when needed: reading what was said takes a third of the core.
    const { propose } = await import('./propose.ts')
    const epoch = await plans.epoch()
    const { text, hash } = await parts.facts.read()
    const at = isoTime(clock())
    const asked = model()
    const material = {
      messages: await withoutUnsaid(session, choice.messages),
      facts: text,
      at,
      isOver: asked && (await overLines()),
    }
    const read = { at, seen: text, base: hash, epoch }
    try {
      const work = (inner: AbortSignal) => propose(material, asked, options, inner)
      const proposal = await within({ timeoutMs, signal, tooLate: modelTooSlow }, work)
      return { ...read, proposal: parts.redacted(proposal, session) }
    } catch (error) {
      signal?.throwIfAborted()
      return { ...read, error: parts.shownError(error) }
    }
  }

  /** The messages without those that the user asked to forget in another session. */
  async function withoutUnsaid(session: string, messages: readonly StoredMessage[]): Promise<StoredMessage[]> {
    const markOf = ({ id }: StoredMessage): string => endedMark(messageId(session, id))
    const marks = await storage.records.marks(messages.map(markOf))
    return messages.filter((message) => !isUnsaid(marks.get(markOf(message))))
  }

  /** Unreadable records do not stop a consolidation. */
  async function overLines(): Promise<((line: string) => boolean) | undefined> {
    try {
      return await parts.overLines()
    } catch (error) {
      const message = `superseded statements could not be read, so the model may restore them: ${String(error)}`
      report({ type: 'records-unreadable', level: 'warn', message, error })
      return undefined
    }
  }

  /** Writes the plan and applies it, unless the messages or documents have changed since they were read. */
  async function settle(
    { session, reach }: Run,
    choice: MessageChoice,
    outcome: Outcome,
    lease: Lease,
    insist: boolean,
  ) {
    return exclusive([sessions.lockName(session)], async () => {
      await lease.check()
      // The model may have seen something that was forgotten since, so it is asked again.
      if (outcome.proposal && (await plans.epoch()) !== outcome.epoch) return 'changed'
      const { makePlan } = await import('./make-plan.ts')
      const plan = await makePlan({ session, reach, choice, outcome }, parts)
      if (!plan) return 'gone'
      const isStale = plan.facts?.mode === 'replace' && (await parts.facts.read()).hash !== plan.facts.base
      if (isStale && !insist) return 'changed'
      await plans.writePlan(plan)
      report({ type: 'plan-written', level: 'info', message: 'the result is on disk, now it is applied', session })
      await applyPlan(plan, parts)
      const { compactAt } = options.facts
      if (plan.facts && compactAt > 0) await compactFile(setting, parts.facts, compactAt)
      parts.onApplied(session)
      return 'applied'
    })
  }

  /** Consolidates one batch; `isLast` if nothing remains. */
  async function underLease(run: Run, lease: Lease): Promise<Consolidation & { isLast: boolean }> {
    const { session } = run
    for (let round = 0; ; round++) {
      const all = await next(run)
      if (!all) return { ...nothing, isLast: true }
      const batch = run.model() ? firstBatch(all, options) : all
      const message = `consolidating ${batch.messages.length} messages`
      report({ type: 'consolidation-started', level: 'info', message, session })
      const outcome = round > redo ? restless() : await attempt(run, batch)
      // A reset empties the window even if a batch failed; the remaining messages stay due.
      const choice = outcome.proposal ? batch : all
      const end = await settle(run, choice, outcome, lease, round >= redo)
      if (end === 'applied') return { ...conclude(session, choice, outcome), isLast: choice === all }
      if (end === 'gone' && round > redo) return { ...nothing, isLast: true }
    }
  }

  /** A change of the messages or a forgetting during every attempt counts as a failure, so that a reset comes to an end. */
  function restless(): Outcome {
    const what = `messages were changed or something was forgotten during each of ${redo + 1} attempts`
    const message = `${what}; the consolidation is retried later`
    return { at: isoTime(clock()), seen: '', base: '', error: new MemoryError('version-conflict', message) }
  }

  function conclude(session: string, choice: MessageChoice, { proposal, error }: Outcome): Consolidation {
    const count = choice.messages.length
    if (!proposal) {
      const message = `the consolidation of ${count} messages failed, they stay in the session's files: ${String(error)}`
      report({ type: 'consolidation-failed', level: 'error', message, session, error })
      return { ...nothing, error }
    }
    if (proposal.refused !== undefined) {
      const message = `the model's text for MEMORY.md was refused (${proposal.refused}); none of it was used`
      report({ type: 'facts-rewrite-refused', level: 'warn', message, session })
    }
    const done = { messages: count, facts: proposal.facts !== undefined }
    report({ type: 'consolidated', level: 'info', message: `consolidated ${count} messages`, session, details: done })
    return done
  }

  /** Releases the lease between two batches. While the memory closes, what is only due is left to the next open. */
  async function inBatches(run: Run): Promise<Consolidation> {
    let sum = nothing
    for (;;) {
      const { isLast, ...batch } = await withLease(run)
      sum = { ...batch, messages: sum.messages + batch.messages, facts: sum.facts || batch.facts }
      if (isLast || (run.isStopping() && isPatient(run.reach))) return sum
    }
  }

  async function withLease(run: Run): ReturnType<typeof underLease> {
    for (let pauseMs = 25; ; pauseMs = Math.min(pauseMs * 2, 500)) {
      const lease = await storage.lease('consolidation')
      if (!lease) {
        await sleep(pauseMs, run.signal)
        continue
      }
      try {
        return await underLease(run, lease)
      } finally {
        await lease.release()
      }
    }
  }

  return {
    /** Consolidates a session batch by batch, each under the lease. */
    async run(run: Run): Promise<Consolidation> {
      const { session, reach } = run
      await parts.ready()
      const isOff = options.sessions.window === 0 && reach !== 'all' && reach !== 'silent'
      const result = isOff || !(await next(run)) ? nothing : await inBatches(run)
      if (isOff && reach === 'due') await sessions.trim(session, options.sessions.keepWithoutConsolidation)
      if (isOff && reach === 'reset') await sessions.clear(session)
      return result
    },
    isDue: async (session: string): Promise<boolean> =>
      options.sessions.window === 0 || (await next({ session, reach: 'due' })) !== undefined,
    recoverPlans: (): Promise<void> => recoverPlans(),
    /** Runs changes of the documents one at a time; completes leftover plans first. */
    guard: <T>(fn: () => Promise<T>): Promise<T> => exclusive([], fn),
  }
}

function modelTooSlow(timeoutMs: number): MemoryError {
  const message = `the model did not answer within ${timeoutMs} ms; the messages will be retried later; consolidation.timeoutMs allows more time`
  return new MemoryError('model-failed', message)
}
