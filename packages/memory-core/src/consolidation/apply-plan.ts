import type { MemoryEventType } from '../events.ts'
import type { FileStore } from '../storage/files.ts'
import { entryHashes, ledgerPath, lineHash } from './attribution.ts'
import type { ConsolidatorParts } from './consolidation-run.ts'
import type { Plan } from './plan.ts'
import { consolidatedSection, newLines } from './propose.ts'

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
    await targets.sessions.trimLocked(
      plan.session,
      trim,
      header.summary === '' ? { ...header, summary: undefined } : header,
    )
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
