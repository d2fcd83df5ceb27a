import { recordIdentity } from '../records/drafts.ts'
import { type PreparedStatement, prepareStatement, saysOtherwise } from '../statements/claims/contradiction.ts'
import type { MemoryRecord } from '../storage/records.ts'
import { contentHash } from '../text/content-hash.ts'
import { createJaccardIndex, isSimilar } from '../text/jaccard.ts'
import { tokenize } from '../text/tokenize.ts'

export interface Duplicates {
  survivor: MemoryRecord
  others: MemoryRecord[]
}

/**
 * A key that records must share to be compared. Equal for statements of one type, scope and end with the same names,
 * numbers and negations, and for events with the same words and outcome. Undefined for records that are never merged:
 * procedures, archived and ended ones.
 */
export function comparableKey(record: MemoryRecord, nowMs: number): string | undefined {
  const { kind, type, scope = '', validTo, archivedAt } = record
  if (kind === 'procedural' || archivedAt !== undefined) return undefined
  if (validTo !== undefined && Date.parse(validTo) <= nowMs) return undefined
  if (kind === 'episodic') return contentHash(`${kind} ${validTo ?? ''} ${sameEvent(record)}`).slice(0, 24)
  return contentHash(JSON.stringify([type, scope, validTo ?? '', prepareStatement(record.text).decisive])).slice(0, 24)
}

interface Kept {
  record: MemoryRecord
  words: ReadonlySet<string>
  statement: PreparedStatement
  others: MemoryRecord[]
}

/** Maximum records compared for one word. A word that more records share as one of their rarest says little. */
const mostPerWord = 50

/**
 * Finds duplicates among records of one key: equal statements, or statements with a share of common words (Jaccard on
 * `tokenize`) of `similarity` or more, if one has all words of the other and they do not differ in meaning. The older
 * one survives.
 */
export function findDuplicates(records: readonly MemoryRecord[], similarity: number): Duplicates[] {
  const inOrder = [...records].sort(byAge)
  const words = inOrder.map(({ text }) => new Set(tokenize(text)))
  const index = createJaccardIndex(words, similarity, mostPerWord)
  const byIdentity = new Map<string, Kept>()
  const kept: Kept[] = []
  for (const [place, record] of inOrder.entries()) {
    const own: Kept = { record, words: words[place] ?? new Set(), statement: prepareStatement(record.text), others: [] }
    const identity = record.kind === 'episodic' ? sameEvent(record) : recordIdentity(record)
    const similar = record.kind === 'episodic' ? [] : index.candidates(own.words).map((number) => kept[number])
    const older = byIdentity.get(identity) ?? similar.find((other) => other && saysTheSame(other, own, similarity))
    if (older) older.others.push(record)
    else {
      byIdentity.set(identity, own)
      index.add(kept.push(own) - 1, own.words)
    }
  }
  return kept.filter(({ others }) => others.length > 0).map(({ record, others }) => ({ survivor: record, others }))
}

/** The identity of an event regardless of its time: equal if words and outcome are the same. */
function sameEvent(record: MemoryRecord): string {
  return JSON.stringify([recordIdentity({ ...record, kind: 'semantic' }), record.outcome?.toLowerCase() ?? ''])
}

function saysTheSame(a: Kept, b: Kept, similarity: number): boolean {
  if (!isSimilar(a.words, b.words, similarity) || saysOtherwise(a.statement, b.statement)) return false
  // A statement with one word replaced ("the linter", "the compiler") is a different one, however long the rest is.
  return isPartOf(a.statement.order, b.statement.order) || isPartOf(b.statement.order, a.statement.order)
}

function isPartOf(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size <= b.size && [...a].every((word) => b.has(word))
}

function byAge(a: MemoryRecord, b: MemoryRecord): number {
  return Date.parse(a.createdAt) - Date.parse(b.createdAt) || (a.id < b.id ? -1 : Number(a.id > b.id))
}
