import { capturesEnded } from '../capture/capturer.ts'
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
import type { Forgetting } from './forgotten.ts'

/**
 * Removes the matching records, links to them, and these marks; what a removed record or fact had superseded is current
 * again. Call it while the messages are removed that they may come from, so that captures under way are removed, too.
 * Reads every record, twice if some are removed.
 */
export async function forgetRecords(
  parts: Forgetting,
  isGone: (record: MemoryRecord) => boolean,
  marks: readonly string[] = [],
): Promise<void> {
  const { setting, records } = parts
  if (!parts.receipt.dryRun) await capturesEnded(setting.storage)
  const all = await everyRecord(records)
  const gone = all.filter(isGone)
  const ids = gone.map(({ id }) => id)
  parts.receipt.removed(gone.map((record) => [record.id, recordText(record)]))
  parts.receipt.count('records', ids.length)
  const left = marks.length === 0 ? [] : [...(await records.marks(marks)).keys()]
  if (parts.receipt.dryRun) return
  await withdrawRecords(records, ids, { isGone: parts.receipt.isRemoved, marks: left, everywhere: true })
}

/**
 * Removes the lines of MEMORY.md and its versions with the same statements as these records. Call it before the records
 * are removed.
 */
export async function forgetLinesOf(parts: Forgetting, isGone: (record: MemoryRecord) => boolean): Promise<void> {
  const records = (await everyRecord(parts.setting.storage.records)).filter(isGone)
  const keys = new Set(records.flatMap(({ kind, text }) => (kind === 'semantic' ? [statementKey(text)] : [])))
  if (keys.size === 0) return
  await forgetFacts(parts, (text) => linesWhere(text, (line) => keys.has(statementKey(line))))
}

/** Removes the matching knowledge entries. */
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
