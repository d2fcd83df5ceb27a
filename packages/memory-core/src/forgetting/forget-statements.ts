import { sourceKey } from '../capture/findings.ts'
import { isoTime } from '../clock.ts'
import { type Attribution, createLedger, entryHash, lineHash } from '../consolidation/attribution.ts'
import { historyBlocks } from '../documents/history-entry.ts'
import { parseFacts } from '../documents/markdown.ts'
import { readPlaced } from '../documents/placed-lines.ts'
import { factPassageId, historyPassageId } from '../indexing/passages-of.ts'
import { type StoredMessage, textOf } from '../message.ts'
import { speakerOf } from '../records/drafts.ts'
import { endInMessages } from '../records/marks.ts'
import { saysMore, sentencesOf, withoutOpening } from '../statements/stated-sentences.ts'
import { everyRecord } from '../storage/every-row.ts'
import { messageId } from '../storage/numbering.ts'
import type { MemoryRecord } from '../storage/records.ts'
import { bareWords, speakerKey, statementKey } from '../text/comparison.ts'
import { forgetFacts, forgetHistory, linesWhere } from './forget-documents.ts'
import { copiedLines, type GoneMessages, messagesWhere } from './forget-messages.ts'
import type { Forgetting, Unattributed } from './forgotten.ts'

/**
 * Finds what has these ids or states the same, which would be recalled otherwise: `gone` messages say nothing else,
 * `partly` ones do. `isSaid` tests whether a text states nothing but that, `isIn` whether it has its words among others.
 * Reads every session and record.
 */
export async function sameStatements(parts: Forgetting, asked: readonly string[]) {
  const learned = (await everyRecord(parts.records)).filter(({ kind }) => kind === 'semantic')
  const stated = [...learned.map(recordStatement), ...(await statedElsewhere(parts))]
  const wanted = new Set(asked)
  const forgotten = statements(stated.filter(({ id }) => wanted.has(id)))
  const { isSaid, restOf } = forgotten
  const isIn = (text: string): boolean => restOf(text) !== undefined
  const ids = new Set([...wanted, ...stated.flatMap(({ id, text, speaker }) => (isSaid(text, speaker) ? [id] : []))])
  if (forgotten.isEmpty && !asked.some((id) => id.startsWith('message:')))
    return { ids, gone: [], partly: [], isSaid, isIn }

  const sources = new Set(learned.flatMap(({ id, source }) => (ids.has(id) ? [sourceKey(source)] : [])))
  const sourcesOfOthers = new Set(learned.flatMap(({ id, source }) => (ids.has(id) ? [] : [sourceKey(source)])))

  function shareOf(session: string, message: StoredMessage): 'all' | 'part' | 'none' {
    if (ids.has(messageId(session, message.id))) return 'all'
    const text = textOf(message)
    const rest = restOf(text, message.name)
    const key = sourceKey({ session, messageId: message.id })
    const isSaid = sources.has(key)
    const isOnly = rest === '' || (isSaid && !sourcesOfOthers.has(key) && !saysMore(text))
    const hasFile = typeof message.content !== 'string' && message.content.some(({ type }) => type === 'file')
    if (isOnly && !hasFile) return 'all'
    return isSaid || rest !== undefined ? 'part' : 'none'
  }

  const found = await messagesWhere(parts, (session, message) => shareOf(session, message) !== 'none')
  const split = (share: 'all' | 'part'): GoneMessages[] =>
    found.flatMap(({ session, messages }) => {
      const some = messages.filter((message) => shareOf(session, message) === share)
      return some.length === 0 ? [] : [{ session, messages: some }]
    })
  return { ids, gone: split('all'), partly: split('part'), isSaid, isIn }
}

type Statement = ReturnType<typeof recordStatement>

export function recordStatement(record: Pick<MemoryRecord, 'id' | 'text' | 'source'>) {
  return { id: record.id, text: record.text, speaker: speakerOf(record) }
}

