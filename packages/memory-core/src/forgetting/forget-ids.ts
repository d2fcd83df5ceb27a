import { parseFacts } from '../documents/fact.ts'
import { factPassageId } from '../recall/passages-of.ts'
import { statementKey } from '../text/statement-key.ts'
import { forgetDerived } from './forget-derived.ts'
import { cutFacts, forgetFacts } from './forget-facts.ts'
import { forgetHistory } from './forget-history.ts'
import { forgetMessages, marksOf, messagesOfIds, sourceOf } from './forget-messages.ts'
import { forgetNotes } from './forget-notes.ts'
import type { ForgetParts } from './forget-parts.ts'
import { forgetKnowledge, forgetLinesOf, forgetRecords } from './forget-rows.ts'
import type { ForgetReceipt } from './forgotten.ts'
import { forgetInCopies } from './session-copies.ts'

/** Forgets what has these ids, what says the same as it, and what was learned from the messages among it. */
export async function forgetIds(parts: ForgetParts, receipt: ForgetReceipt, asked: readonly string[]): Promise<void> {
  const ids = new Set([...asked, ...(await twinsOf(parts, asked))])
  const gone = await messagesOfIds(parts, ids)
  const isFrom = sourceOf(gone)
  for (const messages of gone) await forgetMessages(parts, receipt, messages)
  await forgetInCopies(parts, receipt, ({ session, message }) => isFrom({ session, messageId: message?.id }))
  await forgetDerived(parts, receipt, gone)
  await forgetLines(parts, receipt, ids)
  await forgetNotes(parts, receipt, asked)
  await forgetKnowledge(parts, receipt, ({ id }) => ids.has(`knowledge:${id}`))
  await forgetLinesOf(parts, receipt, ({ id, source }) => !ids.has(id) && isFrom(source))
  await forgetRecords(parts, receipt, ({ id, source }) => ids.has(id) || isFrom(source), gone.flatMap(marksOf))
}

async function forgetLines(parts: ForgetParts, receipt: ForgetReceipt, ids: ReadonlySet<string>): Promise<void> {
  const has = (prefix: string): boolean => [...ids].some((id) => id.startsWith(prefix))
  if (has('fact:')) await forgetFacts(parts, receipt, cutFacts(ids))
  const isGone = (_: unknown, id: string): boolean => ids.has(id)
  if (has('history:')) await forgetHistory(parts, receipt, { isGone, lines: () => new Set() })
}

/** The same statement in another layer would be recalled in the place of the one that went. */
async function twinsOf(parts: ForgetParts, ids: readonly string[]): Promise<string[]> {
  const texts = await statementsOf(parts, new Set(ids))
  const hits = await Promise.all(texts.map((text) => parts.find(text)))
  const keys = new Set(texts.map(statementKey))
  return hits.flat().flatMap(({ id, text }) => (keys.has(statementKey(text)) ? [id] : []))
}

async function statementsOf(
  { facts, knowledge, setting }: ForgetParts,
  wanted: ReadonlySet<string>,
): Promise<string[]> {
  const lines = parseFacts((await facts.read()).text)
  const records = await setting.storage.records.get([...wanted], { skipDamaged: true })
  const entries = (await knowledge?.list()) ?? []
  return [
    ...lines.filter(({ text }) => wanted.has(factPassageId(text))).map(({ text }) => text),
    ...records.flatMap((record) => (record.kind === 'semantic' ? [record.text] : [])),
    ...entries.filter(({ id }) => wanted.has(`knowledge:${id}`)).map(({ content }) => content),
  ]
}
