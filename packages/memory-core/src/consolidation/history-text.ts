import type { HistoryFormat } from '../documents/history-entry.ts'
import type { HistoryOptions } from '../documents/history-options.ts'
import { type StoredMessage, textOf } from '../message.ts'
import { keptStatements, type TellingOptions, tellStatements } from './extract-facts.ts'

/** A history entry; `at` is ISO time. */
export interface NewEntry {
  at: string
  text: string
}

const maxTopics = 5
const topicLength = 80
const longestTopic = 160
const fallbackMessages = 10
const fallbackLength = 200

/** The first line of an entry for messages that no model could summarise yet. */
const rawFallbackMark = '[raw-fallback]'

/** A summary by rule: the number of messages, and the beginnings of the user's first five [G34]. */
export function summariseByRule(messages: readonly StoredMessage[]): string {
  const topics = messages
    .filter((message) => message.role === 'user')
    .map((message) => onOneLine(textOf(message), topicLength))
    .filter((topic) => topic !== '')
    .slice(0, maxTopics)
  return `Consolidated ${messages.length} messages. Topics: ${topics.join('; ') || '(no user content)'}`
}

/** A summary without a model: the user's statements, or else the first message; "" if all of it is kept elsewhere. */
export function tellConversation(messages: readonly StoredMessage[], options: TellingOptions): string {
  const told = tellStatements(messages, options)
  if (told !== '') return told
  const own = messages.filter((message) => message.role === 'user' && textOf(message).trim() !== '')
  const first = options.withKept ? own[0] : own.find((message) => keptStatements([message]).length === 0)
  return first
    ? `Talked about: ${wholeWords(onOneLine(textOf(first), longestTopic * 2), longestTopic)}`
    : own.length > 0
      ? ''
      : '(no user content)'
}

/** At most `length` characters, cut between two words. */
function wholeWords(text: string, length: number): string {
  if (text.length <= length) return text
  const space = text.lastIndexOf(' ', length - 1)
  return `${text.slice(0, space > 0 ? space : length - 1)}…`.toWellFormed()
}

/** The entry after a failed consolidation: the last ten messages, up to 200 characters each [N19]. */
export function rawFallback(messages: readonly StoredMessage[]): string {
  const lines = messages
    .slice(-fallbackMessages)
    .map((message) => `${message.role.toUpperCase()}: ${onOneLine(textOf(message), fallbackLength)}`)
  return [rawFallbackMark, ...lines].join('\n')
}

const ownTime = /^\[?(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})(?::\d{2})?(?: UTC)?\]?:? +/

/**
 * The entry of a summary. A time at its beginning becomes the entry's if it lies between `from` (the first message) and
 * `at`, and is cut off, because the entry's line begins with its time.
 */
export function summaryEntry(text: string, at: string, from: string, format: HistoryFormat): NewEntry {
  const [opening, date, time] = format === 'section' ? [] : (ownTime.exec(text) ?? [])
  if (opening === undefined) return { at, text }
  const own = `${date}T${time}:00.000Z`
  // Stamps have no seconds, so the first minute counts from its start. An invalid stamp is NaN and fails both tests.
  const isIn = Date.parse(own) >= Date.parse(from) - 59_999 && own.slice(0, 16) < at.slice(0, 16)
  return { at: isIn ? own : at, text: text.slice(opening.length) }
}

/** The entries of one consolidation: a summary, the turns, or both [X5]. Turns keep their own times. */
export function historyEntries(
  content: NonNullable<HistoryOptions['content']>,
  summary: NewEntry,
  messages: readonly StoredMessage[],
): NewEntry[] {
  const turns = content === 'summary' ? [] : messages.flatMap((message) => turnEntry(message, summary.at))
  return content === 'turns' ? turns : [...turns, summary]
}

const turnNames: Partial<Record<StoredMessage['role'], string>> = { user: 'User', assistant: 'Agent' }

function turnEntry(message: StoredMessage, now: string): NewEntry[] {
  const text = textOf(message).trim()
  const name = turnNames[message.role]
  if (name === undefined || text === '') return []
  // The history supports the years 0 to 9999: an imported message of another year must not stop the rest.
  const at = /^\d{4}-/.test(message.createdAt) ? message.createdAt : now
  return [{ at, text: `${name}: ${text}` }]
}

function onOneLine(text: string, length: number): string {
  return Array.from(
    text
      .slice(0, length * 2)
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
    .slice(0, length)
    .join('')
}
