/* What capture finds in a message, as statements and as records. */

import type { LRUCache } from 'lru-cache'
import type { Role } from '../message.ts'
import { saysOnlyMarks } from '../privacy/marked.ts'
import { captureMark, shortHash } from '../records/marks.ts'
import type { NewRecord } from '../records/record-book.ts'
import type { Claim } from '../statements/claims/claim.ts'
import { claimsOf } from '../statements/claims/claims-of.ts'
import { canAffect } from '../statements/claims/compare-claims.ts'
import { tellsChange } from '../statements/claims/shared-words.ts'
import { type Amendment, amendmentsIn, isOfReply } from '../statements/english/amendments.ts'
import { isOfTheChat } from '../statements/english/marks.ts'
import { isForAnyAnswer } from '../statements/english/orders.ts'
import { isAmongPeople, playAfter, talkAfter } from '../statements/english/play.ts'
import { keptWorth } from '../statements/english/worth.ts'
import { readStatements } from '../statements/read-statements.ts'
import { captureFrom } from '../statements/rules/read-by-rules.ts'
import { nearestBefore, saidBefore, topicsOf } from '../statements/said-before.ts'
import type { ReadingOptions, Statement, StatementKind } from '../statements/statement.ts'
import type { RecordPriority, RecordType } from '../storage/records.ts'
import { bareWords } from '../text/comparison.ts'
import { cached } from '../text/plain-text.ts'
import { idOfStatement } from './amending.ts'
import type { CaptureOptions } from './capture-options.ts'

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

/** Maximum messages that are looked through for what a request to forget is about. */
const mostBefore = 6
const maxName = 80
/** Maximum statements of one message in each list of a {@link MessageFindings}. */
const mostKept = 12

/** What a user message says. */
export interface MessageFindings {
  message: CapturableMessage
  kept: readonly NewRecord[]
  /** Records of its other statements, learned only where they change a known record. */
  others: readonly NewRecord[]
  /** What it says of statements of other messages, and the text of its own statement that says so. */
  amendments: readonly { amendment: Amendment; text: string; origin: Origin }[]
  /** Its orders about the form of one reply, with the keys of their marks. Repeated elsewhere, they are standing. */
  orders: readonly { mark: string; record: NewRecord }[]
  /** The messages before it that it asks to forget: the user's last one that states something, and what followed. */
  unsaid: readonly CapturableMessage[]
  /** What it asks to forget by its words. */
  topics: readonly Claim[]
  /** The message before it that is likely meant if these words are nowhere else. */
  nearest: readonly CapturableMessage[]
  /** The key of the mark that the message has given its records. The mark's text is `hash`. */
  mark: string
  hash: string
}

export function saysNothing({ kept, others, orders, amendments, unsaid }: MessageFindings): boolean {
  return kept.length + others.length + orders.length + amendments.length + unsaid.length === 0
}

/** Equal for records and messages of one message. */
export function sourceKey(source?: { session?: string | undefined; messageId?: string | undefined }): string {
  return JSON.stringify([source?.session, source?.messageId])
}

/** The last message of a session. */
export interface LastSaid {
  message: CapturableMessage
  /** The last message of a user, which the next one may correct. */
  own: CapturableMessage | undefined
  /** See {@link talkAfter}. */
  signs: number
  /** See {@link playAfter}. */
  play: number
}

/** How the message before another one is found. */
export interface Before {
  /** The last message of each session that this process has read. */
  lastSaid: LRUCache<string, LastSaid>
  /** Maps each message of a session's window to the one before; undefined if nothing of the sessions was read before. */
  window: ((session: string) => Promise<ReadonlyMap<string, CapturableMessage>>) | undefined
}

/**
 * Reads each user message beside the previous one, because it may be an answer to it. A new session is taken for talk
 * between people if the last one surely was. The findings of other messages are empty.
 */
