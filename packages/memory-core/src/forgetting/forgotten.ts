/* The request to forget, the parts that forgetting works on, its receipt and its log. */

import type { SaidBefore } from '../capture/capturer.ts'
import { isoTime } from '../clock.ts'
import type { ConsolidatorParts } from '../consolidation/consolidation-run.ts'
import type { SectionHeadings } from '../documents/placed-lines.ts'
import { MemoryError, wrongValue } from '../errors.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'
import type { Notes } from '../notes/notes.ts'
import { checkShape, flag, text, texts } from '../option-checks.ts'
import type { BookStore } from '../records/record-book.ts'
import type { ResponseItems } from '../responses/responses.ts'
import type { FileStore } from '../storage/files.ts'
import type { Layer } from '../storage/passages.ts'
import type { DocumentGuard } from '../storage/storage.ts'
import { createPhrase, type Phrase, weightOf } from '../text/phrase.ts'
import type { StoredPlace } from '../upkeep/places.ts'

/**
 * Where something was removed: lines of MEMORY.md, history entries, notes (shortened ones count), knowledge entries,
 * records, messages, cached responses, items, kept versions of documents, files with damaged lines, and consolidation's
 * ledger.
 */
export type ForgottenPlace = Layer | 'responses' | 'items' | 'versions' | 'damaged' | 'consolidation'

/** Content that may come from forgotten content, and was left for a person to decide. */
export interface Unattributed {
  /** The file, relative to the memory's directory. */
  path: string
  /** From 1. */
  line?: number
  /** For `forget({ ids })`, to remove it. */
  id?: string
  /** The session whose key it is. For `forget({ session })`, to remove it with all its messages. */
  session?: string
  /** Its text, at most 200 characters. */
  text: string
  /**
   * `says-more`: a message or note that states what was forgotten, and more · `mixed`: made from several messages, one of
   * which was forgotten · `rewritten`: a consolidation replaced a forgotten fact by it · `said-again`: another session
   * stated it, too · `foreign`: contains the text in a file that Daybook does not write or cannot parse · `unknown`: the session was
   * consolidated without attribution, or a file that was set aside as damaged may contain it · `key`: the session's key
   * contains the text, in its file, its name and the index.
   */
  reason: 'says-more' | 'mixed' | 'rewritten' | 'said-again' | 'foreign' | 'unknown' | 'key'
}

/** The receipt of forgetting. With `dryRun`, what would be removed. */
export interface Forgotten {
  /** Ids of what was removed as a whole: those asked for, and those removed with them. */
  removed: string[]
  /** With `dryRun`: the text of each id of `removed`, at most 200 characters. A real run does not repeat them. */
  texts?: Readonly<Record<string, string>>
  /** Ids asked for that do not exist, or of which only a part was removed. */
  notFound: string[]
  /** Number of removals in each place. */
  counts: Readonly<Record<ForgottenPlace, number>>
  /** Removed or changed files, sorted, without generated ones, knowledge.json and archives of sessions. */
  paths: string[]
  unattributed: Unattributed[]
  /** Where removed bytes can still be read, and why. Empty if nothing is left. */
  remains: string[]
  dryRun: boolean
}

/** The parts of a memory that forgetting needs. */
export interface ForgetParts extends Pick<ConsolidatorParts, 'setting' | 'facts' | 'history' | 'sessions' | 'plans'> {
  headings: SectionHeadings
  /** Undefined if the layer is off. */
  notes: Notes | undefined
  knowledge: Knowledge | undefined
  /** The responses in a file of their own, even if that is not used now. */
  semanticCache: ResponseItems
  places: readonly StoredPlace[]
  notesDirectory: string
  guard: DocumentGuard
  records: BookStore
  /** Removes forgotten ids from the receipts of contexts. Returns the changed files. */
  receipts(gone: {
    isRemoved(id: string): boolean
    session?: string | undefined
    phrase?: Phrase | undefined
  }): Promise<string[]>
  elsewhere: SaidBefore['elsewhere']
  /** Brings the index, captured records and generated pages up to date. */
  settle(): Promise<void>
  /** Notes that something is gone: what any process read before is not indexed any more. */
  withdrawn(): Promise<void>
  /** Rebuilds the index and RECORDS.md from what can be read. */
  renew(): Promise<void>
  /** Called after a session's window or summary changed. */
  cleared(session: string): void
}

/** One call of `forget`: the parts that it works on, and its receipt. */
export interface Forgetting extends ForgetParts {
  readonly receipt: ReturnType<typeof createReceipt>
}

