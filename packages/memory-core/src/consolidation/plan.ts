import { MemoryError } from '../errors.ts'
import type { MemoryEventType, Report } from '../events.ts'
import { isRecord, parsedJson } from '../json.ts'
import type { StoredMessage } from '../message.ts'
import { texts } from '../option-checks.ts'
import type { SessionStore } from '../sessions/sessions.ts'
import { isSafeNameOf, safeName } from '../storage/file-checks.ts'
import type { FileStore } from '../storage/files.ts'
import type { Storage } from '../storage/storage.ts'
import { entryHashes, ledgerPath, lineHash } from './attribution.ts'
import type { ConsolidatorParts } from './consolidation-run.ts'

export const plansDirectory = '.daybook/consolidation'
/** Rewritten whenever something is forgotten. */
const epochPath = `${plansDirectory}/forgotten.json`

/** An accepted result, stored before any of it is applied. A step can tell that it is done, also after a crash. */
export interface Plan {
  daybook: 1
  id: string
  session: string
  at: string
  messages: readonly string[]
  failed?: boolean
  /** The change of MEMORY.md: the hash of its base, the size before, hashes of new `lines` and of `dropped` ones. */
  facts?: {
    mode: 'replace' | 'append'
    text: string
    base: string
    size: number
    lines: readonly string[]
    dropped?: readonly string[]
  }
  /** The text appended to each history file, and the file's length before. */
  history: readonly { path: string; text: string; size: number }[]
  /** The change of the session: messages that leave its window, number of consolidated ones that stay, new summary. */
  window?: { trim: readonly string[]; lastConsolidated: number; summary?: string }
  /** The state of failed attempts afterwards; null removes it. */
  failure: Failure | null
}

export interface Failure {
  daybook: 1
  session: string
  count: number
  /** ISO time before which there is no automatic retry. */
  retryAt: string
  /** Whether the history has a `[raw-fallback]` entry for the messages. */
  isQuoted: boolean
  /** The oldest message of the failed batch, which identifies the batch. */
  first?: string
  /** Ids of messages that a reset archived before they could be consolidated. They stay due. */
  due?: readonly string[]
}

export type PlanFiles = ReturnType<typeof createPlanFiles>

/** Plans and failures on disk. Takes no lock. */
export function createPlanFiles(files: FileStore, report: Report) {
  const path = (session: string, kind: 'plan' | 'failure'): string =>
    `${plansDirectory}/${safeName(session)}.${kind}.json`

  async function readAs<T extends Plan | Failure>(file: string, decode: Decode<T>) {
    const stored = await files.read(file)
    if (!stored) return undefined
    const written = parsedJson(stored.text)
    if (isRecord(written)) refuseNewer(written['daybook'])
    const value = isRecord(written) ? decode(written) : undefined
    const name = file.slice(plansDirectory.length + 1).replace(/\.(?:plan|failure)\.json$/, '')
    // A copy under another name would be found at each open and never be removed.
    if (value && isSafeNameOf(name, value.session)) return value
    const aside = `${file}.corrupt-${stored.version}`
    await files.rename(file, aside)
    const message = `${file} was not written by Daybook; it was moved to ${aside} and is not applied`
    report({ type: 'file-quarantined', level: 'warn', message, path: aside })
    return undefined
  }

  async function readAll<T extends Plan | Failure>(kind: string, decode: Decode<T>) {
    const paths = (await files.list(plansDirectory)).map((entry) => entry.path)
    const own = paths.filter((name) => name.endsWith(`.${kind}.json`))
    const values = await Promise.all(own.map((file) => readAs(file, decode)))
    return values.filter((value) => value !== undefined)
  }

  return {
    /** The sessions with a leftover plan. Costs one directory listing. */
    leftover: async (): Promise<string[]> => (await readAll('plan', decodePlan)).map((plan) => plan.session),
    readPlan: (session: string): Promise<Plan | undefined> => readAs(path(session, 'plan'), decodePlan),
    async writePlan(plan: Plan): Promise<void> {
      await files.write(path(plan.session, 'plan'), JSON.stringify(plan))
    },
    removePlan: (session: string): Promise<void> => files.remove(path(session, 'plan')),
    readFailure: (session: string): Promise<Failure | undefined> => readAs(path(session, 'failure'), decodeFailure),
    async writeFailure(session: string, failure: Failure | null): Promise<void> {
      if (failure) await files.write(path(session, 'failure'), JSON.stringify(failure))
      else await files.remove(path(session, 'failure'))
    },
    failures: (): Promise<Failure[]> => readAll('failure', decodeFailure),
    /** Changes whenever something is forgotten, which the answer to an earlier prompt may contain. Costs one stat. */
    epoch: async (): Promise<string | undefined> => (await files.stat(epochPath))?.version,
    async beginEpoch(at: string): Promise<void> {
      await files.write(epochPath, `${JSON.stringify({ at, id: crypto.randomUUID() })}\n`)
    },
    /** Removes files of a session's plans and failures that were set aside; returns their paths. */
    async removeAside(session: string): Promise<string[]> {
      const own = ['plan', 'failure'].map((kind) => `${plansDirectory}/${safeName(session)}.${kind}.json.corrupt-`)
      const paths = (await files.list(plansDirectory)).map((entry) => entry.path)
      const aside = paths.filter((file) => own.some((prefix) => file.startsWith(prefix)))
      for (const file of aside) await files.remove(file)
      return aside
    },
  }
}

