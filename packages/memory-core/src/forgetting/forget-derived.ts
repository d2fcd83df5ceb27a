import { type Attribution, createLedger, entryHash, lineHash } from '../consolidation/attribution.ts'
import { parseFacts } from '../documents/fact.ts'
import { historyBlocks } from '../documents/history-entry.ts'
import { factPassageId, historyPassageId } from '../indexing/passages-of.ts'
import { textOf } from '../message.ts'
import { bareWords, statementKey } from '../text/statement-key.ts'
import { forgetFacts, forgetHistory, linesWhere } from './forget-documents.ts'
import { everyMessage, type GoneMessages } from './forget-messages.ts'
import type { ForgetParts } from './forget-parts.ts'
import type { ForgetReceipt, Unattributed } from './forgotten.ts'

/** Hashes of lines and entries that may come from forgotten content, with the reason. */
type Doubts = Map<string, Unattributed['reason']>

/** The entries of the ledger about the consolidations of some forgotten messages. */
interface Descent {
  lineage: Lineage
  /** Results of consolidations that had other messages, too. */
  mixed: ReadonlySet<string>
  /** Whether a text quotes a forgotten message of such a consolidation, and none of its other messages. */
  isQuote(hash: string, text: string): boolean
}

/**
 * Removes from facts and history what consolidations made of these messages, by the ledger. Call it while the messages
 * are removed. Results that other messages contributed to are removed if they quote a forgotten one; otherwise the
 * receipt lists them for a person to decide.
 */
export async function forgetDerived(
  parts: ForgetParts,
  receipt: ForgetReceipt,
  gone: readonly GoneMessages[],
): Promise<void> {
  if (gone.length === 0) return
  const ledger = createLedger(parts.setting.storage.files)
  const descent = await descentOf(parts, await ledger.read(), gone)
  const { lineage, mixed } = descent
  const isFact = (line: string): boolean => {
    const hash = lineHash(line)
    return lineage.facts.has(hash) || (mixed.has(hash) && descent.isQuote(hash, line))
  }
  await forgetFacts(parts, receipt, (text) => linesWhere(text, isFact))
  await forgetHistory(parts, receipt, {
    isGone(entry) {
      const hash = entryHash(entry)
      return lineage.history.has(hash) || (mixed.has(hash) && descent.isQuote(hash, entry.text))
    },
    // Facts displaced from MEMORY.md are lines of a history entry.
    lines: (text) => linesWhere(text, isFact),
  })
  await listDoubts(parts, receipt, doubtsOf(descent))
  receipt.detach(lineage.plans, [])
}

async function descentOf(
  parts: ForgetParts,
  ledger: readonly Attribution[],
  gone: readonly GoneMessages[],
): Promise<Descent> {
  const left = new Map<string, Map<string, string>>()
  const taken = new Map(gone.map(({ session, messages }) => [session, textsById(messages)]))
  for (const { session } of gone) {
    const texts = textsById(await everyMessage(parts, session))
    // A dry run has not removed them.
    for (const id of taken.get(session)?.keys() ?? []) texts.delete(id)
    left.set(session, texts)
  }
  const others = ({ session, messages }: Attribution): string[] => messages.filter((id) => left.get(session)?.has(id))
  const isConcerned = ({ session, messages }: Attribution): boolean =>
    taken.has(session) && (messages.length === 0 || messages.some((id) => !left.get(session)?.has(id)))
  const isWhole = (attribution: Attribution): boolean => isConcerned(attribution) && others(attribution).length === 0
  const partly = ledger.filter(
    (one) => isConcerned(one) && !isWhole(one) && one.messages.some((id) => taken.get(one.session)?.has(id)),
  )
  return {
    lineage: lineageOf(ledger, isWhole),
    mixed: new Set(partly.flatMap(({ facts, history }) => [...facts, ...history])),
    isQuote(hash, text) {
      const batches = partly.filter(({ facts, history }) => facts.includes(hash) || history.includes(hash))
      const said = (texts: (one: Attribution) => (string | undefined)[]): boolean =>
        batches.flatMap(texts).some((message) => message !== undefined && isQuoteOf(text, message))
      const own = said(({ session, messages }) => messages.map((id) => taken.get(session)?.get(id)))
      return own && !said((one) => others(one).map((id) => left.get(one.session)?.get(id)))
    },
  }
}