export async function findingsOf(
  messages: readonly CapturableMessage[],
  options: Required<CaptureOptions>,
  { lastSaid, window }: Before,
): Promise<MessageFindings[]> {
  const found: MessageFindings[] = []
  const windowOf = cached(async (session) => window?.(session))
  /** The message before each of these, by {@link sourceKey}. */
  const offered = new Map<string, CapturableMessage | undefined>()
  const newest = new Map<string, CapturableMessage>()
  for (const message of messages) {
    if (offered.has(sourceKey(message))) continue
    offered.set(sourceKey(message), newest.get(message.session))
    newest.set(message.session, message)
  }
  async function previous(message: CapturableMessage): Promise<CapturableMessage | undefined> {
    const known = await windowOf(message.session)
    // When its session has ended, a message that is read again is in no window.
    return known && known.size > 0 ? known.get(message.messageId) : offered.get(sourceKey(message))
  }
  /** Until when each session's user plays a part, after its last message here. */
  const plays = new Map<string, number>()
  async function playBefore(message: CapturableMessage): Promise<number> {
    const before = await previous(message)
    return before === undefined ? 0 : playAfter(await playBefore(before), before)
  }

  /** The messages before one, the newest first. */
  async function allBefore(message: CapturableMessage): Promise<CapturableMessage[]> {
    const offered = messages.slice(0, messages.indexOf(message)).filter(({ session }) => session === message.session)
    const before = offered.reverse()
    for (
      let one = await previous(before.at(-1) ?? message);
      one && before.length < mostBefore;
      one = await previous(one)
    )
      before.push(one)
    return before.slice(0, mostBefore)
  }

  for (const message of messages) {
    const known = lastSaid.get(message.session)
    const signs = known?.signs ?? lastSaid.values().next().value?.signs ?? 0
    // A message that is read again or is older does not follow the last one.
    const isNewest = !known || known.message.createdAt <= message.createdAt
    const follows = known !== undefined && isNewest && known.message.messageId !== message.messageId
    const own = message.role === 'user' ? message : known?.own
    const played = plays.get(message.session) ?? (follows ? known.play : await playBefore(message))
    const play = playAfter(played, message)
    plays.set(message.session, play)
    if (!known || follows)
      lastSaid.set(message.session, { message, own, signs: talkAfter(signs, message, known?.message), play })
    const marked = { message, mark: captureMark(message), hash: shortHash(message.text) }
    if (message.role !== 'user') found.push({ ...marked, ...noFindings })
    else if (options.by === 'rules') found.push({ ...marked, ...byRules(message, options) })
    else {
      const before = follows ? known.message : await previous(message)
      const said = (follows ? known.own : undefined) ?? (before && (await previous(before)))
      const own = [before, said].find((one) => one?.role === 'user' && one.name === message.name)
      const { isAboutBefore, ...read } = byWorth(
        message,
        { before, own: own?.text, isTalk: isAmongPeople(signs), isPlay: Date.parse(message.createdAt) < played },
        options,
      )
      const earlier = isAboutBefore || read.topics.length > 0 ? await allBefore(message) : []
      const unsaid = isAboutBefore ? saidBefore(earlier, message.name) : []
      found.push({ ...marked, ...read, unsaid, nearest: nearestBefore(earlier, read.topics, message) })
    }
  }
  return found
}

type Found = Pick<MessageFindings, 'kept' | 'others' | 'orders' | 'amendments' | 'unsaid' | 'topics' | 'nearest'>
type Origin = Pick<NewRecord, 'source' | 'author' | 'createdAt'>

/** What a message without statements gives. */
export const noFindings: Found = {
  kept: [],
  others: [],
  orders: [],
  amendments: [],
  unsaid: [],
  topics: [],
  nearest: [],
}

