import { identityOf } from '../records/record-id.ts'
import { type PreparedStatement, prepareStatement, saysOtherwise } from '../statements/claims/contradiction.ts'
import type { MemoryRecord } from '../storage/records.ts'
import { contentHash } from '../text/content-hash.ts'
import { isSimilar } from '../text/jaccard.ts'
import { tokenize } from '../text/tokenize.ts'
import { createSimilarIndex } from './similar-index.ts'

/** Records that say the same: the oldest, and the others. */
export interface Duplicates {
  survivor: MemoryRecord
  others: MemoryRecord[]
}

/**
 * Only records with the same key are compared: statements of one type, scope and end, with the same names, numbers and
 * negations, and events of one outcome in the same words. Undefined for what is never merged: procedures, what is
 * archived or has ended.
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

/**
 * Finds the duplicates among records of one key: the same statement, or a share of common words (Jaccard on `tokenize`)
 * of `similarity` or more, where one has all words of the other and nothing says otherwise. The older one survives.
 */
export function findDuplicates(records: readonly MemoryRecord[], similarity: number): Duplicates[] {
  const inOrder = [...records].sort(byAge)
  const words = inOrder.map(({ text }) => new Set(tokenize(text)))
  const index = createSimilarIndex(frequencyOf(words), similarity)
  const byIdentity = new Map<string, Kept>()
  const kept: Kept[] = []
  for (const [place, record] of inOrder.entries()) {
    const own: Kept = { record, words: words[place] ?? new Set(), statement: prepareStatement(record.text), others: [] }
    const identity = record.kind === 'episodic' ? sameEvent(record) : identityOf(record)
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

/** The same for what happened more than once, in the same words and with the same outcome, whenever it did. */
function sameEvent(record: MemoryRecord): string {
  return JSON.stringify([identityOf({ ...record, kind: 'semantic' }), record.outcome?.toLowerCase() ?? ''])
}

function saysTheSame(a: Kept, b: Kept, similarity: number): boolean {
  if (!isSimilar(a.words, b.words, similarity) || saysOtherwise(a.statement, b.statement)) return false
  // A word in the place of another ("the linter", "the compiler") is another statement, however long the rest is.
  return isPartOf(a.statement.order, b.statement.order) || isPartOf(b.statement.order, a.statement.order)
}

function isPartOf(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size <= b.size && [...a].every((word) => b.has(word))
}

function frequencyOf(sets: readonly ReadonlySet<string>[]): Map<string, number> {
  const frequency = new Map<string, number>()
  for (const set of sets) for (const word of set) frequency.set(word, (frequency.get(word) ?? 0) + 1)
  return frequency
}

function byAge(a: MemoryRecord, b: MemoryRecord): number {
  return Date.parse(a.createdAt) - Date.parse(b.createdAt) || (a.id < b.id ? -1 : Number(a.id > b.id))
}
