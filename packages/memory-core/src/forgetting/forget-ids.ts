import { parseFacts } from '../documents/fact.ts'
import { factPassageId } from '../recall/passages-of.ts'
import { statementKey } from '../text/statement-key.ts'
import { forgetDerived } from './forget-derived.ts'
import { cutFacts, forgetFacts } from './forget-facts.ts'
import { forgetHistory } from './forget-history.ts'
import { forgetMessages, type GoneMessages, marksOf, messagesOfIds } from './forget-messages.ts'
import { forgetNotes } from './forget-notes.ts'
import type { ForgetParts } from './forget-parts.ts'
import { forgetKnowledge, forgetLinesOf, forgetRecords } from './forget-rows.ts'
import type { Receipt } from './forgotten.ts'

/** Forgets what has these ids, what says the same as it, and what was learned from the messages among it. */
export async function forgetIds(parts: ForgetParts, receipt: Receipt, asked: readonly string[]): Promise<void> {
  const ids = new Set([...asked, ...(await twinsOf(parts, asked))])
  const gone = await messagesOfIds(parts, ids)
  for (const messages of gone) await forgetMessages(parts, receipt, messages)
  await forgetDerived(parts, receipt, gone)
  await forgetLines(parts, receipt, ids)
  await forgetNotes(parts, receipt, asked)
  await forgetKnowledge(parts, receipt, ({ id }) => ids.has(`knowledge:${id}`))
  const isFrom = sourceOf(gone)
  await forgetLinesOf(parts, receipt, ({ id, source }) => !ids.has(id) && isFrom(source))
  await forgetRecords(parts, receipt, ({ id, source }) => ids.has(id) || isFrom(source), gone.flatMap(marksOf))
}

async function forgetLines(parts: ForgetParts, receipt: Receipt, ids: ReadonlySet<string>): Promise<void> {
  const has = (prefix: string): boolean => [...ids].some((id) => id.startsWith(prefix))
  if (has('fact:')) await forgetFacts(parts, receipt, cutFacts(ids))
  const isGone = (_: unknown, id: string): boolean => ids.has(id)
  if (has('history:')) await forgetHistory(parts, receipt, { isGone, lines: () => new Set() })
}

function sourceOf(gone: readonly GoneMessages[]): (source?: { session?: string; messageId?: string }) => boolean {
  const said = new Set(gone.flatMap(({ session, messages }) => messages.map(({ id }) => JSON.stringify([session, id]))))
  return (source) => said.has(JSON.stringify([source?.session, source?.messageId]))
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
