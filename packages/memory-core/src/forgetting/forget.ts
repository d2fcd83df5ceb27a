import { capturesEnded, sourcesElsewhere } from '../capture/capturer.ts'
import { isoTime } from '../clock.ts'
import { createLedger, ledgerPath } from '../consolidation/attribution.ts'
import { isRecord } from '../json.ts'
import type { KnowledgeEntry } from '../knowledge/knowledge-entry.ts'
import { type StoredMessage, textOf } from '../message.ts'
import { withdrawRecords } from '../records/learning.ts'
import { messageMarks, openSessionMark } from '../records/marks.ts'
import { recordText } from '../records/record-types.ts'
import { previewCharacters } from '../responses/responses.ts'
import { everyRecord, itemPages } from '../storage/every-row.ts'
import { safeName } from '../storage/file-checks.ts'
import type { Json, StoredItem } from '../storage/items.ts'
import type { MemoryRecord } from '../storage/records.ts'
import { knownDamage } from '../storage/storage.ts'
import { type Phrase, textsIn } from '../text/phrase.ts'
import { firstCharacters, rawLines } from '../text/plain-text.ts'
import { foldersOf, isResponse, type StoredPlace } from '../upkeep/places.ts'
import { cutFacts, forgetFacts, forgetHistory, forgetInNotes, forgetNotes, linesWhere } from './forget-documents.ts'
import {
  comesFrom,
  doubtSetAside,
  everyPath,
  forgetInCopies,
  forgetInSessionFiles,
  forgetMessages,
  forgetSetAside,
  forgetWholeSession,
  type GoneMessages,
  messagesWhere,
  readForeign,
  saysInLines,
  unsearched,
} from './forget-messages.ts'
import {
  endInPart,
  forgetDerived,
  forgetEarlier,
  recordStatement,
  sameStatements,
  statements,
} from './forget-statements.ts'
import {
  checkedRequest,
  createReceipt,
  type ForgetParts,
  type ForgetRequest,
  type Forgetting,
  type Forgotten,
  noteForgetting,
} from './forgotten.ts'

/** Forgets a session: its messages, what was learned from them, and cached answers to its questions. */
async function forgetSession(parts: Forgetting, session: string): Promise<void> {
  const messages = await parts.sessions.messages(session, { archived: true })
  const gone: GoneMessages = { session, messages }
  await doubtUnknown(parts, session)
  const isAnswer = answersOf(messages)
  await forgetItems(parts, (item) => isResponse(item) && isAnswer(item.value))
  await forgetEarlier(parts, session)
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
  const beginnings = new Set(texts.map((text) => firstCharacters(text, previewCharacters)))
  return (value) => {
    const preview = isRecord(value) ? value['message_preview'] : undefined
    if (typeof preview === 'string' && beginnings.has(preview.trim())) return true
    return isRecord(value) && textsIn(value['response']).some((text) => whole.has(text.trim()))
  }
}

/** Forgets by ids: what has them, what states the same, and what was learned from messages among them. */
async function forgetIds(parts: Forgetting, asked: readonly string[]): Promise<void> {
  const { ids, gone, partly, isSaid, isIn } = await sameStatements(parts, asked)
  await endInPart(parts, partly)
  const isFrom = comesFrom(gone)
  for (const messages of gone) await forgetMessages(parts, messages)
  await forgetInCopies(parts, ({ session, message }) => isFrom({ session, messageId: message?.id }))
  await forgetDerived(parts, gone)
  const cut = cutFacts((id, text) => ids.has(id) || isSaid(text))
  await forgetFacts(parts, cut)
  await forgetHistory(parts, {
    isGone: ({ text }, id) => ids.has(id) || isSaid(text),
    lines: (text) => linesWhere(text, isSaid),
  })
  await forgetNotes(parts, ids, isIn)
  await forgetKnowledge(parts, ({ id }) => ids.has(`knowledge:${id}`))
  const isNamed = ({ id }: MemoryRecord): boolean => ids.has(id)
  await forgetRecords(parts, gone, ({ source }) => isFrom(source), isNamed)
}

/** The date behind a statement is added by Daybook: a phrase such as "2026" would remove every line. */
const addedDay = /(?<=[( ])\d{4}-\d{2}-\d{2}\)$/gm

