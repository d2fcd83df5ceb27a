import { isoTime } from '../clock.ts'
import { createLedger, ledgerPath } from '../consolidation/attribution.ts'
import { parseFacts } from '../documents/fact.ts'
import { factPassageId } from '../indexing/passages-of.ts'
import { isRecord } from '../json.ts'
import { type StoredMessage, textOf } from '../message.ts'
import type { Json } from '../storage/items.ts'
import type { MemoryRecord } from '../storage/records.ts'
import { knownDamage } from '../storage/storage.ts'
import { textsIn } from '../text/phrase.ts'
import { statementKey } from '../text/statement-key.ts'
import { forgetDerived } from './forget-derived.ts'
import { cutFacts, forgetFacts, forgetHistory, forgetNotes } from './forget-documents.ts'
import {
  doubtForeign,
  doubtSetAside,
  everyMessage,
  forgetInCopies,
  forgetMessages,
  forgetWholeSession,
  type GoneMessages,
  messagesOfIds,
  sourceOf,
} from './forget-messages.ts'
import { forgetPhrase, listLeft } from './forget-phrase.ts'
import { checkedRequest, type ForgetRequest, phraseOf } from './forget-request.ts'
import { forgetItems, forgetKnowledge, forgetRecords } from './forget-rows.ts'
import { createReceipt, type ForgetParts, type Forgetting, type Forgotten, noteForgetting } from './forgotten.ts'

const previewLength = 100

/** Forgets a session: its messages, what was learned from them, and cached answers to its questions. */
async function forgetSession(parts: Forgetting, session: string): Promise<void> {
  const messages = await everyMessage(parts, session)
  const gone: GoneMessages = { session, messages }
  await doubtUnknown(parts, session)
  const isAnswer = answersOf(messages)
  await forgetItems(parts, ({ value }, isResponse) => isResponse && isAnswer(value))
  // First, so that a consolidation under way finds its messages gone and writes nothing.
  await forgetWholeSession(parts, gone)
  await forgetInCopies(parts, (line) => line.session === session)
  await forgetDerived(parts, [gone])
  await forgetRecords(parts, [gone], ({ source }) => source?.session === session)
  await forgetKnowledge(parts, ({ source }) => source === session)
  await forgetPlans(parts, session)
}

/** If it was consolidated before attribution was introduced, only a person can tell what came from it. */
async function doubtUnknown({ receipt, sessions, setting }: Forgetting, session: string): Promise<void> {
  const header = (await sessions.window(session))?.header
  if (!header || (header.summary === undefined && header.lastConsolidated === 0)) return
  const ledger = await createLedger(setting.storage.files).read()
  if (ledger.some((one) => one.session === session)) return
  const text = 'the session was consolidated, and nothing says which facts and history entries came of it'
  receipt.doubt({ path: ledgerPath, text, reason: 'unknown' })
}

async function forgetPlans({ receipt, guard, plans }: Forgetting, session: string): Promise<void> {
  await guard(async () => {
    const failure = await plans.readFailure(session)
    receipt.count('consolidation', failure ? 1 : 0)
    if (receipt.dryRun) return
    if (failure) await plans.writeFailure(session, null)
    receipt.changed(await plans.removeAside(session))
  })
}

/**
 * Whether a cached response belongs to a message: its question begins like the message, or contains it. The cache does
 * not know sessions: a short question that was asked elsewhere, too, is simply answered again.
 */
function answersOf(messages: readonly StoredMessage[]): (value: Json) => boolean {
  const texts = messages.map((message) => textOf(message).trim()).filter((text) => text !== '')
  const whole = new Set(texts)
  const beginnings = new Set(
    texts.map((text) => [...text.slice(0, 2 * previewLength)].slice(0, previewLength).join('')),
  )
  return (value) => {
    const preview = isRecord(value) ? value['message_preview'] : undefined
    if (typeof preview === 'string' && beginnings.has(preview.trim())) return true
    return isRecord(value) && textsIn(value['response']).some((text) => whole.has(text.trim()))
  }
}

/** Forgets by ids: what has them, what states the same, and what was learned from messages among them. */
async function forgetIds(parts: Forgetting, asked: readonly string[]): Promise<void> {
  const ids = new Set([...asked, ...(await twinsOf(parts, asked))])
  const gone = await messagesOfIds(parts, ids)
  const isFrom = sourceOf(gone)
  for (const messages of gone) await forgetMessages(parts, messages)
  await forgetInCopies(parts, ({ session, message }) => isFrom({ session, messageId: message?.id }))
  await forgetDerived(parts, gone)
  await forgetLines(parts, ids)
  await forgetNotes(parts, asked)
  await forgetKnowledge(parts, ({ id }) => ids.has(`knowledge:${id}`))
  const isNamed = ({ id }: MemoryRecord): boolean => ids.has(id)
  await forgetRecords(parts, gone, ({ source }) => isFrom(source), isNamed)
}

