import type { ActivatedRecord } from '../activation/page.ts'
import { printRecord } from '../activation/print-record.ts'
import { saysMore } from '../claims/statement.ts'
import { type StoredMessage, textOf } from '../message.ts'
import type { RecalledItem } from '../recall/recall.ts'
import type { OtherThanFact } from '../recall/successors.ts'
import { recordText } from '../records/record-text.ts'
import type { MemoryRecord } from '../storage/records.ts'
import { statementKey } from '../text/statement-key.ts'
import type { ContextItem } from './context-block.ts'
import { type ListedTopic, listingOf } from './history-listing.ts'
import type { ContextLine } from './page.ts'
import { quoteLine } from './quote.ts'

/** The most characters of one passage. */
const passageLength = 600
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

/** A passage that was recalled. */
export function recalledLine(item: RecalledItem): ContextLine {
  const { id, layer, text, score } = item
  const about = [item.createdAt?.slice(0, 10), origin(item), standingOf(item)].filter(
    (word) => word !== undefined && word !== '',
  )
  const lineOf = (said: string): string => `- (${about.join(', ')}) ${quoteLine(said, passageLength)}`
  const reason = `recalled from ${layer}, score ${score.toFixed(2)}`
  const listing = layer === 'history' ? listingOf(text) : undefined
  const listed = listing && {
    ...listing,
    withOnly: (topics: readonly ListedTopic[]) => lineOf(listing.withOnly(topics)),
  }
  const said = { layer, id, text, score, reason }
  return { line: lineOf(text), key: keyOf(item), item: said, ...(listed ? { listed } : {}) }
}

/** Whether all that a recalled passage says was superseded. */
export function isOutdated({ layer, text, supersededBy }: RecalledItem): boolean {
  return supersededBy !== undefined && (layer !== 'sessions' || !saysMore(text))
}

function standingOf({ supersededBy, conflictsWith }: RecalledItem): string | undefined {
  if (supersededBy !== undefined) return 'in part no longer true'
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
