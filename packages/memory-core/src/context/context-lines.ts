import type { ActivatedRecord } from '../activation/activate.ts'
import { readPlaced } from '../documents/placed-lines.ts'
import { type StoredMessage, textOf } from '../message.ts'
import { withoutUndefined } from '../option-checks.ts'
import type { RecalledItem } from '../recall/recall.ts'
import type { OpposingRecord } from '../recall/validity.ts'
import { printRecord, recordText } from '../records/record-types.ts'
import { isSecret } from '../statements/english/orders.ts'
import { saysMore, withoutOpening } from '../statements/stated-sentences.ts'
import type { MemoryRecord } from '../storage/records.ts'
import { statementKey } from '../text/comparison.ts'
import { endsNoSentence } from '../text/sentences.ts'
import type { ContextItem, ContextLine, LineForm, LineStanding, TextRange } from './context-block.ts'

/** Maximum characters of one passage; fewer in a small budget, so that several passages fit. */
const lengths = { least: 130, most: 300, beside: 100, ofRoom: 0.06 } as const
/** A procedure has many steps, each of which `printRecord` keeps short. */
const recordLength = 5_000
/** Maximum characters of a message of the recap that is not included as a whole. */
const recapLength = 300

/** The line of an activated record, or of one that was left out. */
export function recordLine({ record, layer, reason }: ActivatedRecord, isNewer = false): ContextLine {
  return lineOfRecord(record, isNewer, record.score, `layer ${layer}: ${reason}`)
}

/** The line of a record that supersedes or contradicts a fact of the block. */
export function opposingLine({ record, isNewer }: OpposingRecord): ContextLine {
  return lineOfRecord(record, isNewer, 1, isNewer ? newerReason : 'contradicts what the facts say')
}

function lineOfRecord(record: MemoryRecord, isNewer: boolean, score: number, reason: string): ContextLine {
  const { id, text } = record
  return {
    line: printedRecord(record, isNewer),
    key: statementKey(recordText(record)),
    item: { layer: 'records', id, text, score, reason },
    form: { kind: 'record', isNewer },
  }
}

const newerReason = 'newer than what the facts say'

/** Prints a record as a line of a context block; with `isNewer`, it says that it supersedes a fact of the block. */
export function printedRecord(record: MemoryRecord, isNewer = false): string {
  return quoteLine(printRecord(record, isNewer ? [newerReason] : []), recordLength)
}

/** Maximum characters quoted of one passage within a budget of `room` tokens. */
export function quotedLength(room: number): number {
  return Math.round(Math.min(lengths.most, Math.max(lengths.least, lengths.beside + lengths.ofRoom * room)))
}

/** The stems of the question, and the maximum characters of a quote. */
export interface Quoting {
  words: readonly string[]
  length: number
}

/** Whether a passage was found by the words of the messages near it alone. */
export function isBeside({ explain }: Pick<RecalledItem, 'explain'>): boolean {
  return ['words', 'meaning', 'successor'].every((part) => explain?.[part] === undefined)
}

/** A line of a history entry; the group has no bullet and category. */
const historyLine = /^(?:- (?:\[[^\]\n]*\] )?)?(\S.*)/gm

/**
 * The quoted lines of a history entry, if one ends with its own day: that of the entry is when it was archived. Returns
 * another item as it is.
 */
export function quotedLines(item: RecalledItem, { words, length }: Quoting): RecalledItem[] {
  const { layer, text, passage } = item
  const lines = layer === 'history' ? [...text.matchAll(historyLine)] : []
  if (!lines.some(([line]) => readPlaced(line).day)) return [item]
  const range = excerptRange(text, words, length)
  return lines.flatMap(({ 0: whole, 1: line = '', index }) => {
    const end = index + whole.length
    if (end <= range.start || index >= range.end) return []
    const from = passage?.start ?? 0
    return [{ ...item, text: line, passage: { start: from + end - line.length, end: from + end } }]
  })
}

/** What an item says and when; the day at the end of a line of the history is its own. */
function placedOf({ layer, text, createdAt }: Pick<RecalledItem, 'layer' | 'text' | 'createdAt'>) {
  const { day, speaker } = layer === 'history' && !text.includes('\n') ? readPlaced(text) : {}
  if (day !== undefined) return { said: text.slice(0, text.lastIndexOf('(')).trimEnd(), day, speaker }
  return { said: text, day: layer === 'facts' ? undefined : createdAt?.slice(0, 10) }
}

/**
 * The line of a recalled passage. A passage longer than `length` characters is cut to the part with most of the
 * question's words; half of that where it was found beside an answer.
 */