/** Forgets everything that contains a phrase. Reads all files, records and items. */
async function forgetPhrase(parts: Forgetting, phrase: Phrase): Promise<void> {
  const gone = await messagesWhere(parts, (_, message) => phrase.isInJson(saidInMessage(message)))
  const isFrom = comesFrom(gone)
  for (const messages of gone) await forgetMessages(parts, messages)
  await forgetInSessionFiles(parts, phrase)
  await forgetInCopies(parts, (line) => saysInLines(line.text, phrase))
  // Before documents are edited: a damaged one is then set aside as a whole, which the receipt lists.
  await forgetSetAside(parts, phrase)
  await forgetFacts(parts, (text) => phrase.linesOf(text.replaceAll(addedDay, ')')))
  await forgetHistory(parts, {
    isGone: (entry) => entry.at !== undefined && phrase.isIn(entry.source),
    lines: phrase.linesOf,
  })
  await forgetInNotes(parts, phrase)
  await forgetKnowledge(parts, ({ id, content, source, tags }) => phrase.isInJson([id, content, source, tags]))
  await forgetDerived(parts, gone)
  const isSaid = ({ id, text, name, steps, outcome, scope, tags, source = {} }: MemoryRecord): boolean =>
    phrase.isInJson([id, text, name, steps, outcome, scope, tags, Object.values(source)])
  await forgetRecords(parts, gone, ({ source }) => isFrom(source), isSaid)
  await forgetItems(parts, ({ namespace, key, value }) => phrase.isInJson([...namespace, key, value]))
}

/**
 * Lists in the receipt where the phrase remains, in keys of sessions, files of others, names; and foreign files that could
 * not be searched. Call it at the end. A dry run does not search files in subfolders: what would remain is unknown.
 */
async function listLeft({ receipt, sessions, setting, places }: Forgetting, phrase?: Phrase): Promise<void> {
  const { files } = setting.storage
  // A session is not removed only because its key contains the phrase: all its messages would be lost.
  const keys = phrase ? (await sessions.list()).map(({ key }) => key).filter(phrase.isIn) : []
  for (const session of keys) receipt.doubt({ path: sessions.path(session), session, text: session, reason: 'key' })
  // The files of a listed session need no listing of their own.
  const quoted = keys.flatMap((key) => [JSON.stringify(key), `/${safeName(key)}.`])
  const isOfKey = (path: string): boolean =>
    keys.some((key) => path === sessions.path(key) || path.startsWith(`${sessions.archiveDirectory(key)}/`))
  const isIn = (some: readonly StoredPlace[], path: string): boolean =>
    foldersOf(some).some((folder) => path.startsWith(`${folder}/`))
  const internal = places.filter(({ isInternal }) => isInternal)
  for (const path of await everyPath(files)) {
    if (phrase?.isIn(path) && !isOfKey(path)) receipt.doubt({ path, text: path, reason: 'foreign' })
    const isSearched = !(receipt.dryRun && isIn(places, path))
    const isForeign = !isIn(internal, path)
    const stored = isForeign ? await readForeign(files, path) : phrase && isSearched && (await files.read(path))
    if (typeof stored === 'string') receipt.doubt({ path, text: stored, reason: 'foreign' })
    if (!stored || typeof stored === 'string') continue
    const text = quoted.reduce((rest, key) => rest.replaceAll(key, ''), stored.text)
    const why = isForeign ? unsearched(path, stored) : undefined
    if (phrase && isSearched && saysInLines(text, phrase)) {
      const [line = 0] = phrase.linesOf(text)
      const said = rawLines(text)[line]?.trimEnd() ?? ''
      receipt.doubt({ path, line: line + 1, text: why ?? said, reason: 'foreign' })
    } else if (why) receipt.doubt({ path, text: why, reason: 'foreign' })
  }
}

/** Times, roles and names of our fields are left out: "content", "user" or "2026" would match every message. */
function saidInMessage({ id, content, name, toolCallId, toolCalls = [], metadata, native }: StoredMessage): unknown {
  const parts = typeof content === 'string' ? [] : content.map(({ type: _, ...part }) => Object.values(part))
  const text = textOf({ content })
  return [id, text, parts, name, toolCallId, toolCalls.map((call) => Object.values(call)), metadata, native]
}

/**
 * Removes the records that were learned from forgotten content, and those that are `isNamed`; links to them; the marks of
 * these messages; and the lines of MEMORY.md and its versions with the statements of the learned ones. A learned one that
 * another message states, too, stays as learned from that. What a removed record or fact had superseded is current again.
 * Call it while the messages are removed, so that captures under way are removed, too. Reads every record, twice if some
 * are removed.
 */
