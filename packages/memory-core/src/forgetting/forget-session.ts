import { createLedger, ledgerPath } from '../consolidation/attribution.ts'
import { type StoredMessage, textOf } from '../message.ts'
import type { Json } from '../storage/items.ts'
import type { MemoryRecord } from '../storage/records.ts'
import { textsIn } from '../text/phrase.ts'
import { forgetDerived } from './forget-derived.ts'
import { everyMessage, forgetWholeSession, type GoneMessages, marksOf } from './forget-messages.ts'
import type { ForgetParts } from './forget-parts.ts'
import { forgetItems, forgetKnowledge, forgetLinesOf, forgetRecords } from './forget-rows.ts'
import type { ForgetReceipt } from './forgotten.ts'
import { forgetInCopies } from './session-copies.ts'

const previewLength = 100

/** Forgets a session: what was said in it, what was learned from it, and the cached answers to what was asked in it. */
export async function forgetSession(parts: ForgetParts, receipt: ForgetReceipt, session: string): Promise<void> {
  const messages = await everyMessage(parts, session)
  const gone: GoneMessages = { session, messages }
  await doubtUnknown(parts, receipt, session)
  const isAnswer = answersOf(messages)
  await forgetItems(parts, receipt, ({ value }, isResponse) => isResponse && isAnswer(value))
  // First of what is learned from: a consolidation under way finds that its messages are gone, and comes to nothing.
  await forgetWholeSession(parts, receipt, gone)
  await forgetInCopies(parts, receipt, (line) => line.session === session)
  await forgetDerived(parts, receipt, [gone])
  const isFrom = ({ source }: MemoryRecord): boolean => source?.session === session
  await forgetLinesOf(parts, receipt, isFrom)
  await forgetRecords(parts, receipt, isFrom, marksOf(gone))
  await forgetKnowledge(parts, receipt, ({ source }) => source === session)
  await forgetPlans(parts, receipt, session)
}

/** Where it was consolidated before anything was attributed, only a person can tell what came of it. */
async function doubtUnknown(
  { sessions, setting }: ForgetParts,
  receipt: ForgetReceipt,
  session: string,
): Promise<void> {
  const header = (await sessions.window(session))?.header
  if (!header || (header.summary === undefined && header.lastConsolidated === 0)) return
  const ledger = await createLedger(setting.storage.files).read()
  if (ledger.some((one) => one.session === session)) return
  const text = 'the session was consolidated, and nothing says which facts and history entries came of it'
  receipt.doubt({ path: ledgerPath, text, reason: 'unknown' })
}

async function forgetPlans({ guard, plans }: ForgetParts, receipt: ForgetReceipt, session: string): Promise<void> {
  await guard(async () => {
    const failure = await plans.readFailure(session)
    receipt.count('consolidation', failure ? 1 : 0)
    if (receipt.dryRun) return
    if (failure) await plans.writeFailure(session, null)
    receipt.changed(await plans.removeAside(session))
  })
}

/**
 * Whether a cached response belongs to a message: the beginning of its question is that of one, or a text in it is one. The
 * cache does not know sessions: a short question that was asked elsewhere too is just answered anew.
 */
function answersOf(messages: readonly StoredMessage[]): (value: Json) => boolean {
  const texts = messages.map((message) => textOf(message).trim()).filter((text) => text !== '')
  const whole = new Set(texts)
  const beginnings = new Set(
    texts.map((text) => [...text.slice(0, 2 * previewLength)].slice(0, previewLength).join('')),
  )
  return (value) => {
    const preview = isObject(value) ? value['message_preview'] : undefined
    if (typeof preview === 'string' && beginnings.has(preview.trim())) return true
    return isObject(value) && textsIn(value['response']).some((text) => whole.has(text.trim()))
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