export function recalledLine(item: RecalledItem, { words, length }: Quoting): ContextLine {
  const { source, explain } = item
  const { said: text, day } = placedOf(item)
  const isAside = isBeside(item) && !explain?.['time']
  const enough = isAside ? Math.min(length, Math.max(lengths.least, Math.round(length / 2))) : length
  // A fact is a statement of its own: cut, it can lose its correction, its condition or what it is about.
  const most = item.layer === 'facts' ? Math.max(enough, lengths.most) : enough
  const optional = withoutUndefined({ standing: standingOf(item), passage: item.passage })
  const form: PassageForm = { kind: 'passage', range: excerptRange(text, words, most), ...optional }
  return {
    ...passageLine(item, form),
    form,
    key: keyOf(item),
    item: recalledItem(item),
    ...('session' in source && day !== undefined ? { bare: statementKey(withoutOpening(text)) } : {}),
    ...(text.length > most && {
      part: statementKey(withoutOpening(text.slice(form.range.start, form.range.end))),
      whole: () => recalledLine(item, { words, length: text.length * 2 }),
    }),
  }
}

type PassageForm = Extract<LineForm, { kind: 'passage' }>

/** Prints a passage in a given form; lines of messages and of the history stand under the heading of their day. */
export function passageLine(
  item: Pick<RecalledItem, 'layer' | 'text' | 'source' | 'createdAt'>,
  { range, standing }: PassageForm,
): Pick<ContextLine, 'line' | 'heading' | 'alone'> {
  const { said, day, speaker } = placedOf(item)
  const isOfDay = day !== undefined && ('session' in item.source || item.layer === 'history')
  const about = [isOfDay ? undefined : day, origin(item), speaker && quoteLine(speaker, 60), standing]
  const quoted = excerptAt(said, range)
  const printed = (parts: readonly (string | undefined)[]): string =>
    `- (${parts.filter((word) => word !== undefined && word !== '').join(', ')}) ${quoted}`
  return { line: printed(about), ...(isOfDay && { heading: day, alone: printed([day, ...about]) }) }
}

export function recalledItem({ layer, id, text, score }: RecalledItem): ContextItem {
  return { layer, id, text, score, reason: `recalled from ${layer}, score ${score.toFixed(2)}` }
}

/** Whether everything a recalled passage says was superseded, or removed by a person. */
export function isOutdated({ layer, text, supersededBy, removed }: RecalledItem): boolean {
  return (supersededBy !== undefined || removed === true) && (layer !== 'sessions' || !saysMore(text))
}

function standingOf({ supersededBy, removed, conflictsWith }: RecalledItem): LineStanding | undefined {
  if (supersededBy !== undefined || removed) return 'in part no longer true'
  return conflictsWith === undefined ? undefined : 'contradicted by another statement'
}

/** The end of the id of a passage from a note's body; the passage of its description has none. */
const pieceOfNote = /:[0-9a-f]{16}$/
const noteName = /^.{1,200}?: (?=\S)/

/** The statement that a passage makes; for the description of a note, without the note's name. */
function keyOf({ layer, id, text }: RecalledItem): string {
  const said = layer === 'notes' && !pieceOfNote.test(id) ? text.replace(noteName, '') : text
  return statementKey(said)
}

function origin({ layer, source }: Pick<RecalledItem, 'layer' | 'source'>): string {
  if (!('session' in source)) return layer
  return quoteLine(source.name ?? source.role, 60).replaceAll(/[()]/g, ' ')
}

/** The line of a message of the window; only the beginning of a long one, unless `isWhole`. */
export function recapLine(message: StoredMessage, isWhole = false): ContextLine {
  const text = textOf(message)
  const length = isWhole ? text.length : recapLength
  const speaker = quoteLine(message.name ?? message.role, 60)
  const item: ContextItem = {
    layer: 'sessions',
    id: message.id,
    text,
    score: 1,
    reason: 'recent message that the host does not send',
  }
  return {
    line: `- ${speaker}: ${quoteLine(text, length)}`,
    key: statementKey(text),
    ...(text.length > length ? { part: statementKey(text.slice(0, length)) } : {}),
    item,
    form: { kind: 'message', isWhole },
  }
}

/** Matches texts with nothing to remove and nothing to escape, which most are. */
const plain = /^[\t\n -;=-~]*$/
/** Characters that are invisible and can hide or reorder others, except joiners that real scripts and emoji need. */
const invisible = /(?![\t\n\u200C\u200D])[\p{Cc}\p{Cf}\u2028\u2029]/gu
/** The beginning of a tag, as a model could read it even with hardly visible characters in between. */
const tagStart = /<(?=[\s\p{Cf}\p{M}]*[/!?|｜]|[\p{Cf}\p{M}]*\p{L})/gu

/** Turn markers in the templates of chat models that are not tags; quoted text must not begin a turn. */
const turnMarks = /\[(?=\/?INST\])|(?<=\n[ \t]{0,8}\n[ \t]{0,8}(?:Human|Assistant|System)):/g

