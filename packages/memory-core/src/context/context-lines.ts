import type { ActivatedRecord } from '../activation/page.ts'
import { printRecord } from '../activation/print-record.ts'
import { type StoredMessage, textOf } from '../message.ts'
import type { RecalledItem } from '../recall/recall.ts'
import type { OtherThanFact } from '../recall/successors.ts'
import { recordText } from '../records/record-text.ts'
import { saysMore, withoutOpening } from '../statements/stated-sentences.ts'
import type { MemoryRecord } from '../storage/records.ts'
import { statementKey } from '../text/statement-key.ts'
import type { ContextItem } from './context-block.ts'
import { type ListedTopic, listingOf } from './history-listing.ts'
import type { ContextLine } from './page.ts'
import { quoteLine } from './quote.ts'

/** Maximum characters of one passage; fewer in a small budget, so that several passages fit. */
const lengths = { least: 130, most: 300, beside: 100, ofRoom: 0.06 } as const
/** A procedure has many steps, each of which `printRecord` keeps short. */
const recordLength = 5_000
const recapLength = 300

/** A record that activation chose, or would have. */
export function recordLine({ record, layer, reason }: ActivatedRecord, isNewer = false): ContextLine {
  const { id, text, score } = record
  const item: ContextItem = { layer: 'records', id, text, score, reason: `layer ${layer}: ${reason}` }
  return { line: printedRecord(record, isNewer), key: statementKey(recordText(record)), item }
}

/** A record that says something else than a fact of the block. */
export function otherLine({ record, isNewer }: OtherThanFact): ContextLine {
  const { id, text } = record
  const reason = isNewer ? newerReason : 'contradicts what the facts say'
  const item: ContextItem = { layer: 'records', id, text, score: 1, reason }
  return { line: printedRecord(record, isNewer), key: statementKey(recordText(record)), item }
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

/**
 * A passage that was recalled; a message stands under the day on which it was said. Of a passage that is longer than `length`
 * characters, what stands where the words of the question do.
 */
export function recalledLine(
  item: RecalledItem,
  { words, length }: { words: readonly string[]; length: number },
): ContextLine {
  const { layer, text, source } = item
  const day = item.createdAt?.slice(0, 10)
  const isMessage = 'session' in source && day !== undefined
  const about = [isMessage ? undefined : day, origin(item), standingOf(item)]
  const printed = (said: string, parts: readonly (string | undefined)[]): string =>
    `- (${parts.filter((word) => word !== undefined && word !== '').join(', ')}) ${said}`
  const quoted = (said: string): string => quoteLine(excerptOf(said, words, length), length)
  const lineOf = (said: string): string => printed(quoted(said), about)
  const listing = layer === 'history' ? listingOf(text) : undefined
  const listed = listing && {
    ...listing,
    withOnly: (topics: readonly ListedTopic[]) => lineOf(listing.withOnly(topics)),
  }
  return {
    line: lineOf(text),
    key: keyOf(item),
    item: recalledItem(item),
    ...(isMessage
      ? { bare: statementKey(withoutOpening(text)), heading: day, alone: printed(quoted(text), [day, ...about]) }
      : {}),
    ...(listed ? { listed } : {}),
  }
}

/** The line of the context for a recalled passage. */
export function recalledItem({ layer, id, text, score }: RecalledItem): ContextItem {
  return { layer, id, text, score, reason: `recalled from ${layer}, score ${score.toFixed(2)}` }
}

/** Whether all that a recalled passage says was superseded, or removed by a person. */
export function isOutdated({ layer, text, supersededBy, removed }: RecalledItem): boolean {
  return (supersededBy !== undefined || removed === true) && (layer !== 'sessions' || !saysMore(text))
}

function standingOf({ supersededBy, removed, conflictsWith }: RecalledItem): string | undefined {
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

function origin({ layer, source }: RecalledItem): string {
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
  return { line: `- ${speaker}: ${quoteLine(text, recapLength)}`, key: statementKey(text), item }
}

/** A sentence or a line ends here. */
const sentenceEnd = /[.!?…。！？]["'”’»)\]]*\s+|\n+/g

/**
 * At most `length` characters of a text: whole sentences, those around which most of the words stand. The words are stems in
 * lower case. A text that is short enough is answered as it is. Linear in the text for each word.
 */
export function excerptOf(text: string, words: readonly string[], length: number): string {
  if (text.length <= length) return text
  const sentences = sentencesOf(text)
  const lower = text.toLowerCase()
  const worths = sentences.map(({ start, end }) => {
    const sentence = lower.slice(start, end)
    return words.filter((word) => sentence.includes(word)).length
  })
  let best = { from: 0, to: 0, worth: -1 }
  for (let from = 0; from < sentences.length; from++) {
    const start = sentences[from]?.start ?? 0
    let worth = 0
    let to = from
    while (to < sentences.length && ((sentences[to]?.end ?? 0) - start <= length || to === from))
      worth += worths[to++] ?? 0
    if (worth > best.worth) best = { from, to, worth }
  }
  const start = sentences[best.from]?.start ?? 0
  const end = sentences[best.to - 1]?.end ?? text.length
  return `${start > 0 ? '… ' : ''}${text.slice(start, end).trim()}${end < text.length && end - start <= length ? ' …' : ''}`
}

function sentencesOf(text: string): { start: number; end: number }[] {
  const ends = [...text.matchAll(sentenceEnd)].map(({ 0: said, index }) => index + said.length)
  const cuts = [0, ...ends.filter((end) => end < text.length), text.length]
  return cuts.slice(1).map((end, i) => ({ start: cuts[i] ?? 0, end }))
}