export function createReceipt(dryRun: boolean) {
  const counts: Record<ForgottenPlace, number> = {
    ...{ facts: 0, history: 0, notes: 0, knowledge: 0, records: 0, sessions: 0 },
    ...{ responses: 0, items: 0, versions: 0, damaged: 0, consolidation: 0 },
  }
  const ids = new Map<string, string>()
  const paths = new Set<string>()
  const doubts = new Map<string, Unattributed>()
  const counted = new Set<string>()
  const detached = { plans: new Set<string>(), hashes: new Set<string>() }
  return {
    get dryRun(): boolean {
      return dryRun
    },
    /** Counts removals from a place, and notes the file. */
    count(place: ForgottenPlace, amount: number, path?: string): void {
      if (amount === 0) return
      counts[place] += amount
      if (path !== undefined) paths.add(path)
    },
    /** These lines of a file; in a dry run, which leaves them there to be found again, without those given before. */
    fresh(path: string, lines: ReadonlySet<number>): ReadonlySet<number> {
      if (!dryRun) return lines
      const fresh = [...lines].filter((line) => !counted.has(`${path}:${line}`))
      for (const line of fresh) counted.add(`${path}:${line}`)
      return new Set(fresh)
    },
    changed(some: readonly string[]): void {
      for (const path of some) paths.add(path)
    },
    /** Notes ids and texts of what was removed. The texts are kept in a dry run only. */
    removed(gone: Iterable<readonly [id: string, text: string]>): void {
      for (const [id, text] of gone) ids.set(id, dryRun ? excerpt(text) : '')
    },
    isRemoved: (id: string): boolean => ids.has(id),
    get detached(): Readonly<Record<'plans' | 'hashes', ReadonlySet<string>>> {
      return detached
    },
    detach(plans: Iterable<string>, hashes: Iterable<string>): void {
      for (const plan of plans) detached.plans.add(plan)
      for (const hash of hashes) detached.hashes.add(hash)
    },
    doubt(what: Unattributed): void {
      doubts.set(JSON.stringify([what.path, what.line, what.id]), { ...what, text: excerpt(what.text) })
    },
    done: (asked: readonly string[], remains: string[]): Forgotten => ({
      removed: [...ids.keys()],
      ...(dryRun && { texts: Object.fromEntries(ids) }),
      // A part of a note is listed with the id of the note.
      notFound: asked.filter((id) => !ids.has(id) && ![...doubts.values()].some((one) => id.startsWith(`${one.id}:`))),
      counts,
      paths: [...paths].sort(),
      unattributed: [...doubts.values()].filter(({ id }) => id === undefined || !ids.has(id)),
      remains,
      dryRun,
    }),
  }
}

function excerpt(text: string): string {
  return text.trim().slice(0, 200).toWellFormed()
}

/** The log of forgettings: times and numbers, without content. */
const path = '.daybook/forgettings.jsonl'

/** Under the lock: what a holder that dies has not synced is synced by the next one. */
export async function noteForgetting({ setting, guard }: ForgetParts, counts: Forgotten['counts']): Promise<void> {
  const places = Object.entries(counts).filter(([, count]) => count > 0)
  if (places.length === 0) return
  const line = JSON.stringify({ at: isoTime(setting.clock()), counts: Object.fromEntries(places) })
  await guard(() => setting.storage.files.append(path, `${line}\n`))
}

/** One log entry for each forgetting. Damaged lines are skipped. */
export async function forgettingsSince(
  files: FileStore,
  since: string,
): Promise<{ at: string; what: 'forgotten'; text: string }[]> {
  const lines = (await files.read(path))?.text.split('\n') ?? []
  return lines.flatMap((line) => {
    try {
      const { at, counts }: { at: string; counts: Record<string, number> } = JSON.parse(line)
      const text = Object.entries(counts).map(([place, count]) => `${count} in ${place}`)
      return at >= since ? [{ at, what: 'forgotten', text: text.join(', ') }] : []
    } catch {
      return []
    }
  })
}

/** What to forget: exactly one of `ids`, `session` and `text`. */
export type ForgetRequest = ForgetIds | ForgetSession | ForgetText

interface ForgetOptions {
  /** Changes nothing, and returns what would be removed. @default false */
  dryRun?: boolean | undefined
}

/** Forgets by ids. */
export interface ForgetIds extends ForgetOptions {
  /**
   * Ids as `recall` returns them: of facts, history entries, notes, knowledge entries, records and messages. Facts,
   * records, knowledge entries and history entries with the same statement are forgotten, too.
   */
  ids: readonly string[]
  session?: undefined
  text?: undefined
}

/** Forgets a conversation. */
export interface ForgetSession extends ForgetOptions {
  /** The session's key. Forgets its messages, and what was learned from them. */
  session: string
  ids?: undefined
  text?: undefined
}

/** Forgets a phrase. */
export interface ForgetText extends ForgetOptions {
  /**
   * Forgets everything that contains this text. Ignores case, width of letters, forms of quotes and dashes, white
   * space, Markdown's emphasis, escapes of JSON, and accents unless the text has some. Needs two letters or digits, or
   * an ideograph; up to two letters of a script with blanks between words are matched as whole words only. Removes
   * messages, records, knowledge entries, items and cached responses as a whole, lines of documents, entries of the
   * history, and a note as a whole if its header contains the text.
   */
  text: string
  ids?: undefined
  session?: undefined
}

/** A checked copy with one target. Two letters match whole words only. @throws MemoryError `bad-input` */
export function checkedRequest(request: ForgetRequest): {
  ids: readonly string[] | undefined
  session: string | undefined
  phrase: Phrase | undefined
  dryRun: boolean
} {
  checkShape(request, { ids: texts, session: text, text, dryRun: flag }, 'forget', 'bad-input')
  const { ids, session, text: said, dryRun = false } = request
  const given = Object.entries({ ids, session, text: said }).filter(([, value]) => value !== undefined)
  if (given.length !== 1) {
    const names = given.map(([name]) => name).join(' and ') || 'nothing'
    throw new MemoryError('bad-input', `forget was given ${names}, expected exactly one of ids, session and text`)
  }
  const weight = said === undefined ? 2 : weightOf(said)
  const expected = 'at least two letters or digits, or an ideograph: a shorter one would be in almost everything'
  if (weight < 2) throw wrongValue('forget.text', said, expected)
  const phrase = said === undefined ? undefined : createPhrase(said, { isWord: weight < 3 })
  return { ids: ids && [...new Set(ids)], session, phrase, dryRun }
}