function byWorth(message: CapturableMessage, said: ReadingOptions, { languages }: Required<CaptureOptions>) {
  const { text, createdAt: at, name } = message
  const found = readStatements(text, { at, languages, name, ...said })
  const reply = said.before?.role === 'assistant' ? said.before.text : undefined
  const own = found.filter(({ replaces }) => replaces === undefined)
  const amendments = amendmentsIn(text, own)
  const ofReply = new Set(
    amendments.flatMap(({ amendment, statement }) =>
      isOfReply(amendment, statement.sentence, reply) ? [statement] : [],
    ),
  )
  const amending = amendments.filter(({ statement }) => !ofReply.has(statement))
  const statements = found.filter((statement) => !saysOnlyMarks(statement.text) && !ofReply.has(statement))
  const record = (statement: Statement, least?: number): NewRecord => ({
    ...recordOfStatement(statement, least),
    ...(statement.replaces &&
      !saysOnlyMarks(statement.replaces.text) && { supersedes: idOfStatement(record(statement.replaces)) }),
    ...originOf(message, statement.text, statement.sentence),
    // A request to forget supersedes what it names, and is never current itself.
    ...(statement.isForgetting ? { validTo: at } : {}),
  })
  const orders = statements.filter(({ span, text }) => span === 'local' && isForAnyAnswer(text))
  const stated = statements.filter(({ span }) => span !== 'local')
  const worthy = stated.filter(({ span, worth }) => span === 'lasting' && worth >= keptWorth)
  const best = new Set(worthy.toSorted((a, b) => b.worth - a.worth).slice(0, mostKept))
  // What has changed stays so after the day on which it did.
  const tellsNews = ({ text, kind, isDoubtful, isUnresolved }: Statement): boolean =>
    said.isTalk !== true && kind !== 'plan' && (!isDoubtful || isUnresolved === true) && tellsChange(text)
  const others = stated
    .filter(({ text }) => !worthy.some((one) => one.text.includes(text)))
    .filter((one) => !isOfTheChat({ ...one, masked: one.text }))
    .filter((one) => tellsNews(one) || claimsOf(one.text).some(canAffect))
    .map((one) => ({ ...record(one, keptWorth), ...(tellsNews(one) && { until: undefined }) }))
  return {
    ...noFindings,
    topics: topicsOf(statements, name),
    isAboutBefore: statements.some(({ isAboutBefore }) => isAboutBefore),
    kept: stated.filter((statement) => best.has(statement)).map((statement) => record(statement)),
    others: others.slice(0, mostKept),
    amendments: amending.map(({ amendment, statement }) => ({
      amendment,
      text: statement.text,
      origin: originOf(message, '', statement.sentence),
    })),
    orders: orders.slice(0, mostKept).map((statement) => ({
      mark: `order:${shortHash(bareWords(statement.text))}`,
      // "It" is the answer: "Keep it short."
      record: { ...record({ ...statement, kind: 'rule' }, keptWorth), about: 'rule' },
    })),
  }
}

function byRules(message: CapturableMessage, { languages }: Required<CaptureOptions>): Found {
  const found = captureFrom(message.text, { languages }).filter(({ text }) => !saysOnlyMarks(text))
  const kept = found.map(({ text, type, priority, quote = text }): NewRecord => {
    return { text, type, priority, ...originOf(message, text, quote) }
  })
  return { ...noFindings, kept }
}

/** Matches a sentence that seems to begin with a speaker's name: "Careful with dessert: …". */
const looksNamed = /^[^:\n]{1,80}: /

/** The source of a statement. Among several speakers, the quote begins with the speaker's name. */
function originOf({ session, messageId, createdAt, name }: CapturableMessage, text: string, sentence: string): Origin {
  const own = sentence === text || looksNamed.test(sentence) ? undefined : sentence
  const speaker = name
    ?.slice(0, maxName)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .toWellFormed()
  const quote = speaker === undefined ? own : `${speaker}: ${sentence}`
  return { source: { session, messageId, ...(quote === undefined ? {} : { quote }) }, author: 'user', createdAt }
}

const typeOfKind: Readonly<Partial<Record<StatementKind, RecordType>>> = {
  rule: 'preference',
  preference: 'preference',
  decision: 'decision',
}

/** Makes a record of a statement: a policy if it binds, otherwise of the type that its kind implies. */
function recordOfStatement(
  { text, kind, worth, until, isBinding, isExplicit, isUnresolved }: Statement,
  worthAtLeast = 0,
): Pick<NewRecord, 'text' | 'type' | 'priority' | 'about' | 'worth' | 'until'> {
  const type = isBinding ? 'policy' : (typeOfKind[kind] ?? 'fact')
  const raised: RecordPriority | undefined = isExplicit || kind === 'rule' ? 'high' : undefined
  const priority = isBinding ? 'critical' : raised
  // A line of MEMORY.md must say by itself what it is about.
  const about = isUnresolved ? undefined : kind
  return { text, type, about, worth: Math.max(worth, worthAtLeast), ...(priority ? { priority } : {}), until }
}