async function forgetRecords(
  parts: Forgetting,
  gone: readonly GoneMessages[],
  isLearned: (record: MemoryRecord) => boolean,
  isNamed: (record: MemoryRecord) => boolean = () => false,
): Promise<void> {
  const { setting, records, receipt } = parts
  if (!receipt.dryRun) await capturesEnded(setting.storage)
  const removed = (await everyRecord(records)).filter((record) => isLearned(record) || isNamed(record))
  const learned = removed.filter((record) => record.kind === 'semantic' && !isNamed(record))
  const saidByUser = learned.filter(({ author }) => author === 'user')
  const kept = await sourcesElsewhere(parts, saidByUser, comesFrom(gone))
  if (!receipt.dryRun) await records.update([...kept.keys()], (record) => ({ ...record, ...kept.get(record.id) }))
  const { isEmpty, isSaid } = statements(learned.filter(({ id }) => !kept.has(id)).map(recordStatement))
  // While the records are stored, so that after a crash the next run still finds the lines.
  if (!isEmpty) await forgetFacts(parts, (text) => linesWhere(text, isSaid))
  const lost = removed.filter(({ id }) => !kept.has(id))
  receipt.removed(lost.map((record) => [record.id, recordText(record)]))
  receipt.count('records', lost.length)
  const captured = gone.flatMap(({ session, messages }) => [
    openSessionMark(session),
    ...messages.flatMap(({ id }) => messageMarks(session, id)),
  ])
  const marks = captured.length === 0 ? [] : [...(await records.marks(captured)).keys()]
  if (receipt.dryRun) return
  const ids = lost.map(({ id }) => id)
  await withdrawRecords(records, ids, { isGone: receipt.isRemoved, marks })
}

async function forgetKnowledge({ receipt, knowledge }: Forgetting, isGone: (entry: KnowledgeEntry) => boolean) {
  for (const entry of (await knowledge?.list()) ?? []) {
    if (!isGone(entry)) continue
    if (!receipt.dryRun) await knowledge?.remove(entry.id)
    receipt.removed([[`knowledge:${entry.id}`, entry.content]])
    receipt.count('knowledge', 1)
  }
}

/** Removes the matching items and cached responses, and expired ones. Reads every item. */
async function forgetItems({ receipt, setting, semanticCache }: Forgetting, isGone: (item: StoredItem) => boolean) {
  const at = isoTime(setting.clock())
  for (const items of [setting.storage.items, semanticCache]) {
    const gone: StoredItem[] = []
    for await (const page of itemPages(items, at)) gone.push(...page.filter(isGone))
    const responses = gone.filter(isResponse).length
    receipt.count('responses', responses)
    receipt.count('items', gone.length - responses)
    if (receipt.dryRun) continue
    await items.prune([], { at })
    for (const { namespace, key } of gone) await items.remove(namespace, [key])
  }
}

/** After a crash, the same call completes the work. */
export async function forget(parts: ForgetParts, request: ForgetRequest): Promise<Forgotten> {
  const { setting, plans } = parts
  const { dryRun, ids, session, phrase } = checkedRequest(request)
  const run: Forgetting = { ...parts, receipt: createReceipt(dryRun) }
  const { receipt } = run
  const beginEpoch = (): Promise<void> => parts.guard(() => plans.beginEpoch(isoTime(setting.clock())))
  // Captures the latest messages first, so that what was learned from them is found.
  await parts.settle()
  if (!dryRun) await beginEpoch()
  if (ids) await forgetIds(run, ids)
  if (session !== undefined) await forgetSession(run, session)
  if (phrase) await forgetPhrase(run, phrase)
  await forgetAttribution(run)
  if (!dryRun) {
    // Repeated at the end: a process may have started to read after the first time, when the content was still there.
    await beginEpoch()
    await parts.withdrawn()
    receipt.changed(await parts.receipts({ isRemoved: receipt.isRemoved, session, phrase }))
    // The content of a damaged row may have been derived into unknown places.
    if (knownDamage(setting.storage) > 0) await parts.renew()
    await parts.settle()
  }
  const remains = dryRun ? [] : await setting.storage.purge()
  await listLeft(run, phrase)
  if (!phrase) await doubtSetAside(run)
  const forgotten = receipt.done(ids ?? [], remains)
  if (!dryRun) {
    await noteForgetting(parts, forgotten.counts)
    report(parts, forgotten)
  }
  return forgotten
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
