import { isoTime } from '../clock.ts'
import { type StoredMessage, textOf } from '../message.ts'
import { withoutUndefined } from '../option-checks.ts'
import { lineHash } from './attribution.ts'
import type { MessageChoice } from './choose.ts'
import type { ConsolidatorParts, Run } from './consolidation-run.ts'
import { dueMessages, type Failure, maxRetryMs, newLines, type Plan } from './plan.ts'
import type { Proposal } from './propose.ts'
import { type NewEntry, rawFallback } from './written-by-rule.ts'

export interface Outcome {
  at: string
  /** The MEMORY.md that was read, and its content hash. */
  seen: string
  base: string
  /** `PlanFiles.epoch` before the attempt. */
  epoch?: string | undefined
  proposal?: Proposal
  error?: unknown
}

type PlanMaterial = Pick<Run, 'session' | 'reach'> & { choice: MessageChoice; outcome: Outcome }

/** The pause before the first retry; it doubles up to {@link maxRetryMs}. */
const retryMs = 30_000

/** Call it inside the lock of documents and session: it records lengths of files. Undefined if messages are gone. */
export async function makePlan(material: PlanMaterial, parts: ConsolidatorParts): Promise<Plan | undefined> {
  const { session, choice, outcome } = material
  const stored = await parts.plans.readFailure(session)
  const window = await remainingWindow(material, stored, parts)
  if (!window) return undefined
  const before = stored?.first === choice.messages[0]?.id ? stored : undefined
  const { proposal, at } = outcome
  const stillDue = stored && choice.waiting.length > 0 ? { ...stored, due: choice.waiting } : null
  const failure = proposal ? stillDue : failureAfter(material, before, parts)
  // One `[raw-fallback]` entry for each batch, however often it fails.
  const isQuoted = parts.options.consolidation.onFailure !== 'raw-fallback' || before?.isQuoted
  const entries = proposal?.history ?? (isQuoted ? [] : [{ at, text: rawFallback(choice.messages) }])
  const plan: Plan = {
    daybook: 1,
    id: crypto.randomUUID(),
    session,
    at,
    messages: choice.messages.map((message) => message.id),
    ...(proposal ? {} : { failed: true }),
    history: await sizedEntries(entries, parts),
    failure,
  }
  if (proposal?.facts) plan.facts = await factsChange(proposal.facts, material.outcome, parts)
  const leaves =
    proposal !== undefined || material.reach === 'reset' || parts.options.consolidation.onFailure === 'drop'
  if (leaves && choice.messages.length + choice.trim.length > choice.overdue)
    // Empty after a reset, which starts a new conversation.
    plan.window = { ...window, ...withoutUndefined({ summary: material.reach === 'reset' ? '' : proposal?.summary }) }
  return plan
}

async function factsChange(
  { mode, text }: NonNullable<Proposal['facts']>,
  { base, seen }: Pick<Outcome, 'base' | 'seen'>,
  { setting, facts }: ConsolidatorParts,
): Promise<NonNullable<Plan['facts']>> {
  const size = (await setting.storage.files.stat(facts.path))?.size ?? 0
  const wellFormed = text.toWellFormed()
  const before = (await facts.read()).text
  // A line that the model saw and kept is not new, even if it was removed or forgotten since.
  const lines = newLines(`${seen}\n${before}`, wellFormed).map(lineHash)
  const dropped = mode === 'replace' ? newLines(wellFormed, before).map(lineHash) : []
  return { mode, text: wellFormed, base, size, lines, ...(dropped.length > 0 ? { dropped } : {}) }
}

/** The change of the window; undefined if the chosen messages were changed or removed. */
async function remainingWindow(
  { session, choice, outcome }: PlanMaterial,
  failure: Failure | undefined,
  { sessions }: ConsolidatorParts,
): Promise<{ trim: readonly string[]; lastConsolidated: number } | undefined> {
  const due = await dueMessages(session, failure, sessions)
  if (!areThere(choice.messages.slice(0, choice.overdue), due)) return undefined
  const window = await sessions.window(session)
  const messages = window?.messages ?? []
  const done = window?.header.lastConsolidated ?? 0
  const own = choice.messages.slice(choice.overdue)
  // Another process may have consolidated these messages and left them in the window.
  if (!areThere(own, messages.slice(done))) return undefined
  const ids = new Set(messages.map((message) => message.id))
  const trim = choice.trim.filter((id) => ids.has(id))
  const last = outcome.proposal && own.at(-1)?.id
  const until = Math.max(done, messages.findIndex(({ id }) => id === last) + 1)
  return { trim, lastConsolidated: Math.max(0, until - trim.length) }
}

/** Whether all messages are stored unchanged. Changed or removed ones must not be written down. */
function areThere(chosen: readonly StoredMessage[], stored: readonly StoredMessage[]): boolean {
  const texts = new Map(stored.map((message) => [message.id, textOf(message)]))
  return chosen.every((message) => texts.get(message.id) === textOf(message))
}

function failureAfter(
  { session, reach, choice, outcome }: PlanMaterial,
  before: Failure | undefined,
  parts: ConsolidatorParts,
): Failure | null {
  const { onFailure } = parts.options.consolidation
  if (onFailure === 'drop') return null
  const count = (before?.count ?? 0) + 1
  const pauseMs = Math.min(retryMs * 2 ** Math.min(count - 1, 20), maxRetryMs)
  const due = reach === 'reset' ? choice.messages : choice.messages.slice(0, choice.overdue)
  const first = choice.messages[0]?.id
  return {
    daybook: 1,
    session,
    count,
    retryAt: isoTime(Date.parse(outcome.at) + pauseMs),
    isQuoted: onFailure === 'raw-fallback',
    ...(first === undefined ? {} : { first }),
    ...(due.length > 0 ? { due: due.map((message) => message.id) } : {}),
  }
}

/** Entries with the present length of their file, which reveals a crash during the append. */
async function sizedEntries(entries: readonly NewEntry[], parts: ConsolidatorParts): Promise<Plan['history']> {
  const texts = entries.flatMap((entry) =>
    parts.history.targets(entry.at).map((path) => ({ path, text: parts.history.render(entry) })),
  )
  return Promise.all(
    [...Map.groupBy(texts, ({ path }) => path)].map(async ([path, own]) => ({
      path,
      text: own.map(({ text }) => text).join(''),
      size: (await parts.setting.storage.files.stat(path))?.size ?? 0,
    })),
  )
}
