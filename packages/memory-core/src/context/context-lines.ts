import type { ActivatedRecord } from '../activation/activate.ts'
import { readPlaced } from '../documents/placed-lines.ts'
import { type StoredMessage, textOf } from '../message.ts'
import { withoutUndefined } from '../option-checks.ts'
import type { RecalledItem } from '../recall/recall.ts'
import type { OpposingRecord } from '../recall/validity.ts'
import { printRecord } from '../records/print-records.ts'
import { recordText } from '../records/record-types.ts'
import { saysMore, withoutOpening } from '../statements/stated-sentences.ts'
import type { MemoryRecord } from '../storage/records.ts'
import { statementKey } from '../text/comparison.ts'
import type { ContextItem } from './context-block.ts'
import type { ContextLine, LineForm, LineStanding } from './page.ts'
import { excerptAt, excerptRange, quoteLine } from './quote.ts'

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
