import type { HistoryFormat, HistoryOptions } from '../documents/history-entry.ts'
import { hasLinesBelow, markdownLines, printFact } from '../documents/markdown.ts'
import { pageKeys, placeLines } from '../documents/placed-lines.ts'
import { type StoredMessage, textOf } from '../message.ts'
import { saysOnlyMarks } from '../privacy/marked.ts'
import { isAmongPeople, playAfter, talkAfter } from '../statements/english/play.ts'
import { keptWorth, toldWorth } from '../statements/english/worth.ts'
import { withoutFences } from '../statements/prose/prose.ts'
import { readStatements } from '../statements/read-statements.ts'
import { withheldAmong } from '../statements/said-before.ts'
import { sentencesOf } from '../statements/stated-sentences.ts'
import type { Statement } from '../statements/statement.ts'
import { statementKey } from '../text/comparison.ts'
import { byteLength, firstCharacters } from '../text/plain-text.ts'

/** A history entry; `at` is ISO time. */
export interface NewEntry {
  at: string
  text: string
}

const maxTopics = 5
const topicLength = 80
const fallbackMessages = 10
const fallbackLength = 200

/** A summary by rule: the number of messages, and the beginnings of the user's first five [G34]. */
export function summariseByRule(messages: readonly StoredMessage[]): string {
  const own = messages.filter((message) => message.role === 'user')
  const topics = own.map((message) => onOneLine(textOf(message), topicLength)).filter((topic) => topic !== '')
  return `Consolidated ${messages.length} messages. Topics: ${topics.slice(0, maxTopics).join('; ') || '(no user content)'}`
}

/** Minimum UTF-8 bytes of a message that names a subject: "Thanks!" and "Good. Bit shorter." do not. */
const subjectBytes = 24
const mostSubjects = 3
const subjectLength = 100

type IsElsewhere = (statement: Statement) => boolean

/**
 * A summary without a model: the user's statements, or else the beginnings of the first messages that name a subject; ""
 * if all of it is kept elsewhere: in MEMORY.md or a record (`isElsewhere`). `day` (YYYY-MM-DD) is that of the entry.
 */
export function tellConversation(messages: readonly StoredMessage[], isElsewhere: IsElsewhere, day: string): string {
  const told = tellStatements(messages, isElsewhere, day)
  if (told !== '') return told
  const own = messages.filter((message) => message.role === 'user' && textOf(message).trim() !== '')
  if (own.length === 0) return '(no user content)'
  const withheld = withheldIn(messages)
  const open = own.filter((message) => !withheld.has(message))
  const said = open.map((message) => {
    const text = askedBeside(message, isElsewhere)
    return onOneLine(withoutFences(text.split('\n')).join('\n').trim() || text, 2 * subjectLength)
  })
  const subjects = said.filter((text) => byteLength(text) >= subjectBytes).slice(0, mostSubjects)
  const longest = said.reduce((most, text) => (byteLength(text) > byteLength(most) ? text : most), '')
  const all = subjects.length > 0 ? subjects : [longest]
  const named = all.map((text) => wholeWords(text.replace(/[.;]+$/, ''), subjectLength)).join('; ')
  return named === '' ? '' : `Talked about: ${named}`
}

/** What is quoted behind a request: 'Proofread this: "Dear Ms Lang, …"'. */
const quotedBehind = /:\s*["“„«]/u
const leastBefore = 12
const request =
  /\?\s*$|^(?:(?:please|pls|now|and|so|then|also|ok|can you|could you|would you|will you) )*(?:help|write|draft|make|plan|suggest|recommend|show|explain|give|find|fix|review|translate|summari[sz]e|shorten|rewrite|proofread|compare|list|generate|create|build|update|check|tell|teach|describe|calculate|convert|design|add|remove|set up|turn)\b/iu

/**
 * What a message says, without what it quotes. Of one with statements that are kept elsewhere only what is asked beside
 * them, up to a colon or the end of a line, behind which other people's words may stand; "" if that names no subject.
 */
function askedBeside(message: StoredMessage, isElsewhere: IsElsewhere): string {
  const elsewhere = saidStatements([message]).filter(({ statement }) => isElsewhere(statement))
  const text = textOf(message)
  if (elsewhere.length === 0) {
    const quote = text.search(quotedBehind)
    return quote > leastBefore ? text.slice(0, quote) : text
  }
  // A statement may be a clause of its sentence, or have several sentences.
  const kept = elsewhere.map(({ statement: { text, sentence } }) => (text.length > sentence.length ? text : sentence))
  const rest = kept.reduce((left, one) => left.replaceAll(one.replace(/[.!]$/, ''), '\n'), text)
  const keys = kept.map(statementKey)
  const asked = sentencesOf(rest)
    .map((sentence) => sentence.split(':')[0]?.trim() ?? '')
    .filter((sentence) => request.test(sentence) && !keys.some((key) => statementKey(sentence).includes(key)))
    .join(' ')
  return byteLength(asked) < subjectBytes ? '' : asked
}

function wholeWords(text: string, length: number): string {
  if (text.length <= length) return text
  const space = text.lastIndexOf(' ', length - 1)
  return `${text.slice(0, space > 0 ? space : length - 1)}…`.toWellFormed()
}

/** The entry after a failed consolidation: the last ten messages, up to 200 characters each [N19]. */
export function rawFallback(messages: readonly StoredMessage[]): string {
  const lineOf = (message: StoredMessage): string =>
    `${message.role.toUpperCase()}: ${onOneLine(textOf(message), fallbackLength)}`
  return ['[raw-fallback]', ...messages.slice(-fallbackMessages).map(lineOf)].join('\n')
}

const ownTime = /^\[?(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})(?::\d{2})?(?: UTC)?\]?:? +/