/** Undefined if malformed. Both are written atomically, so it was edited, and is set aside. */
type Decode<T> = (value: Record<string, unknown>) => T | undefined

function decodePlan(value: Record<string, unknown>): Plan | undefined {
  const { id, at, messages, facts, history, window } = value
  const shaped =
    areStrings([id, at]) &&
    areStrings(messages) &&
    Array.isArray(history) &&
    history.every((entry) => isRecord(entry) && areStrings([entry['path'], entry['text']])) &&
    (facts === undefined ||
      (isRecord(facts) && areStrings([facts['text'], facts['base']]) && areStrings(facts['lines']))) &&
    (window === undefined || (isRecord(window) && areStrings(window['trim'])))
  return shaped ? (value as unknown as Plan) : undefined
}

function decodeFailure(value: Record<string, unknown>): Failure | undefined {
  const { count, retryAt, due = [] } = value
  const shaped = typeof count === 'number' && typeof retryAt === 'string' && areStrings(due)
  return shaped ? (value as unknown as Failure) : undefined
}

function areStrings(values: unknown): boolean {
  return texts(values) === undefined
}

function refuseNewer(version: unknown): void {
  if (typeof version !== 'number' || version <= 1) return
  const message = `a consolidation plan has format ${version}, this version of Daybook reads format 1: upgrade @daybook/memory-core`
  throw new MemoryError('newer-format', message)
}

const [from, to] = ['state/consolidation/', '.daybook/consolidation/'] as const

/** Moves the files of consolidation out of `state/`, where earlier versions kept them. */
export async function moveLedgers({ files, isReadOnly, lock }: Storage): Promise<void> {
  if (isReadOnly || (await files.list(from.slice(0, -1))).length === 0) return
  await lock(['documents'], async () => {
    for (const { path } of await files.list(from.slice(0, -1), { deep: true }))
      await files.rename(path, to + path.slice(from.length))
  })
}

/** Call it inside the locks of documents and session. Steps applied before a crash are recognised and not repeated. */
export async function applyPlan(plan: Plan, targets: ConsolidatorParts): Promise<void> {
  const done = (type: MemoryEventType, message: string): void =>
    targets.setting.report({ type, level: 'info', message, session: plan.session })

  if (plan.facts) {
    await applyFacts(plan, plan.facts, targets)
    done('facts-written', 'MEMORY.md has the new facts')
  }
  for (const entry of plan.history) await appendOnce(targets.setting.storage.files, entry)
  if (plan.history.length > 0) done('history-written', 'the history has the new entry')
  if (plan.window) {
    const { trim, ...header } = plan.window
    const change = header.summary === '' ? { ...header, summary: undefined } : header
    await targets.sessions.trimLocked(plan.session, trim, change)
    done('session-trimmed', `${trim.length} messages moved to the archive`)
  }
  await recordOnce(plan, targets)
  await targets.plans.writeFailure(plan.session, plan.failure)
  await targets.plans.removePlan(plan.session)
  // Last, because a rotation would move the text by which a completed step is recognised.
  await targets.history.rotateWhenDue()
}