/** Compares texts with statements. Those of two named speakers differ. */
export function statements(said: readonly Statement[]) {
  const speakers = Map.groupBy(said, ({ text }) => statementKey(text))
  speakers.delete('')

  function isKnown(key: string, by: string | undefined): boolean {
    const own = speakerKey(by)
    const known = speakers.get(key)?.map(({ speaker }) => speakerKey(speaker)) ?? []
    return known.some((speaker) => own === '' || speaker === '' || speaker === own)
  }

  return {
    isEmpty: speakers.size === 0,
    isSaid: (text: string, by = readPlaced(text).speaker): boolean => isKnown(statementKey(text), by),
    /** The words that a text has besides these statements; undefined if it has none of them. */
    restOf(text: string, by?: string): string | undefined {
      const words = bareWords(withoutOpening(text.trim()))
      if (isKnown(words, by)) return ''
      // Longer ones first: they may contain others. A single word is a statement only if it is the whole text.
      const wanted = [...speakers.keys()].filter((key) => key.includes(' ') && isKnown(key, by))
      const longestFirst = wanted.sort((a, b) => b.length - a.length)
      const rest = longestFirst.reduce((left, key) => left.replaceAll(` ${key} `, '  '), ` ${words} `)
      return rest.length === words.length + 2 ? undefined : rest.trim()
    },
  }
}

/** The facts and knowledge entries, with their ids for `forget`. */
async function statedElsewhere({ facts, knowledge }: Forgetting): Promise<Statement[]> {
  const entries = (await knowledge?.list()) ?? []
  const stated = parseFacts((await facts.read()).text).map(({ text }) => {
    return { id: factPassageId(text), text, speaker: readPlaced(text).speaker }
  })
  return [
    ...stated,
    ...entries.map(({ id, content }) => ({ id: `knowledge:${id}`, text: content, speaker: undefined })),
  ]
}

/** Marks messages whose other statements stay, so that they are no longer told as current, and lists them. */
export async function endInPart(parts: Forgetting, partly: readonly GoneMessages[]): Promise<void> {
  const { receipt, records, sessions, setting } = parts
  const left = partly.flatMap(({ session, messages }) =>
    messages.map((message) => ({ session, messageId: message.id, text: textOf(message) })),
  )
  for (const { session, messageId: of, text } of left)
    receipt.doubt({ path: sessions.path(session), id: messageId(session, of), text, reason: 'says-more' })
  if (!receipt.dryRun) await endInMessages(records, left, isoTime(setting.clock()))
}

/**
 * Removes from facts and history what consolidations made of these messages, by the ledger. Call it while the messages
 * are removed. Results that other messages contributed to are removed if they quote a forgotten one; otherwise the
 * receipt lists them for a person to decide.
 */
export async function forgetDerived(parts: Forgetting, gone: readonly GoneMessages[]): Promise<void> {
  if (gone.length === 0) return
  const ledger = createLedger(parts.setting.storage.files)
  const { isGone, doubts, plans } = await descentOf(parts, await ledger.read(), gone)
  // Facts displaced from MEMORY.md are lines of a history entry.
  const lines = (text: string): Set<number> => linesWhere(text, (line) => isGone(lineHash(line), line))
  await forgetFacts(parts, lines)
  await forgetHistory(parts, { isGone: (entry) => isGone(entryHash(entry), entry.text), lines })
  await listDoubts(parts, doubts)
  parts.receipt.detach(plans, [])
}

/**
 * Removes from kept versions of MEMORY.md the dated lines that state what a session says or said before a message of it
 * changed, unless a fact or knowledge entry of today says it. Call it while the session's file is there.
 */
export async function forgetEarlier(parts: Forgetting, session: string): Promise<void> {
  const file = await parts.setting.storage.files.read(parts.sessions.path(session))
  const said = copiedLines(file?.text ?? '').flatMap(({ message }) => {
    if (message?.role !== 'user') return []
    const { id, name: speaker } = message
    return sentencesOf(textOf(message)).map((one) => ({ id, text: withoutOpening(one), speaker }))
  })
  const today = statements(await statedElsewhere(parts))
  const earlier = statements(said)
  const isEarlier = (line: string): boolean =>
    readPlaced(line).day !== undefined && earlier.isSaid(line) && !today.isSaid(line)
  if (!earlier.isEmpty) await forgetFacts(parts, (text) => linesWhere(text, isEarlier))
}

