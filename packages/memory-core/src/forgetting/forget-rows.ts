import { captureMark, capturesEnded } from '../capture/capturer.ts'
import { isoTime } from '../clock.ts'
import type { KnowledgeEntry } from '../knowledge/knowledge-entry.ts'
import { withdrawRecords } from '../records/learning.ts'
import { recordText } from '../records/record-types.ts'
import { everyRecord, itemPages } from '../storage/every-row.ts'
import type { StoredItem } from '../storage/items.ts'
import type { MemoryRecord } from '../storage/records.ts'
import { statementKey } from '../text/statement-key.ts'
import { isResponse } from '../upkeep/places.ts'
import { forgetFacts, linesWhere } from './forget-documents.ts'
import type { GoneMessages } from './forget-messages.ts'
import type { Forgetting } from './forgotten.ts'

/**
 * Removes the records that were learned from forgotten content, and those that are `isNamed`; links to them; the marks of
 * these messages; and the lines of MEMORY.md and its versions with the statements of the learned ones. What a removed
 * record or fact had superseded is current again. Call it while the messages are removed, so that captures under way are
 * removed, too. Reads every record, twice if some are removed.
 */
export async function forgetRecords(
  parts: Forgetting,
  gone: readonly GoneMessages[],
  isLearned: (record: MemoryRecord) => boolean,
  isNamed: (record: MemoryRecord) => boolean = () => false,
): Promise<void> {
  const { setting, records, receipt } = parts
  if (!receipt.dryRun) await capturesEnded(setting.storage)
  const all = await everyRecord(records)
  const statements = all.filter((record) => record.kind === 'semantic' && isLearned(record) && !isNamed(record))
  const keys = new Set(statements.map(({ text }) => statementKey(text)))
  // While the records are stored, so that after a crash the next run still finds the lines.
  if (keys.size > 0) await forgetFacts(parts, (text) => linesWhere(text, (line) => keys.has(statementKey(line))))
  const removed = all.filter((record) => isLearned(record) || isNamed(record))
  receipt.removed(removed.map((record) => [record.id, recordText(record)]))
  receipt.count('records', removed.length)
  const captured = gone.flatMap(({ session, messages }) =>
    messages.map((message) => captureMark({ session, messageId: message.id })),
  )
  const marks = captured.length === 0 ? [] : [...(await records.marks(captured)).keys()]
  if (receipt.dryRun) return
  const ids = removed.map(({ id }) => id)
  await withdrawRecords(records, ids, { isGone: receipt.isRemoved, marks, everywhere: true })
}

export async function forgetKnowledge(
  { receipt, knowledge }: Forgetting,
  isGone: (entry: KnowledgeEntry) => boolean,
): Promise<void> {
  for (const entry of (await knowledge?.list()) ?? []) {
    if (!isGone(entry)) continue
    if (!receipt.dryRun) await knowledge?.remove(entry.id)
    receipt.removed([[`knowledge:${entry.id}`, entry.content]])
    receipt.count('knowledge', 1)
  }
}

/** Removes the matching items and cached responses, and expired ones. Reads every item. */
export async function forgetItems(
  { receipt, setting, semanticCache }: Forgetting,
  isGone: (item: StoredItem, isResponse: boolean) => boolean,
): Promise<void> {
  const at = isoTime(setting.clock())
  for (const items of [setting.storage.items, semanticCache]) {
    const gone: StoredItem[] = []
    for await (const page of itemPages(items, at)) gone.push(...page.filter((item) => isGone(item, isResponse(item))))
    const responses = gone.filter(isResponse).length
    receipt.count('responses', responses)
    receipt.count('items', gone.length - responses)
    if (receipt.dryRun) continue
    await items.prune([], { at })
    for (const { namespace, key } of gone) await items.remove(namespace, [key])
  }
}