async function applyFacts(plan: Plan, change: NonNullable<Plan['facts']>, targets: ConsolidatorParts): Promise<void> {
  if (change.mode === 'append') {
    const { path } = targets.facts
    return appendOnce(targets.setting.storage.files, { path, text: change.text, size: change.size })
  }
  const now = await targets.facts.read()
  if (now.hash === change.base) {
    await targets.facts.replace(change.text, { ifVersion: now.version })
    return
  }
  const added = new Set(change.lines)
  const lines = newLines(now.text, change.text).filter((line) => added.has(lineHash(line)))
  if (lines.length > 0) await targets.facts.append(consolidatedSection(lines.join('\n'), plan.at))
}

/** Appends a text unless it is there; a torn beginning is completed. */
async function appendOnce(files: FileStore, { path, text, size }: Plan['history'][number]): Promise<void> {
  const now = (await files.stat(path))?.size ?? 0
  if (now === size) return void (await files.append(path, text))
  const wanted = text.replace(/^\n/, '')
  const added = await files.readRange(path, size)
  const tail = added.replace(/^\n/, '')
  if (tail.startsWith(wanted)) return
  const stored = await files.read(path)
  const whole = stored?.text ?? ''
  if (added !== '' && wanted.startsWith(tail.replace(/\uFFFD+$/, ''))) {
    const before = whole.slice(0, whole.length - tail.length)
    await files.write(path, before + wanted, { ifVersion: stored?.version ?? null })
  }
  // A person may have moved the text while editing the file.
  else if (!whole.includes(wanted)) await files.append(path, text)
}

async function recordOnce(plan: Plan, { setting }: ConsolidatorParts): Promise<void> {
  const { files } = setting.storage
  const size = (await files.stat(ledgerPath))?.size ?? 0
  const recent = await files.readRange(ledgerPath, Math.max(0, size - 65_536))
  if (recent.includes(plan.id)) return
  // The id comes last: a line with the id is complete, and the id is within the bytes read, however long the line is.
  const line = {
    at: plan.at,
    session: plan.session,
    ...(plan.failed ? { failed: true } : {}),
    messages: plan.messages,
    ...(plan.facts ? { facts: plan.facts.lines } : {}),
    ...(plan.facts?.dropped ? { dropped: plan.facts.dropped } : {}),
    history: plan.history.flatMap(({ path, text }) => entryHashes(text).map((hash) => ({ path, hash }))),
    plan: plan.id,
  }
  await files.append(ledgerPath, `${JSON.stringify(line)}\n`)
}

/** The lines of `after` that `before` does not have, without headings and blank lines. */
export function newLines(before: string, after: string): string[] {
  const known = new Set(before.split('\n').map((line) => line.trim()))
  return after.split('\n').filter((line) => {
    const text = line.trim()
    return text !== '' && !text.startsWith('#') && !known.has(text)
  })
}

/** New facts under a dated heading, as they are appended to MEMORY.md [G33]. */
export function consolidatedSection(facts: string, at: string): string {
  return `\n### Consolidated ${at.slice(0, 10)}\n${facts}\n`
}

/** The messages that a failed reset left due, without removed ones. Reads the session's archive if there are any. */
export async function dueMessages(
  session: string,
  failure: Failure | undefined,
  sessions: SessionStore,
): Promise<StoredMessage[]> {
  const due = new Set(failure?.due)
  if (due.size === 0) return []
  const stored = await sessions.messages(session, { archived: true })
  return stored.filter((message) => due.has(message.id))
}

/** The longest pause before a retry. */
export const maxRetryMs = 3_600_000

/** Whether a failed batch has to wait. A time beyond the longest pause is ignored: a clock that ran ahead wrote it. */
export function isTooEarly({ retryAt }: Failure, nowMs: number): boolean {
  const leftMs = Date.parse(retryAt) - nowMs
  return leftMs > 0 && leftMs <= maxRetryMs
}