/** Quotes stored text: it can neither open nor close a tag, begin a turn, or hide characters. Keeps line breaks. */
export function quote(text: string): string {
  const own = text.replaceAll(turnMarks, (mark) => (mark === ':' ? '&#58;' : '&#91;'))
  if (plain.test(own)) return own
  return own
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(invisible, '')
    .replaceAll(tagStart, '&lt;')
}

/** Quotes at most `length` characters of a text as one line; an escaped character counts as one. */
export function quoteLine(text: string, length: number): string {
  const line = text
    .slice(0, length * 4)
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (line.length <= length) return quote(line)
  const characters = Array.from(line)
  return characters.length > length ? `${quote(characters.slice(0, length).join(''))}…` : quote(line)
}

/** Joins the host's instructions and the remembered lines, each in a tag. */
export function framed(protocol: readonly string[], tag: string, lines: readonly string[]): string {
  return [fence('memory-protocol', protocol), fence(tag, lines)].filter((text) => text !== '').join('\n')
}

/** Wraps lines in a tag of the context block; "" if there are none. */
export function fence(tag: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `<${tag}>\n${lines.join('\n')}\n</${tag}>`
}

/**
 * Where a text is cut, the best first: after a sentence or line, after a clause, after some words, after a word,
 * anywhere. Chinese and Japanese marks need no blank after them.
 */
const sentenceEnd = /[.!?…]["'”’»)\]]*\s+|[。！？]+["'”’»)\]」』）】]*\s*|\n+/g
const cuts = [
  sentenceEnd,
  /[,;:]\s+(?!\d{4}\b)|[，、；：]|\s(?=(?:and|but|so|because)\s)/g,
  /(?:(?<!\S)\S+\s+){4}/g,
  /\s+/g,
  /[\s\S]{1,40}/gu,
]

const longestSecret = 160
/** Maximum characters of a long sentence that are searched for its excerpt. */
const mostSearched = 2_000

/** Quotes a part of a text, with ellipses where it was cut, and the sentence behind it that makes it a secret. */
export function excerptAt(text: string, { start, end }: TextRange): string {
  const part = text.slice(start, end)
  const isWhole = /[.!?…。！？\n]["'”’»)\]」』）】]*\s*$/.test(part)
  const after = text.slice(end, end + mostSearched).replaceAll('’', "'")
  const next = piecesOf(after, sentenceEnd)[isWhole ? 0 : 1]
  const secret = next && isSecret().test(after.slice(next.start)) ? next : undefined
  const cutAt = [start > 0, secret !== undefined && !isWhole, end + (secret?.end ?? 0) < text.length]
  const [before, between, behind] = cutAt.map((isCut) => (isCut ? '…' : ''))
  const told = secret && quoteLine(text.slice(end + secret.start, end + secret.end), longestSecret)
  return [before, quoteLine(part, end - start), between, told, behind].filter(Boolean).join(' ')
}

/**
 * The range of the excerpt: at most `length` characters of consecutive whole sentences, or within a longer one of
 * clauses or words, with most of the words, which are stems in lower case; a short text as a whole. Linear in the text
 * for each word.
 */
export function excerptRange(text: string, words: readonly string[], length: number, level = 0): TextRange {
  const cut = cuts[level]
  if (text.length <= length || !cut) return { start: 0, end: text.length }
  const pieces = piecesOf(text, cut)
  const lower = text.toLowerCase()
  const found = pieces.map(({ start, end }) => {
    const piece = lower.slice(start, end)
    return words.filter((word) => piece.includes(openStem(word)))
  })
  let best = { from: 0, to: 0, worth: -1 }
  for (let from = 0; from < pieces.length; from++) {
    const start = pieces[from]?.start ?? 0
    const within = new Set<string>()
    let to = from
    while (to < pieces.length && ((pieces[to]?.end ?? 0) - start <= length || to === from))
      for (const word of found[to++] ?? []) within.add(word)
    if (within.size > best.worth) best = { from, to, worth: within.size }
  }
  const [start, end] = [pieces[best.from]?.start ?? 0, pieces[best.to - 1]?.end ?? text.length]
  const within = excerptRange(text.slice(start, Math.min(end, start + mostSearched)), words, length, level + 1)
  return { start: start + within.start, end: start + within.end }
}

/** The part of a stem that its words share: "famili" is the stem of "family". */
function openStem(stem: string): string {
  return stem.length > 4 && stem.endsWith('i') ? stem.slice(0, -1) : stem
}

function piecesOf(text: string, cut: RegExp): TextRange[] {
  const ends = [...text.matchAll(cut)].flatMap(({ 0: said, index }) =>
    cut === sentenceEnd && endsNoSentence(text, index, said.trimEnd()) ? [] : [index + said.length],
  )
  const bounds = [0, ...ends.filter((end) => end < text.length), text.length]
  return bounds.slice(1).map((end, i) => ({ start: bounds[i] ?? 0, end }))
}
