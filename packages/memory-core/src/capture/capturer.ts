import { LRUCache } from 'lru-cache'
import { createSerialQueue } from '../async.ts'
import type { Role } from '../message.ts'
import { saysOnlyMarks } from '../privacy/marked.ts'
import type { LearnedRecord, NewRecord, RecordBook } from '../records/record-book.ts'
import { claimsOf } from '../statements/claims/claims-of.ts'
import { canAffect } from '../statements/claims/compare-claims.ts'
import { talkAfter, talkAtStart } from '../statements/english/features.ts'
import { isAboutForm } from '../statements/english/orders.ts'
import { keptWorth } from '../statements/english/worth.ts'
import { readStatements } from '../statements/read-statements.ts'
import { captureFrom } from '../statements/rules/read-by-rules.ts'
import type { Statement, StatementKind } from '../statements/statement.ts'
import type { RecordPriority, RecordType } from '../storage/records.ts'
import type { Setting } from '../storage/setting.ts'
import type { Storage } from '../storage/storage.ts'
import { contentHash } from '../text/content-hash.ts'
import { bareWords } from '../text/statement-key.ts'
import type { ResolvedCaptureOptions } from './capture-options.ts'

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

/** Resolves to the ids of the messages that were removed or changed since they were read. */
export type Withdrawn = () => Promise<ReadonlySet<string>>

/** Maximum messages per write. */
const pageSize = 500
/** Maximum sessions whose last message is kept in memory. The next message may answer it. */
const lastMessages = 100
const captureLock = 'capture'
const maxName = 80
/** Maximum statements of one message in each list of a {@link Finding}. */
const mostKept = 12

interface Finding {
  message: CapturableMessage
  kept: readonly NewRecord[]
  /** Records of its other statements, learned only where they change a known record. */
  others: readonly NewRecord[]
  /** Its orders about the form of one reply. One that is repeated in another session is learned as a standing order. */
  orders: readonly Order[]
  /** The key of the mark that the message has given its records. The mark's text is `hash`. */
  mark: string
  hash: string
}

/** An order for one reply, and the key of the mark it leaves. */
interface Order {
  mark: string
  record: NewRecord
}

interface LastSaid {
  message: CapturableMessage
  /** See {@link talkAfter}. */
  signs: number
}

/** Takes records from user messages. Touches no storage until a message has something to remember. */
export function createCapturer(
  setting: Pick<Setting, 'report' | 'storage'>,
  book: RecordBook,
  options: ResolvedCaptureOptions,
) {
  const queue = createSerialQueue()
  const lastSaid = new LRUCache<string, LastSaid>({ max: lastMessages })

  async function learnPage(page: readonly Finding[], withdrawn: Withdrawn): Promise<LearnedRecord[]> {
    const unread = await unmarked(page)
    const gone = unread.length === 0 ? new Set() : await withdrawn()
    const fresh = unread.filter(({ message }) => !gone.has(message.messageId))
    const { repeated, marks: orderMarks } = await repeatedOrders(fresh)
    const records = [...fresh.flatMap(({ kept }) => kept), ...repeated]
    const others = book.options.supersede ? fresh.flatMap((finding) => finding.others) : []
    const changing = others.length === 0 ? [] : await book.changing(others, records)
    const all = [...records, ...changing].sort(byTime)
    if (all.length === 0 && Object.keys(orderMarks).length === 0) return []
    const sources = new Set(all.map(({ source }) => sourceKey(source)))
    const giving = fresh.filter(({ message }) => sources.has(sourceKey(message)))
    const marks = Object.fromEntries(giving.map(({ mark, hash }) => [mark, hash]))
    const learned = await book.learn(all, { marks: { ...marks, ...orderMarks } })
    if (all.length > 0) report(giving.length, learned)
    return learned
  }

  /** The orders that another session gave before, and the marks to leave for new ones. */
  async function repeatedOrders(
    findings: readonly Finding[],
  ): Promise<{ repeated: NewRecord[]; marks: Record<string, string> }> {
    const orders = findings.flatMap(({ orders, message }) => orders.map((order) => ({ ...order, message })))
    const known =
      orders.length === 0 ? new Map<string, string>() : await book.store.marks(orders.map(({ mark }) => mark))
    const repeated: NewRecord[] = []
    const marks: Record<string, string> = {}
    for (const { mark, record, message } of orders) {
      const session = shortHash(message.session)
      const before = known.get(mark)
      if (before !== undefined && before !== session) repeated.push(record)
      else if (before === undefined) {
        marks[mark] = session
        known.set(mark, session)
      }
    }
    return { repeated, marks }
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
    const findings = findingsOf(messages, options, lastSaid)
    for (let start = 0; start < findings.length; start += pageSize) {
      const page = findings.slice(start, start + pageSize)
      // The lock keeps two processes from both finding the same message unmarked.
      learned.push(...(await setting.storage.lock([captureLock], () => learnPage(page, withdrawn))))
    }
    return learned
  }

  return {
    /**
     * Takes records from the messages, stores and returns them. A message gives its records once, however often it is
     * offered, so that forgotten ones do not return; it is read again after its text changed. Messages whose ids
     * `withdrawn` returns give none; it is called while no other process can capture. Calls run one after the other; a
     * failed call can be repeated.
     */
    take(
      messages: readonly CapturableMessage[],
      withdrawn: Withdrawn = async () => new Set(),
    ): Promise<LearnedRecord[]> {
      const copies = messages.map((message) => ({ ...message }))
      return queue.run(() => takeNow(copies, withdrawn))
    },
  }
}

/**
 * Waits for captures that may have missed a removal made before this call. Their records are stored when it resolves,
 * and can be removed too. Never call it inside a lock.
 */