function textsById(messages: GoneMessages['messages']): Map<string, string> {
  return new Map(messages.map((message) => [message.id, textOf(message)]))
}

/** Whether a line's words appear in a message unchanged. */
function isQuoteOf(line: string, message: string): boolean {
  const key = statementKey(line)
  return key !== '' && ` ${bareWords(message)} `.includes(` ${key} `)
}

function doubtsOf({ lineage, mixed }: Descent): Doubts {
  const doubts: Doubts = new Map()
  for (const hash of mixed) doubts.set(hash, 'mixed')
  for (const hash of lineage.rewritten) doubts.set(hash, 'rewritten')
  for (const hash of lineage.saidAgain) doubts.set(hash, 'said-again')
  return doubts
}

/** Lists in the receipt what is in doubt and still exists. */
async function listDoubts(parts: ForgetParts, receipt: ForgetReceipt, doubts: Doubts): Promise<void> {
  if (doubts.size === 0) return
  const { facts, history, setting } = parts
  const { text } = await facts.read()
  const ids = new Map(parseFacts(text).map((fact) => [fact.line, factPassageId(fact.text)]))
  for (const [at, line] of text.split('\n').entries()) {
    const reason = doubts.get(lineHash(line))
    const id = ids.get(at + 1)
    if (reason !== undefined && line.trim() !== '')
      receipt.doubt({ path: facts.path, line: at + 1, text: line, reason, ...(id === undefined ? {} : { id }) })
  }
  for (const path of await history.paths())
    for (const entry of historyBlocks((await setting.storage.files.read(path))?.text ?? '')) {
      const reason = doubts.get(entryHash(entry))
      const id = historyPassageId(path, entry)
      if (reason !== undefined) receipt.doubt({ path, line: entry.line, id, text: entry.text, reason })
    }
}

/** The results of consolidations, as hashes of the ledger. */
interface Lineage {
  /** Lines of MEMORY.md and history entries made only from forgotten messages. */
  facts: ReadonlySet<string>
  history: ReadonlySet<string>
  /** Those that another consolidation made, too. */
  saidAgain: ReadonlySet<string>
  /** Lines that a later consolidation may have made from such facts: it dropped one and wrote these. */
  rewritten: ReadonlySet<string>
  /** The plans of these consolidations. */
  plans: ReadonlySet<string>
}

/** Follows the results of consolidations, oldest first; `isMeant` selects those whose messages are forgotten. */
function lineageOf(ledger: readonly Attribution[], isMeant: (attribution: Attribution) => boolean): Lineage {
  const own = ledger.filter(isMeant)
  const others = ledger.filter((attribution) => !own.includes(attribution))
  const elsewhere = new Set(others.flatMap(({ facts, history }) => [...facts, ...history]))
  const made = new Set(own.flatMap(({ facts }) => facts))
  const entries = new Set(own.flatMap(({ history }) => history))
  const rewritten = new Set<string>()
  for (const { facts, dropped } of others)
    if (dropped.some((line) => made.has(line) || rewritten.has(line))) for (const line of facts) rewritten.add(line)
  const alone = (hashes: ReadonlySet<string>): Set<string> =>
    new Set([...hashes].filter((hash) => !elsewhere.has(hash)))
  return {
    facts: alone(made),
    history: alone(entries),
    saidAgain: new Set([...made, ...entries].filter((hash) => elsewhere.has(hash))),
    rewritten: new Set([...rewritten].filter((line) => !made.has(line))),
    plans: new Set(own.map(({ plan }) => plan)),
  }
}