/** The entry of a summary. Its time, from its beginning, counts if it lies between `from` (first message) and `at`. */
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
  const line = text.slice(0, length * 2).replaceAll(/\s+/g, ' ')
  return firstCharacters(line.trim(), length)
}

const mostTold = 12

/** Whether capture makes a record of a statement, or `extractFacts` a line. */
export function isKept({ span, worth }: Statement): boolean {
  return span === 'lasting' && worth >= keptWorth
}

/** The user's statements that are worth a line, at most twelve, in order, each with its day if that is not `day`. */
function tellStatements(messages: readonly StoredMessage[], isElsewhere: IsElsewhere, day: string): string {
  const isTold = (statement: Statement): boolean => statement.telling >= toldWorth && !isElsewhere(statement)
  const told = saidStatements(messages).filter(({ statement }) => isTold(statement))
  const best = new Set(told.toSorted((a, b) => b.statement.telling - a.statement.telling).slice(0, mostTold))
  return told
    .filter((one) => best.has(one))
    .map(({ statement, message: { name = '', createdAt } }) => {
      const by = name.replaceAll(/[()\s]+/g, ' ').trim()
      const about = [by, createdAt.startsWith(day) ? '' : createdAt.slice(0, 10)].filter((part) => part !== '')
      return `- ${statement.text.replace(/[.\s]+$/, '')}${about.length === 0 ? '' : ` (${about.join(', ')})`}`
    })
    .join('\n')
}

function withheldIn(messages: readonly StoredMessage[]): ReadonlySet<StoredMessage> {
  const said = messages.map((message) => ({ ...message, text: textOf(message), message }))
  return new Set([...withheldAmong(said)].map(({ message }) => message))
}

/** The user's statements without duplicates, orders for one reply, and those with an unresolved subject. */
function saidStatements(messages: readonly StoredMessage[]) {
  const seen = new Set<string>()
  const withheld = withheldIn(messages)
  let signs = 0
  let play = 0
  return messages.flatMap((message, at) => {
    const last = messages[at - 1]
    const before = last && { role: last.role, text: textOf(last), name: last.name, createdAt: last.createdAt }
    if (before) {
      signs = talkAfter(signs, before, messages[at - 2])
      play = playAfter(play, before)
    }
    if (withheld.has(message)) return []
    const { role, name, createdAt } = message
    const own = messages.slice(Math.max(0, at - 2), at).findLast((one) => one.role === 'user' && one.name === name)
    const read = readStatements(textOf(message), {
      role,
      name,
      at: createdAt,
      isTalk: isAmongPeople(signs),
      isPlay: Date.parse(createdAt) < play,
      ...(before && { before }),
      ...(own && { own: textOf(own) }),
    })
    return read.flatMap((statement) => {
      // A statement may be read alone, and again as part of a longer one.
      const isPart = read.some(({ text }) => text !== statement.text && text.includes(statement.text))
      const { text, span, isUnresolved } = statement
      const isTold = span !== 'local' && !isUnresolved && !isPart && !seen.has(text) && !saysOnlyMarks(text)
      seen.add(text)
      return isTold ? [{ statement, message }] : []
    })
  })
}

/** Maximum facts of one consolidation, so that MEMORY.md does not become a transcript. */
const maxFacts = 40

const categoryOfKind: Readonly<Record<string, string>> = {
  rule: 'user_preference',
  preference: 'user_preference',
  decision: 'project_decision',
  project: 'project_decision',
}

/** The user's lasting statements as lines of MEMORY.md, without `known` ones: at most 40, of most worth, in order. */
export function extractFacts(messages: readonly StoredMessage[], known: string): string[] {
  const seen = pageKeys(known)
  const kept = saidStatements(messages).filter(({ statement }) => isKept(statement))
  const found = kept.flatMap(({ statement, message }) => {
    const speaker = message.name === undefined ? '' : `${message.name.replaceAll(/[()\n]/g, ' ')}, `
    const text = `"${statement.text}" (${speaker}${message.createdAt.slice(0, 10)})`
    const line = printFact({ category: categoryOfKind[statement.kind] ?? 'user_info', text })
    const key = statementKey(line)
    if (seen.has(key)) return []
    seen.add(key)
    return [{ line, worth: statement.worth }]
  })
  const best = new Set(found.toSorted((a, b) => b.worth - a.worth).slice(0, maxFacts))
  return found.filter((one) => best.has(one)).map(({ line }) => line)
}

/** The heading of a consolidation's lines, and a line as {@link extractFacts} prints it. */
const ownHeading = /^### Consolidated \d{4}-\d{2}-\d{2}$/
const ownLine = /^- \[(?:user_preference|user_info|project_decision)\] ".*" \([^()]*\d{4}-\d{2}-\d{2}\)$/

/**
 * Cuts MEMORY.md to `bytes`: removes the oldest lines of consolidations until the rest fits or none is left. Lines of a
 * person are never touched. `moved` are the removed lines, unchanged, for the history entry, so that nothing is lost.
 * Headings without text are removed, too.
 */
export function displaceFacts(text: string, bytes: number): { text: string; moved: string[] } {
  const lines = markdownLines(text)
  const gone = new Set<number>()
  const moved: string[] = []
  let excess = byteLength(text) - bytes
  let isOwn = false
  for (const [place, line] of lines.entries()) {
    if (excess <= 0) break
    if (line.kind === 'heading') isOwn = ownHeading.test(line.raw.trimEnd())
    const isPlain = line.kind === 'bullet' && ownLine.test(line.raw.trimEnd()) && !hasLinesBelow(lines, place)
    if (!isOwn || !isPlain) continue
    gone.add(line.index)
    moved.push(line.raw.trimEnd())
    excess -= byteLength(line.raw)
  }
  return { text: placeLines(text, [], gone), moved }
}
