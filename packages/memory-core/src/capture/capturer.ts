import { LRUCache } from 'lru-cache'
import { createSerialQueue } from '../async.ts'
import { mostForgotten } from '../records/changes.ts'
import { speakerOf } from '../records/drafts.ts'
import { withdrawRecords } from '../records/learning.ts'
import { endedMark, endInMessages, shortHash } from '../records/marks.ts'
import type { LearnedRecord, NewRecord, RecordBook } from '../records/record-book.ts'
import { removed } from '../records/record-changes.ts'
import { isOfAllergy } from '../statements/claims/topics.ts'
import { hasTopic, wordsShared } from '../statements/said-before.ts'
import { everyRecord } from '../storage/every-row.ts'
import { messageId } from '../storage/numbering.ts'
import type { MemoryRecord, RecordSource } from '../storage/records.ts'
import type { Setting, Storage } from '../storage/storage.ts'
import { speakerKey, statementKey } from '../text/comparison.ts'
import { counted } from '../text/plain-text.ts'
import { withAmendments } from './amending.ts'
import type { CaptureOptions } from './capture-options.ts'
import {
  type CapturableMessage,
  findingsOf,
  type LastSaid,
  type MessageFindings,
  noFindings,
  saysNothing,
  sourceKey,
} from './findings.ts'

/** What is known of messages that are offered to a capture. */
export interface Offered {
  /** Resolves to the ids of the messages that were removed or changed since they were read. */
  withdrawn?: (() => Promise<ReadonlySet<string>>) | undefined
  /** Whether messages of their session were offered before, maybe by another process. */
  isBegun?: boolean | undefined
}

/** Look-ups in what was said before, by whatever process. */
export interface SaidBefore {
  /** The message before each one of a session's window, by the id of the latter. Costs a copy of the window. */
  window(session: string): Promise<ReadonlyMap<string, CapturableMessage>>
  /**
   * The earliest message of the same speaker that states the same in a sentence of its own, among those that `isOther`
   * accepts. Costs one search of the index, which is not brought up to date for it.
   */
  elsewhere(
    statement: Pick<NewRecord, 'text' | 'source'>,
    isOther: (source: RecordSource) => boolean,
  ): Promise<Required<Pick<MemoryRecord, 'source' | 'createdAt'>> | undefined>
  /** The messages of users before a request that have its words and that `isNamed` accepts. Costs one search. */
  named(request: CapturableMessage, isNamed: (text: string, speaker?: string) => boolean): Promise<RecordSource[]>
}

/** Maximum messages per write. */
const pageSize = 500
/** Maximum sessions whose last message is kept in memory. The next message may answer it. */
const lastMessages = 100
const captureLock = 'capture'

