import type { Role } from '../message.ts'
import type { LearnedRecord, NewRecord, RecordBook } from '../records/record-book.ts'
import type { Setting } from '../storage/setting.ts'
import type { Storage } from '../storage/storage.ts'
import { contentHash } from '../text/content-hash.ts'
import { type Captured, captureIn, statedClauses } from './capture.ts'
import type { ResolvedCaptureOptions } from './capture-options.ts'
import { claimingSentences } from './changes.ts'

/** A message as capture needs it. */
export interface CapturableMessage {
  session: string
  messageId: string
  role: Role
  text: string
  /** ISO time. */
  createdAt: string
  /** The speaker's name, where there are more than two. */
  name?: string | undefined
}

/** Takes records from user messages. */
export interface Capturer {
  /**
   * Learns what the messages say that should be remembered, and answers it. A message gives its records once, however
   * often it is offered: what was forgotten since does not come back by it. One whose text changed is looked at again.
   * Nothing is taken from those that are `withdrawn`, which is asked when no other process can be capturing. Calls of one
   * capturer follow each other; a failed one can be repeated.
   */
  take(messages: readonly CapturableMessage[], withdrawn?: Withdrawn): Promise<LearnedRecord[]>
}

/** The ids of the messages that were removed, or changed, since they were read. */
export type Withdrawn = () => Promise<ReadonlySet<string>>

/** So many messages are learned from in one write. */
const pageSize = 500
const hashLength = 32
const captureLock = 'capture'
const maxName = 80

interface Finding {
  message: CapturableMessage
  captured: readonly Captured[]
  /** Its other sentences that are learned if they change what is known. */
  claiming: readonly string[]
  /** The key and the text of the mark that this message has given its records. */
  mark: string
  hash: string
}

/** Creates the capturer of one memory. Touches no storage until a message has something to remember. */
export function createCapturer(
  setting: Pick<Setting, 'report' | 'storage'>,
  book: RecordBook,
  options: ResolvedCaptureOptions,
): Capturer {
  let last: Promise<unknown> = Promise.resolve()

  async function learnPage(page: readonly Finding[], withdrawn: Withdrawn): Promise<LearnedRecord[]> {
    const fresh = await standing(await unmarked(page), withdrawn)
    const records = fresh.flatMap(toRecords)
    const changing = await book.changing(fresh.flatMap(toClaims), records)
    const all = [...records, ...changing].sort(byTime)
    if (all.length === 0) return []
    const sources = new Set(all.map(({ source }) => sourceKey(source)))
    const giving = fresh.filter(({ message }) => sources.has(sourceKey(message)))
    const marks = Object.fromEntries(giving.map(({ mark, hash }) => [mark, hash]))
    const learned = await book.learn(all, { marks })
    report(giving.length, learned)
    return learned
  }

  async function unmarked(page: readonly Finding[]): Promise<Finding[]> {
    const known = await book.store.marks([...new Set(page.map(({ mark }) => mark))])
    return page.filter(({ mark, hash }) => {
      const isFresh = known.get(mark) !== hash
      known.set(mark, hash)
      return isFresh
    })
  }

  function report(messages: number, learned: readonly LearnedRecord[]): void {
    const records = learned.length
    const isNew = learned.filter((record) => record.isNew).length
    setting.report({
      type: 'captured',
      level: 'info',
      message: `captured ${counted(records, 'record')} from ${counted(messages, 'message')}, ${isNew} of them new`,
      details: { messages, records, new: isNew },
    })
  }

  async function takeNow(messages: readonly CapturableMessage[], withdrawn: Withdrawn): Promise<LearnedRecord[]> {
    const learned: LearnedRecord[] = []
    const findings = messages.flatMap((message) => findingOf(message, options, book.options.supersede))
    for (let start = 0; start < findings.length; start += pageSize)
      // Of two processes that see a message at the same time, one asks for its mark when the other has left it.
      learned.push(
        ...(await setting.storage.lock([captureLock], () =>
          learnPage(findings.slice(start, start + pageSize), withdrawn),
        )),
      )
    return learned
  }

  return {
    take(messages, withdrawn = nothingWithdrawn) {
      if (!options.auto) return Promise.resolve([])
      const copies = messages.map((message) => ({ ...message }))
      const result = last.then(() => takeNow(copies, withdrawn))
      last = result.catch(() => undefined)
      return result
    },
  }
}

/**
 * Resolves when no capture is under way that may not have noticed what was removed before this call: what it took is
 * stored then, and can be removed too. Never call it inside a lock.
 */
export async function capturesEnded({ lock }: Pick<Storage, 'lock'>): Promise<void> {
  await lock([captureLock], async () => undefined)
}

async function nothingWithdrawn(): Promise<ReadonlySet<string>> {
  return new Set()
}

async function standing(findings: readonly Finding[], withdrawn: Withdrawn): Promise<readonly Finding[]> {
  if (findings.length === 0) return []
  const gone = await withdrawn()
  return findings.filter(({ message }) => !gone.has(message.messageId))
}

function findingOf(message: CapturableMessage, { languages }: ResolvedCaptureOptions, supersede: boolean): Finding[] {
  if (message.role !== 'user') return []
  const clauses = statedClauses(message.text)
  const captured = captureIn(clauses, { languages })
  const said = new Set(captured.flatMap(({ text, quote = text }) => [text, quote]))
  const sentences = supersede ? claimingSentences(clauses) : []
  const claiming = sentences.filter((sentence) => !said.has(sentence))
  if (captured.length + claiming.length === 0) return []
  const hash = contentHash(message.text).slice(0, hashLength)
  return [{ message, captured, claiming, mark: captureMark(message), hash }]
}

/** What was said first is learned first. */
function byTime({ createdAt: a = '' }: NewRecord, { createdAt: b = '' }: NewRecord): number {
  return a < b ? -1 : Number(a > b)
}

function sourceKey(source: { session?: string; messageId?: string } | undefined): string {
  return JSON.stringify([source?.session, source?.messageId])
}

/** A sentence that changes what is known is a fact. */
function toClaims({ message, claiming }: Finding): NewRecord[] {
  const { session, messageId, createdAt, name } = message
  return claiming.map((text) => {
    const quote = name === undefined ? undefined : quoteOf({ text }, name)
    const source = { session, messageId, ...(quote === undefined ? {} : { quote }) }
    return { text, source, author: 'user', createdAt }
  })
}

/** The key of the mark that a message leaves when something was captured from it. */
export function captureMark({ session, messageId }: Pick<CapturableMessage, 'session' | 'messageId'>): string {
  return `captured:${contentHash(JSON.stringify([session, messageId])).slice(0, hashLength)}`
}

function toRecords({ message, captured }: Finding): NewRecord[] {
  const { session, messageId, createdAt } = message
  return captured.map((one) => {
    const quote = quoteOf(one, message.name)
    const source = { session, messageId, ...(quote === undefined ? {} : { quote }) }
    return { text: one.text, type: one.type, priority: one.priority, source, author: 'user', createdAt }
  })
}

/** Among several speakers, the quote says whose words they are. */
function quoteOf({ text, quote }: Pick<Captured, 'text' | 'quote'>, name: string | undefined): string | undefined {
  if (name === undefined) return quote
  return `${name
    .slice(0, maxName)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .toWellFormed()}: ${quote ?? text}`
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
