import { type ActivatedRecord, printRecord } from '../activation/page.ts'
import { type StoredMessage, textOf } from '../message.ts'
import type { RecalledItem } from '../recall/recall.ts'
import type { OtherThanFact } from '../recall/successors.ts'
import { recordText } from '../records/record-types.ts'
import { saysMore, withoutOpening } from '../statements/stated-sentences.ts'
import type { MemoryRecord } from '../storage/records.ts'
import { statementKey } from '../text/statement-key.ts'
import type { ContextItem } from './context-block.ts'
import { type ListedTopic, listingOf } from './history-listing.ts'
import type { ContextLine, LineForm, LineStanding } from './page.ts'
import { excerptAt, excerptRange, quoteLine } from './quote.ts'

/** Maximum characters of one passage; fewer in a small budget, so that several passages fit. */
const lengths = { least: 130, most: 300, beside: 100, ofRoom: 0.06 } as const
/** A procedure has many steps, each of which `printRecord` keeps short. */
const recordLength = 5_000
const recapLength = 300

/** A record that activation chose, or would have. */
export function recordLine({ record, layer, reason }: ActivatedRecord, isNewer = false): ContextLine {
  const { id, text, score } = record
  const item: ContextItem = { layer: 'records', id, text, score, reason: `layer ${layer}: ${reason}` }
  return {
    line: printedRecord(record, isNewer),
    key: statementKey(recordText(record)),
    item,
    form: { kind: 'record', isNewer },
  }
}

/** A record that says something else than a fact of the block. */
export function otherLine({ record, isNewer }: OtherThanFact): ContextLine {
  const { id, text } = record
  const reason = isNewer ? newerReason : 'contradicts what the facts say'
  const item: ContextItem = { layer: 'records', id, text, score: 1, reason }
  return {
    line: printedRecord(record, isNewer),
    key: statementKey(recordText(record)),
    item,
    form: { kind: 'record', isNewer },
  }
}

const newerReason = 'newer than what the facts say'

/** A record as its line in a context block; `isNewer` says that a fact of the block does not hold any more because of it. */
export function printedRecord(record: MemoryRecord, isNewer = false): string {
  return quoteLine(printRecord(record, isNewer ? [newerReason] : []), recordLength)
}

/** Maximum characters quoted of one passage within a budget of this many tokens. */
export function quotedLength(room: number): number {
  return Math.round(Math.min(lengths.most, Math.max(lengths.least, lengths.beside + lengths.ofRoom * room)))
}

/** Whether a passage was found by the words of the messages near it alone. */
export function isBeside({ explain }: Pick<RecalledItem, 'explain'>): boolean {
  return ['words', 'meaning', 'successor'].every((part) => explain?.[part] === undefined)
}

/**
 * A passage that was recalled; a message stands under the day on which it was said. Of a passage that is longer than `length`
 * characters, what stands where the words of the question do; half as much of what only stands beside an answer.
 */
export function recalledLine(
  item: RecalledItem,
  { words, length: most }: { words: readonly string[]; length: number },
): ContextLine {
  const { layer, text, source, explain } = item
  const isAside = isBeside(item) && !explain?.['time']
  const length = isAside ? Math.min(most, Math.max(lengths.least, Math.round(most / 2))) : most
  const day = dayOf(item)
  const standing = standingOf(item)
  const formOf = (said: string, topics?: readonly number[]): PassageForm => ({
    kind: 'passage',
    range: excerptRange(said, words, length),
    length,
    ...(standing && { standing }),
    ...(topics && { topics }),
    ...(item.passage && { passage: item.passage }),
  })
  const listing = layer === 'history' ? listingOf(text) : undefined
  const listed = listing && {
    ...listing,
    withOnly(topics: readonly ListedTopic[]) {
      const left = topics.map((topic) => listing.topics.indexOf(topic))
      const form = formOf(listing.withOnly(topics), left)
      return { line: passageLine(item, form).line, form }
    },
  }
  const form = formOf(text)
  return {
    ...passageLine(item, form),
    form,
    key: keyOf(item),
    item: recalledItem(item),
    ...('session' in source && day !== undefined ? { bare: statementKey(withoutOpening(text)) } : {}),
    ...(text.length > length
      ? { part: statementKey(withoutOpening(text.slice(form.range.start, form.range.end))) }
      : {}),
    ...(listed ? { listed } : {}),
  }
}

type PassageForm = Extract<LineForm, { kind: 'passage' }>

/** The line of a passage in this form; that of a message stands under its day. */
export function passageLine(
  item: Pick<RecalledItem, 'layer' | 'text' | 'source' | 'createdAt'>,
  { range, length, standing, topics }: PassageForm,
): Pick<ContextLine, 'line' | 'heading' | 'alone'> {
  const day = dayOf(item)
  const isMessage = 'session' in item.source && day !== undefined
  const about = [isMessage ? undefined : day, origin(item), standing]
  const listing = topics && listingOf(item.text)
  const said = listing ? listing.withOnly(listing.topics.filter((_, at) => topics.includes(at))) : item.text
  const quoted = quoteLine(excerptAt(said, range, length), length)
  const printed = (parts: readonly (string | undefined)[]): string =>
    `- (${parts.filter((word) => word !== undefined && word !== '').join(', ')}) ${quoted}`
  return { line: printed(about), ...(isMessage && { heading: day, alone: printed([day, ...about]) }) }
}

function dayOf({ createdAt }: Pick<RecalledItem, 'createdAt'>): string | undefined {
  return createdAt?.slice(0, 10)
}

/** The line of the context for a recalled passage. */
export function recalledItem({ layer, id, text, score }: RecalledItem): ContextItem {
  return { layer, id, text, score, reason: `recalled from ${layer}, score ${score.toFixed(2)}` }
}

/** Whether all that a recalled passage says was superseded, or removed by a person. */
export function isOutdated({ layer, text, supersededBy, removed }: RecalledItem): boolean {
  return (supersededBy !== undefined || removed === true) && (layer !== 'sessions' || !saysMore(text))
}

function standingOf({ supersededBy, removed, conflictsWith }: RecalledItem): LineStanding | undefined {
  if (supersededBy !== undefined || removed) return 'in part no longer true'
  return conflictsWith === undefined ? undefined : 'contradicted by another statement'
}

/** A piece of a note's text; what the note is about has no such ending. */
const pieceOfNote = /:[0-9a-f]{16}$/
const noteName = /^.{1,200}?: (?=\S)/

/** What a passage states: of what a note is about, without its name. */
function keyOf({ layer, id, text }: RecalledItem): string {
  const said = layer === 'notes' && !pieceOfNote.test(id) ? text.replace(noteName, '') : text
  return statementKey(said)
}

function origin({ layer, source }: Pick<RecalledItem, 'layer' | 'source'>): string {
  if (!('session' in source)) return layer
  return quoteLine(source.name ?? source.role, 60).replaceAll(/[()]/g, ' ')
}

/** A message of the window. */
export function recapLine(message: StoredMessage): ContextLine {
  const text = textOf(message)
  const speaker = quoteLine(message.name ?? message.role, 60)
  const item: ContextItem = {
    layer: 'sessions',
    id: message.id,
    text,
    score: 1,
    reason: 'recent message that the host does not send',
  }
  return {
    line: `- ${speaker}: ${quoteLine(text, recapLength)}`,
    key: statementKey(text),
    item,
    form: { kind: 'message' },
  }
}