export async function capturesEnded({ lock }: Pick<Storage, 'lock'>): Promise<void> {
  await lock([captureLock], async () => undefined)
}

/**
 * Reads each user message beside the previous one, also of an earlier call, because it may be an answer to it. A new
 * session is taken for talk between people if the last one surely was.
 */
function findingsOf(
  messages: readonly CapturableMessage[],
  options: ResolvedCaptureOptions,
  lastSaid: LRUCache<string, LastSaid>,
): Finding[] {
  return messages.flatMap((message) => {
    const known = lastSaid.get(message.session)
    const signs = known?.signs ?? talkAtStart(lastSaid.values().next().value?.signs ?? 0)
    lastSaid.set(message.session, { message, signs: talkAfter(signs, message) })
    // A message that is read again or is older does not follow the last one.
    const follows =
      known && known.message.messageId !== message.messageId && known.message.createdAt <= message.createdAt
    const last = follows ? known : undefined
    if (message.role !== 'user') return []
    const found =
      options.by === 'rules' ? byRules(message, options) : byWorth(message, last?.message, signs > 0, options)
    if (found.kept.length + found.others.length + found.orders.length === 0) return []
    return [{ message, ...found, mark: captureMark(message), hash: shortHash(message.text) }]
  })
}

type Found = Pick<Finding, 'kept' | 'others' | 'orders'>

function byWorth(
  message: CapturableMessage,
  before: CapturableMessage | undefined,
  isTalk: boolean,
  { languages }: ResolvedCaptureOptions,
): Found {
  const { text, createdAt: at, name } = message
  const found = readStatements(text, { at, languages, name, isTalk, ...(before && { before }) })
  const statements = found.filter((statement) => !saysOnlyMarks(statement.text))
  const record = (statement: Statement, least?: number): NewRecord => ({
    ...recordOfStatement(statement, least),
    ...originOf(message, statement.text, statement.sentence),
    // A request to forget supersedes what it names, and is never current itself.
    ...(statement.isForgetting ? { validTo: at } : {}),
  })
  const orders = statements.filter(({ span, text }) => span === 'local' && isAboutForm(text))
  const stated = statements.filter(({ span }) => span !== 'local')
  const worthy = stated.filter(
    ({ span, worth, isUnresolved }) => span === 'lasting' && worth >= keptWorth && !isUnresolved,
  )
  const best = new Set(worthy.toSorted((a, b) => b.worth - a.worth).slice(0, mostKept))
  const others = stated.filter((statement) => !best.has(statement) && claimsOf(statement.text).some(canAffect))
  return {
    kept: stated.filter((statement) => best.has(statement)).map((statement) => record(statement)),
    others: others.slice(0, mostKept).map((statement) => record(statement, keptWorth)),
    orders: orders.slice(0, mostKept).map((statement) => ({
      mark: `order:${shortHash(bareWords(statement.text))}`,
      record: record({ ...statement, kind: 'rule' }, keptWorth),
    })),
  }
}

function byRules(message: CapturableMessage, { languages }: ResolvedCaptureOptions): Found {
  const found = captureFrom(message.text, { languages }).filter(({ text }) => !saysOnlyMarks(text))
  const kept = found.map(({ text, type, priority, quote = text }): NewRecord => {
    return { text, type, priority, ...originOf(message, text, quote) }
  })
  return { kept, others: [], orders: [] }
}

/** Matches a sentence that seems to begin with a speaker's name: "Careful with dessert: …". */
const looksNamed = /^[^:\n]{1,80}: /

/** The source of a statement. Among several speakers, the quote begins with the speaker's name. */
function originOf(
  { session, messageId, createdAt, name }: CapturableMessage,
  text: string,
  sentence: string,
): Pick<NewRecord, 'source' | 'author' | 'createdAt'> {
  const own = sentence === text || looksNamed.test(sentence) ? undefined : sentence
  const quote = name === undefined ? own : `${plainName(name)}: ${sentence}`
  return { source: { session, messageId, ...(quote === undefined ? {} : { quote }) }, author: 'user', createdAt }
}

function plainName(name: string): string {
  return name
    .slice(0, maxName)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .toWellFormed()
}

/** Sorts the oldest first. */
function byTime({ createdAt: a = '' }: NewRecord, { createdAt: b = '' }: NewRecord): number {
  return a < b ? -1 : Number(a > b)
}

function sourceKey(source: { session?: string; messageId?: string } | undefined): string {
  return JSON.stringify([source?.session, source?.messageId])
}

/** The keys of the marks that messages get when something is captured from them begin with it. */
export const captureMarks = 'captured:'

export function captureMark({ session, messageId }: Pick<CapturableMessage, 'session' | 'messageId'>): string {
  return `${captureMarks}${shortHash(JSON.stringify([session, messageId]))}`
}

function shortHash(text: string): string {
  return contentHash(text).slice(0, 32)
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

const typeOfKind: Readonly<Partial<Record<StatementKind, RecordType>>> = {
  rule: 'preference',
  preference: 'preference',
  decision: 'decision',
}

/** Makes a record of a statement: a policy if it binds, otherwise of the type that its kind implies. */
function recordOfStatement(
  { text, kind, worth, until, isBinding, isExplicit }: Statement,
  worthAtLeast = 0,
): Pick<NewRecord, 'text' | 'type' | 'priority' | 'about' | 'worth' | 'until'> {
  const type = isBinding ? 'policy' : (typeOfKind[kind] ?? 'fact')
  const raised: RecordPriority | undefined = isExplicit || kind === 'rule' ? 'high' : undefined
  const priority = isBinding ? 'critical' : raised
  return { text, type, about: kind, worth: Math.max(worth, worthAtLeast), ...(priority ? { priority } : {}), until }
}