async function forgetLines(parts: Forgetting, ids: ReadonlySet<string>): Promise<void> {
  const has = (prefix: string): boolean => [...ids].some((id) => id.startsWith(prefix))
  if (has('fact:')) await forgetFacts(parts, cutFacts(ids))
  const isGone = (_: unknown, id: string): boolean => ids.has(id)
  if (has('history:')) await forgetHistory(parts, { isGone, lines: () => new Set() })
}

/** Otherwise the same statement would be recalled from another layer. */
async function twinsOf(parts: Forgetting, ids: readonly string[]): Promise<string[]> {
  const texts = await statementsOf(parts, new Set(ids))
  const hits = await Promise.all(texts.map((text) => parts.find(text)))
  const keys = new Set(texts.map(statementKey))
  return hits.flat().flatMap(({ id, text }) => (keys.has(statementKey(text)) ? [id] : []))
}

async function statementsOf({ facts, knowledge, setting }: Forgetting, wanted: ReadonlySet<string>): Promise<string[]> {
  const lines = parseFacts((await facts.read()).text)
  const records = await setting.storage.records.get([...wanted])
  const entries = (await knowledge?.list()) ?? []
  return [
    ...lines.filter(({ text }) => wanted.has(factPassageId(text))).map(({ text }) => text),
    ...records.flatMap((record) => (record.kind === 'semantic' ? [record.text] : [])),
    ...entries.filter(({ id }) => wanted.has(`knowledge:${id}`)).map(({ content }) => content),
  ]
}

/** Removes what a request names from every layer and every byte of the storage, and returns the receipt. */
type Forget = (request: ForgetRequest) => Promise<Forgotten>

/** Makes `memory.forget`. Touches no disk until it is used. After a crash, the same call completes the work. */
export function createForget(parts: ForgetParts): Forget {
  const { setting, plans } = parts
  const beginEpoch = (): Promise<void> => parts.guard(() => plans.beginEpoch(isoTime(setting.clock())))
  return async (request) => {
    const checked = checkedRequest(request)
    const { dryRun, ids, session, text } = checked
    const run: Forgetting = { ...parts, receipt: createReceipt(dryRun) }
    const { receipt } = run
    // Captures the latest messages first, so that what was learned from them is found.
    await parts.settle()
    if (!dryRun) await beginEpoch()
    if (ids) await forgetIds(run, ids)
    if (session !== undefined) await forgetSession(run, session)
    if (text !== undefined) await forgetPhrase(run, text)
    await forgetAttribution(run)
    if (!dryRun) {
      // Repeated at the end: a process may have started to read after the first time, when the content was still there.
      await beginEpoch()
      await parts.withdrawn()
      const phrase = text === undefined ? undefined : phraseOf(text)
      receipt.changed(await parts.receipts({ isRemoved: receipt.isRemoved, session, phrase }))
      // The content of a damaged row may have been derived into unknown places.
      if (knownDamage(setting.storage) > 0) await parts.renew()
      await parts.settle()
    }
    if (text === undefined) await doubtSetAside(run)
    else await listLeft(run, text)
    await doubtForeign(run)
    const remains = dryRun ? [] : await setting.storage.purge()
    const forgotten = receipt.done(ids ?? [], remains)
    if (!dryRun) {
      await noteForgetting(setting.storage.files, isoTime(setting.clock()), forgotten.counts)
      report(parts, forgotten)
    }
    return forgotten
  }
}

/** Last, in one write: a request that was cut short is completed with their help. */
async function forgetAttribution({ receipt, setting, guard }: Forgetting): Promise<void> {
  const { dryRun, detached } = receipt
  if (detached.plans.size + detached.hashes.size === 0) return
  const ledger = createLedger(setting.storage.files)
  receipt.count('consolidation', await guard(() => ledger.forget(detached.plans, detached.hashes, { dryRun })))
}

/** Counts only, because logs are kept elsewhere. */
function report({ setting }: ForgetParts, { counts, unattributed, remains }: Forgotten): void {
  const amount = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const open = unattributed.length + remains.length
  const message = `${amount} things were forgotten${open === 0 ? '' : `, ${open} are left for a person to decide`}`
  setting.report({ type: 'forgotten', level: open === 0 ? 'info' : 'warn', message, details: { ...counts } })
}