/** Takes records from user messages. Touches no storage until a message has something to remember. */
export function createCapturer(
  setting: Pick<Setting, 'report' | 'storage'>,
  book: RecordBook,
  options: Required<CaptureOptions>,
  said: SaidBefore,
) {
  const queue = createSerialQueue()
  const lastSaid = new LRUCache<string, LastSaid>({ max: lastMessages })

  async function learnPage(page: readonly MessageFindings[], withdrawn: () => Promise<ReadonlySet<string>>) {
    const { unread, changed } = await unmarked(page)
    const gone = unread.length === 0 ? new Set() : await withdrawn()
    const present = unread.filter(({ message }) => !gone.has(message.messageId))
    const left = changed.size === 0 ? present : await withoutEarlier(present, changed)
    const isAmending = book.options.supersede && left.some(({ amendments }) => amendments.length > 0)
    const fresh = isAmending ? withAmendments(left, await everyRecord(book.store)) : left
    const { repeated, marks: orderMarks } = await repeatedOrders(fresh)
    const records = [...fresh.flatMap(({ kept }) => kept), ...repeated]
    const changes = book.options.supersede ? fresh.flatMap((finding) => finding.others) : []
    const changing = changes.length === 0 ? [] : await book.changing(changes, records)
    const all = [...records, ...changing].sort(byTime)
    const sources = new Set(all.map(({ source }) => sourceKey(source)))
    const giving = fresh.filter(({ message }) => sources.has(sourceKey(message)))
    const read = fresh.filter(({ mark, message }) => changed.has(mark) || sources.has(sourceKey(message)))
    const corrections = all.filter(({ supersedes }) => supersedes !== undefined)
    const later = new Set(corrections.map(({ source }) => sourceKey(source)))
    const marksOf = (isMeant: (source: string) => boolean): Record<string, string> => {
      const meant = read.filter(({ message }) => isMeant(sourceKey(message)))
      return Object.fromEntries(meant.map(({ mark, hash }) => [mark, hash]))
    }
    const others = all.filter(({ supersedes }) => supersedes === undefined)
    // Before the marks of the requests, so that a failure repeats it.
    const named = new Set<MessageFindings>()
    for (const one of fresh) if (await unsayNamed(one)) named.add(one)
    const learned = await book.learn(others, { ...marksOf((one) => !later.has(one)), ...orderMarks })
    for (const [at, { supersedes = '', ...record }] of corrections.entries()) {
      // What it corrects may not have been worth a record.
      const isKnown = book.options.supersede && (await book.store.get([supersedes])).length > 0
      const source = sourceKey(record.source)
      const isLast = !corrections.slice(at + 1).some((one) => sourceKey(one.source) === source)
      const given = [{ ...record, ...(isKnown && { supersedes }) }]
      learned.push(...(await book.learn(given, isLast ? marksOf((one) => one === source) : {})))
    }
    const ending = new Set(learned.flatMap((one) => (one.supersedes === undefined ? [] : [sourceKey(one.source)])))
    // A request whose words end nothing is about the nearest message.
    const isFound = (one: MessageFindings): boolean => named.has(one) || ending.has(sourceKey(one.message))
    for (const one of fresh) await unsay(one, one.unsaid.length > 0 || isFound(one) ? one.unsaid : one.nearest)
    if (all.length > 0) report(giving.length, learned)
    return learned
  }

  /** Marks the messages that a request is about by its words, so that no context tells them; whether there are any. */
  async function unsayNamed({ topics, message }: MessageFindings): Promise<boolean> {
    if (topics.length === 0) return false
    const named = await said.named(message, hasTopic(topics))
    if (named.length <= mostForgotten) await endInMessages(book.store, named, message.createdAt, 'unsaid')
    return named.length > 0
  }

  /** Marks the messages before a request that it is about as well, and ends their records, except allergies. */
  async function unsay({ unsaid, topics, message, mark, hash }: MessageFindings, meant: readonly CapturableMessage[]) {
    if (meant.length === 0) return
    await endInMessages(book.store, meant, message.createdAt, 'unsaid')
    const sources = new Set(meant.map(sourceKey))
    const given = (await everyRecord(book.store)).filter(({ source }) => sources.has(sourceKey(source)))
    const isMeant = ({ text, source }: MemoryRecord): boolean =>
      unsaid.length > 0 || wordsShared(source?.quote ?? text, topics) > 0
    const ids = given.filter((one) => !isOfAllergy.test(one.text) && isMeant(one)).map(({ id }) => id)
    await book.store.update(ids, (record) => removed(record, message.createdAt))
    await book.store.write({ marks: { [mark]: hash } })
  }

  /** The orders that another session gave before, and the marks to leave for new ones. */
  async function repeatedOrders(findings: readonly MessageFindings[]) {
    const orders = findings.flatMap(({ orders, message }) => orders.map((order) => ({ ...order, message })))
    const known =
      orders.length === 0 ? new Map<string, string>() : await book.store.marks(orders.map(({ mark }) => mark))
    const repeated: NewRecord[] = []
    const marks: Record<string, string> = {}
    for (const { mark, record, message } of orders) {
      const session = shortHash(message.session)
      const before = known.get(mark)
      if (before === session) continue
      // The message that gave it may have been changed or forgotten since.
      const isOther = (source: RecordSource): boolean => source.session !== message.session
      if (before !== undefined && (await said.elsewhere(record, isOther))) repeated.push(record)
      else {
        marks[mark] = session
        known.set(mark, session)
      }
    }
    return { repeated, marks }
  }

  /** The findings that were not taken before, and the keys of the marks of those whose messages had another text. */
  async function unmarked(page: readonly MessageFindings[]) {
    const known = await book.store.marks([...new Set(page.map(({ mark }) => mark))])
    const changed = new Set<string>()
    const unread = page.filter(({ mark, hash }) => {
      const before = known.get(mark)
      if (before !== undefined && before !== hash) changed.add(mark)
      known.set(mark, hash)
      return before !== hash
    })
    return { unread, changed }
  }

  /**
   * Removes the records that only an earlier text of a changed message gave. Resolves to the findings without the
   * statements that it gave already, whose records stay as they are.
   */
  async function withoutEarlier(findings: readonly MessageFindings[], changed: ReadonlySet<string>) {
    const again = findings.filter(({ mark }) => changed.has(mark))
    const messages = again.map(({ message }) => message)
    const given = await givenBy(book, said, messages)
    const now = new Set(again.flatMap(({ kept, others }) => [...kept, ...others]).map(saidKey))
    const gone = given.filter((record) => !now.has(saidKey(record))).map(({ id }) => id)
    await withdrawRecords(book.store, gone)
    const known = new Set(given.map(saidKey))
    const isNew = (record: NewRecord): boolean => !known.has(saidKey(record))
    const cutMark = ({ session, messageId: id }: CapturableMessage): string => endedMark(messageId(session, id))
    const cut = await book.store.marks(messages.map(cutMark))
    return findings.map((one) => {
      // A statement of it was forgotten by id, and nothing tells which: an edit must not bring that back.
      const isCut = cut.has(cutMark(one.message))
      const { kept, others, ...rest } = isCut ? { ...one, ...noFindings } : one
      return { ...rest, kept: kept.filter(isNew), others: others.filter(isNew) }
    })
  }

  /** Messages without statements matter only if they had another text before. */
  async function saying(page: readonly MessageFindings[]): Promise<readonly MessageFindings[]> {
    const silent = new Set(page.filter(saysNothing))
    if (silent.size === 0) return page
    const known = await book.store.marks([...silent].map(({ mark }) => mark))
    return page.filter((finding) => !silent.has(finding) || known.has(finding.mark))
  }

  function report(messages: number, learned: readonly LearnedRecord[]): void {
    const records = learned.length
    const isNew = learned.filter((record) => record.isNew).length
    const message = `captured ${counted(records, 'record')} from ${counted(messages, 'message')}, ${isNew} of them new`
    setting.report({ type: 'captured', level: 'info', message, details: { messages, records, new: isNew } })
  }

  async function takeNow(
    messages: readonly CapturableMessage[],
    { withdrawn = async () => new Set<string>(), isBegun = false }: Offered,
  ): Promise<LearnedRecord[]> {
    const learned: LearnedRecord[] = []
    const findings = await findingsOf(messages, options, { lastSaid, window: isBegun ? said.window : undefined })
    for (let start = 0; start < findings.length; start += pageSize) {
      const page = await saying(findings.slice(start, start + pageSize))
      if (page.length === 0) continue
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
    take(messages: readonly CapturableMessage[], offered: Offered = {}): Promise<LearnedRecord[]> {
      const copies = messages.map((message) => ({ ...message }))
      return queue.run(() =>
        takeNow(copies, offered).catch((error: unknown) => {
          // The repeated call reads them in their order again.
          for (const { session } of copies) lastSaid.delete(session)
          throw error
        }),
      )
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

function byTime({ createdAt: a = '' }: NewRecord, { createdAt: b = '' }: NewRecord): number {
  return a < b ? -1 : Number(a > b)
}

/**
 * The records that these messages gave and no other one states. A record that another message states, too, is
 * attributed to that one. Reads every record.
 */
export async function givenBy(
  { store }: RecordBook,
  said: SaidBefore,
  messages: readonly RecordSource[],
): Promise<MemoryRecord[]> {
  const sources = new Set(messages.map(sourceKey))
  // What a person has edited since is the person's.
  const given = (await everyRecord(store)).filter(
    ({ source, author }) => author !== 'person' && sources.has(sourceKey(source)),
  )
  const others = await sourcesElsewhere(said, given, (source) => sources.has(sourceKey(source)))
  if (others.size > 0) await store.update([...others.keys()], (one) => ({ ...one, ...others.get(one.id) }))
  return given.filter(({ id }) => !others.has(id))
}

/** Where other messages than those that are gone state records, by the ids of the records. */
export async function sourcesElsewhere(
  { elsewhere }: Pick<SaidBefore, 'elsewhere'>,
  records: readonly MemoryRecord[],
  isGone: (source: RecordSource) => boolean,
): Promise<Map<string, Pick<MemoryRecord, 'source' | 'createdAt'>>> {
  const found: Awaited<ReturnType<typeof sourcesElsewhere>> = new Map()
  for (const record of records) {
    // An access counts as well, so that only one of a single count was certainly said once.
    if (record.reinforcementCount < 2) continue
    const other = await elsewhere(record, (source) => !isGone(source))
    if (other) found.set(record.id, other)
  }
  return found
}

function saidKey({ source, text }: Pick<NewRecord, 'source' | 'text'>): string {
  return JSON.stringify([sourceKey(source), statementKey(text), speakerKey(speakerOf({ source }))])
}
