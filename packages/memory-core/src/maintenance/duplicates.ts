import { recordIdentity } from '../records/drafts.ts'
import { type PreparedStatement, prepareStatement, saysOtherwise } from '../statements/claims/contradiction.ts'
import type { MemoryRecord } from '../storage/records.ts'
import { contentHash } from '../text/content-hash.ts'
import { isSimilar } from '../text/jaccard.ts'
import { tokenize } from '../text/tokenize.ts'

/** Records with the same meaning: the oldest, and the others. */
export interface Duplicates {
  survivor: MemoryRecord
  others: MemoryRecord[]
}

/**
 * Only records with equal keys are compared: statements of one type, scope and end, with the same names, numbers and
 * negations; events of one outcome in the same words. Undefined for records that are never merged: procedures, archived
 * and ended ones.
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
 * Finds duplicates among records of one key: equal statements, or statements with a share of common words (Jaccard on
 * `tokenize`) of `similarity` or more, if one has all words of the other and they do not differ in meaning. The older
 * one survives.
 */
export function findDuplicates(records: readonly MemoryRecord[], similarity: number): Duplicates[] {
  const inOrder = [...records].sort(byAge)
  const words = inOrder.map(({ text }) => new Set(tokenize(text)))
  const index = createSimilarIndex(frequencyOf(words), similarity)
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

/** Finds events that happened more than once: the same words and outcome at any time. */
function sameEvent(record: MemoryRecord): string {
  return JSON.stringify([recordIdentity({ ...record, kind: 'semantic' }), record.outcome?.toLowerCase() ?? ''])
}

function saysTheSame(a: Kept, b: Kept, similarity: number): boolean {
  if (!isSimilar(a.words, b.words, similarity) || saysOtherwise(a.statement, b.statement)) return false
  // If a word is replaced by another ("the linter", "the compiler"), the statement is another one, however long the
  // rest is.
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

/** Finds added texts that may be similar to another one, at a bounded cost for any input. */
interface SimilarIndex {
  /** Numbers of added sets, ascending: those whose similarity may reach the threshold. */
  candidates(words: ReadonlySet<string>): number[]
  add(number: number, words: ReadonlySet<string>): void
}

/** Maximum sets compared for one word: a word that more sets share as one of their rarest says little. */
const mostPerWord = 50
/** 0.85 × 20 may compute to 17.000000000000004: the bound must not exclude a set for that. */
const rounding = 1e-9

/**
 * An index over the rarest words of each set (prefix filter): two sets with Jaccard similarity t or more share one of
 * their |A| − ⌈t·|A|⌉ + 1 rarest words. `frequency` is the number of sets with a word.
 */
export function createSimilarIndex(frequency: ReadonlyMap<string, number>, threshold: number): SimilarIndex {
  const byWord = new Map<string, number[]>()

  function rarest(words: ReadonlySet<string>): string[] {
    const byRarity = [...words].sort(
      (a, b) => (frequency.get(a) ?? 0) - (frequency.get(b) ?? 0) || (a < b ? -1 : Number(a > b)),
    )
    return byRarity.slice(0, words.size - Math.ceil(threshold * words.size - rounding) + 1)
  }

  return {
    candidates(words) {
      const found = new Set(rarest(words).flatMap((word) => byWord.get(word) ?? []))
      return [...found].sort((a, b) => a - b)
    },
    add(number, words) {
      for (const word of rarest(words)) {
        const numbers = byWord.get(word)
        if (!numbers) byWord.set(word, [number])
        else if (numbers.length < mostPerWord) numbers.push(number)
      }
    },
  }
}