/** What consolidations made of forgotten messages, as hashes of the ledger. */
async function descentOf(parts: Forgetting, ledger: readonly Attribution[], gone: readonly GoneMessages[]) {
  const left = new Map<string, Map<string, string>>()
  const taken = new Map(gone.map(({ session, messages }) => [session, textsById(messages)]))
  for (const { session } of gone) {
    const texts = textsById(await parts.sessions.messages(session, { archived: true }))
    // A dry run has not removed them.
    for (const id of taken.get(session)?.keys() ?? []) texts.delete(id)
    left.set(session, texts)
  }
  const others = ({ session, messages }: Attribution): string[] => messages.filter((id) => left.get(session)?.has(id))
  const isConcerned = ({ session, messages }: Attribution): boolean =>
    taken.has(session) && (messages.length === 0 || messages.some((id) => !left.get(session)?.has(id)))
  const own = ledger.filter((one) => isConcerned(one) && others(one).length === 0)
  const partly = ledger.filter(
    (one) => isConcerned(one) && !own.includes(one) && one.messages.some((id) => taken.get(one.session)?.has(id)),
  )
  const foreign = ledger.filter((one) => !own.includes(one))
  const made = new Set(own.flatMap(hashesOf))
  const elsewhere = new Set(foreign.flatMap(hashesOf))
  const mixed = new Set(partly.flatMap(hashesOf))

  function isQuote(hash: string, text: string): boolean {
    const batches = partly.filter((one) => hashesOf(one).includes(hash))
    const said = (texts: (one: Attribution) => (string | undefined)[]): boolean =>
      batches.flatMap(texts).some((message) => message !== undefined && isQuoteOf(text, message))
    const isOwn = said(({ session, messages }) => messages.map((id) => taken.get(session)?.get(id)))
    return isOwn && !said((one) => others(one).map((id) => left.get(one.session)?.get(id)))
  }

  return {
    /** Whether a line or an entry was made only from forgotten messages, or quotes one and none of the others. */
    isGone: (hash: string, text: string) =>
      (made.has(hash) && !elsewhere.has(hash)) || (mixed.has(hash) && isQuote(hash, text)),
    /** Lines and entries that may come from forgotten content, with the reason. */
    doubts: new Map<string, Unattributed['reason']>([
      ...[...mixed].map((hash) => [hash, 'mixed'] as const),
      ...[...rewrittenBy(foreign, made)].map((hash) => [hash, 'rewritten'] as const),
      ...[...made].flatMap((hash) => (elsewhere.has(hash) ? [[hash, 'said-again'] as const] : [])),
    ]),
    plans: new Set(own.map(({ plan }) => plan)),
  }
}

function hashesOf({ facts, history }: Attribution): string[] {
  return [...facts, ...history]
}

/** Lines that a later consolidation may have made from these lines: it dropped one of them and wrote others. */
function rewrittenBy(ledger: readonly Attribution[], made: ReadonlySet<string>): Set<string> {
  const rewritten = new Set<string>()
  for (const { facts, dropped } of ledger)
    if (dropped.some((line) => made.has(line) || rewritten.has(line))) for (const line of facts) rewritten.add(line)
  for (const line of made) rewritten.delete(line)
  return rewritten
}

function textsById(messages: GoneMessages['messages']): Map<string, string> {
  return new Map(messages.map((message) => [message.id, textOf(message)]))
}

/** Whether a line's words appear in a message unchanged. */
function isQuoteOf(line: string, message: string): boolean {
  const key = statementKey(line)
  return key !== '' && ` ${bareWords(message)} `.includes(` ${key} `)
}

/** Lists in the receipt what is in doubt and still exists. */
async function listDoubts(parts: Forgetting, doubts: ReadonlyMap<string, Unattributed['reason']>): Promise<void> {
  if (doubts.size === 0) return
  const { facts, history, setting } = parts
  const { text } = await facts.read()
  const ids = new Map(parseFacts(text).map((fact) => [fact.line, factPassageId(fact.text)]))
  for (const [at, line] of text.split('\n').entries()) {
    const reason = doubts.get(lineHash(line))
    const id = ids.get(at + 1)
    if (reason !== undefined && line.trim() !== '')
      parts.receipt.doubt({ path: facts.path, line: at + 1, text: line, reason, ...(id === undefined ? {} : { id }) })
  }
  for (const path of await history.paths())
    for (const entry of historyBlocks((await setting.storage.files.read(path))?.text ?? '')) {
      const reason = doubts.get(entryHash(entry))
      const id = historyPassageId(path, entry)
      if (reason !== undefined) parts.receipt.doubt({ path, line: entry.line, id, text: entry.text, reason })
    }
}
