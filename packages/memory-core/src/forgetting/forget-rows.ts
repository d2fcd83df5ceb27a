import { capturesEnded } from '../capture/capturer.ts'
import { isoTime } from '../clock.ts'
import type { KnowledgeEntry } from '../knowledge/knowledge-entry.ts'
import { withdrawRecords } from '../records/learning.ts'
import { recordText } from '../records/record-types.ts'
import type { ResponseItems } from '../responses/responses.ts'
import { everyRecord, itemPages } from '../storage/every-row.ts'
import type { StoredItem } from '../storage/items.ts'
import type { MemoryRecord } from '../storage/records.ts'
import { statementKey } from '../text/statement-key.ts'
import { isResponse } from '../upkeep/places.ts'
import { forgetFacts, linesWhere } from './forget-documents.ts'
import type { ForgetParts } from './forget-parts.ts'
import type { ForgetReceipt } from './forgotten.ts'

/**
 * Removes the matching records, links to them, and these marks; what a removed record or fact had superseded is current
 * again. Call it while the messages are removed that they may come from, so that captures under way are removed, too.
 * Reads every record, twice if some are removed.
 */
export async function forgetRecords(
  parts: ForgetParts,
  receipt: ForgetReceipt,
  isGone: (record: MemoryRecord) => boolean,
  marks: readonly string[] = [],
): Promise<void> {
  const { setting, records } = parts
  if (!receipt.dryRun) await capturesEnded(setting.storage)
  const all = await everyRecord(records)
  const gone = all.filter(isGone)
  const ids = gone.map(({ id }) => id)
  receipt.removed(gone.map((record) => [record.id, recordText(record)]))
  receipt.count('records', ids.length)
  const left = marks.length === 0 ? [] : [...(await records.marks(marks)).keys()]
  if (receipt.dryRun) return
  await withdrawRecords(records, ids, { isGone: receipt.isRemoved, marks: left, everywhere: true })
}

/**
 * Removes the lines of MEMORY.md and its versions with the same statements as these records. Call it before the records
 * are removed.
 */
export async function forgetLinesOf(
  parts: ForgetParts,
  receipt: ForgetReceipt,
  isGone: (record: MemoryRecord) => boolean,
): Promise<void> {
  const records = (await everyRecord(parts.setting.storage.records)).filter(isGone)
  const keys = new Set(records.flatMap(({ kind, text }) => (kind === 'semantic' ? [statementKey(text)] : [])))
  if (keys.size === 0) return
  await forgetFacts(parts, receipt, (text) => linesWhere(text, (line) => keys.has(statementKey(line))))
}

/** Removes the matching knowledge entries. */
export async function forgetKnowledge(
  { knowledge }: ForgetParts,
  receipt: ForgetReceipt,
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
  { setting, semanticCache }: ForgetParts,
  receipt: ForgetReceipt,
  isGone: (item: StoredItem, isResponse: boolean) => boolean,
): Promise<void> {
  const at = isoTime(setting.clock())
  for (const items of [setting.storage.items, semanticCache]) await forgetItemsOf(items, at, receipt, isGone)
}

async function forgetItemsOf(
  items: ResponseItems,
  at: string,
  receipt: ForgetReceipt,
  isGone: (item: StoredItem, isResponse: boolean) => boolean,
): Promise<void> {
  const gone: StoredItem[] = []
  for await (const page of itemPages(items, at)) gone.push(...page.filter((item) => isGone(item, isResponse(item))))
  const responses = gone.filter(isResponse).length
  receipt.count('responses', responses)
  receipt.count('items', gone.length - responses)
  if (receipt.dryRun) return
  await items.prune([], { at })
  for (const { namespace, key } of gone) await items.remove(namespace, [key])
}
