import { isoTime } from '../clock.ts'
import { withoutUndefined } from '../option-checks.ts'
import { recordIdentity, speakerOf } from '../records/drafts.ts'
import { later, moreUrgent, unitedTags } from '../records/record-changes.ts'
import { isAlwaysTold, recordTypeRows } from '../records/record-types.ts'
import { type PreparedStatement, prepareStatement, saysOtherwise } from '../statements/claims/contradiction.ts'
import { compareTexts } from '../storage/compare-texts.ts'
import { recordPages } from '../storage/every-row.ts'
import type { MemoryRecord, RecordPriority, RecordStore } from '../storage/records.ts'
import { tokenize } from '../text/analyse.ts'
import { contentHash, createJaccardIndex, isSimilar } from '../text/comparison.ts'
import type { MaintenanceOptions, MaintenanceReport } from './maintenance.ts'

/** Reads and changes records as a store does: the store itself, or a dry run over it. */
interface Edits {
  get(ids: readonly string[]): Promise<MemoryRecord[]>
  update(ids: readonly string[], edit: (record: MemoryRecord) => MemoryRecord | undefined): Promise<MemoryRecord[]>
}

/** {@link Edits} of a dry run, which keeps its changes in memory. */
export function rehearsed(store: Pick<Edits, 'get'>): Edits {
  const changed = new Map<string, MemoryRecord>()

  async function get(ids: readonly string[]): Promise<MemoryRecord[]> {
    return (await store.get(ids)).map((record) => changed.get(record.id) ?? record)
  }

  return {
    get,
    async update(ids, edit) {
      const next = (await get(ids)).flatMap((record) => edit(record) ?? [])
      for (const record of next) changed.set(record.id, record)
      return next
    },
  }
}

/** One step up; repetition never makes a record critical. */
const nextPriority: Partial<Record<RecordPriority, RecordPriority>> = { normal: 'medium', medium: 'high' }

/**
 * The new priority of a recurring record (a count of `promoteAt` or more): one step above its type's default, if it has
 * that default; undefined otherwise. A record that was promoted or has another priority keeps it, so that none climbs
 * twice.
 */
export function promotion(
  { type, priority, reinforcementCount, archivedAt }: MemoryRecord,
  promoteAt: number,
): RecordPriority | undefined {
  const isPromotable = archivedAt === undefined && priority === recordTypeRows[type].priority
  return isPromotable && reinforcementCount >= promoteAt ? nextPriority[priority] : undefined
}

export interface Work {
  edits: Edits
  nowMs: number
  options: Required<MaintenanceOptions>
  isFaded(record: MemoryRecord): boolean
  /** Whether a record was archived by a run whose clock ran ahead, and has not faded by now. */
  isReturning(record: MemoryRecord): boolean
  pause(): Promise<void>
}

/** Larger groups are compared in parts of this size, because their words are held in memory. */
const largestGroup = 20_000

/**
 * Walks through all records once, page by page. Returns ids, because the texts of all records would be too much memory:
 * groups of possible duplicates, and the records for the other steps. Costs about 200 bytes of memory for each record.
 */
export async function survey(store: RecordStore, work: Work) {
  const groups = new Map<string, string[]>()
  const seen = new Set<string>()
  const [faded, recurring]: [string[], string[]] = [[], []]
  const returning = new Set<string>()

  function look(record: MemoryRecord): void {
    if (work.isReturning(record)) returning.add(record.id)
    // A record that changes during the walk comes twice.
    if (record.archivedAt !== undefined || seen.has(record.id)) return
    seen.add(record.id)
    if (work.isFaded(record)) faded.push(record.id)
    if (promotion(record, work.options.promoteAt) !== undefined) recurring.push(record.id)
    const key = comparableKey(record, work.nowMs)
    if (key === undefined) return
    const group = groups.get(key)
    if (group) group.push(record.id)
    else groups.set(key, [record.id])
  }

  for await (const page of recordPages(store)) {
    page.forEach(look)
    await work.pause()
  }
  const parts = [...groups.values()].flatMap((group) => slices(group, largestGroup))
  const pairs = parts.filter(({ length }) => length > 1)
  return { groups: pairs, faded, recurring, returning: [...returning], examined: seen.size }
}

const pageSize = 500

/** Works on ids page by page, so that the texts of all records are never in memory at once. */
async function inPages<T>(
  { pause }: Work,
  ids: readonly string[],
  each: (page: readonly string[]) => Promise<readonly T[]>,
): Promise<T[]> {
  const all: T[] = []
  for (const page of slices(ids, pageSize)) {
    await pause()
    all.push(...(await each(page)))
  }
  return all
}

/** A list in parts of `size`; the last may be shorter. */
export function slices<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size))
}

export async function mergeDuplicates(
  work: Work,
  groups: readonly (readonly string[])[],
): Promise<MaintenanceReport['merged']> {
  const merges: MaintenanceReport['merged'] = []
  for (const ids of groups) {
    await work.pause()
    const read = await inPages(work, ids, work.edits.get)
    const active = read.filter((record) => comparableKey(record, work.nowMs) !== undefined)
    for (const { record, others } of findDuplicates(active, work.options.similarity)) {
      await work.pause()
      if (await merge(work, record, others)) merges.push({ kept: record.id, archived: others.map(({ id }) => id) })
    }
  }
  return merges
}

export function archiveFaded(work: Work, ids: readonly string[]): Promise<{ id: string; wasAlwaysTold: boolean }[]> {
  const archivedAt = isoTime(work.nowMs)
  return inPages(work, ids, async (page) => {
    const archived = await work.edits.update(page, (record) =>
      record.archivedAt === undefined && work.isFaded(record) ? { ...record, archivedAt } : undefined,
    )
    return archived.map((record) => ({ id: record.id, wasAlwaysTold: isAlwaysTold(record, 'high') }))
  })
}

export function bringBack(work: Work, ids: readonly string[]): Promise<string[]> {
  return inPages(work, ids, async (page) => {
    const back = await work.edits.update(page, (record) => {
      if (!work.isReturning(record)) return undefined
      const { archivedAt: _, ...active } = record
      return active
    })
    return back.map(({ id }) => id)
  })
}

export function promoteRecurring(work: Work, ids: readonly string[]): Promise<MaintenanceReport['promoted']> {
  return inPages(work, ids, async (page) => {
    const before = new Map<string, RecordPriority>()
    const promoted = await work.edits.update(page, (record) => {
      const priority = promotion(record, work.options.promoteAt)
      before.set(record.id, record.priority)
      return priority && { ...record, priority }
    })
    return promoted.map(({ id, priority }) => ({ id, from: before.get(id) ?? priority, to: priority }))
  })
}

/** Merges records and returns true; false if one has changed since the comparison. */
async function merge({ edits, nowMs }: Work, survivor: MemoryRecord, others: readonly MemoryRecord[]) {
  const at = isoTime(nowMs)
  const compared = new Map([survivor, ...others].map((record) => [record.id, record]))
  let isSurvivorThere = false
  try {
    await edits.update([...compared.keys()], (record) => {
      if (JSON.stringify(record) !== JSON.stringify(compared.get(record.id))) throw changedSince
      isSurvivorThere ||= record.id === survivor.id
      // The survivor comes first. If it is gone, nothing is merged.
      if (!isSurvivorThere) throw changedSince
      return record.id === survivor.id ? merged(record, others) : { ...record, archivedAt: at, validTo: at }
    })
    return true
  } catch (error) {
    if (error === changedSince) return false
    throw error
  }
}

/** Thrown inside a change to undo it; caught in this file. */
const changedSince: Error = new Error('a record has changed since it was compared')

/**
 * The survivor of a merge: its own words and dates, the sum of the counts, the latest access, all tags, the best
 * priority and confidence. It supersedes the first of the others, unless it supersedes a record already.
 */
function merged(survivor: MemoryRecord, others: readonly MemoryRecord[]): MemoryRecord {
  const all = [survivor, ...others]
  return {
    ...survivor,
    priority: all.map(({ priority }) => priority).reduce(moreUrgent),
    tags: all.map(({ tags }) => tags).reduce(unitedTags),
    confidence: all.map(({ confidence }) => confidence).reduce((a, b) => Math.max(a, b)),
    accessedAt: all.map(({ accessedAt }) => accessedAt).reduce(later),
    reinforcementCount: all.reduce((total, { reinforcementCount }) => total + reinforcementCount, 0),
    ...withoutUndefined({ supersedes: survivor.supersedes ?? others[0]?.id }),
  }
}

/**
 * A key that records must share to be compared. Equal for statements of one type, scope, end and speaker with the same names,
 * numbers and negations, and for events with the same words and outcome. Undefined for records that are never merged:
 * procedures, archived and ended ones.
 */
export function comparableKey(record: MemoryRecord, nowMs: number): string | undefined {
  const { kind, type, scope = '', validTo, archivedAt } = record
  if (kind === 'procedural' || archivedAt !== undefined) return undefined
  if (validTo !== undefined && Date.parse(validTo) <= nowMs) return undefined
  if (kind === 'episodic') return contentHash(`${kind} ${validTo ?? ''} ${sameEvent(record)}`).slice(0, 24)
  return contentHash(
    JSON.stringify([type, scope, validTo ?? '', speakerOf(record), prepareStatement(record.text).decisive]),
  ).slice(0, 24)
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
function findDuplicates(records: readonly MemoryRecord[], similarity: number): Kept[] {
  const inOrder = records.toSorted(
    (a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt) || compareTexts(a.id, b.id),
  )
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
  return kept.filter(({ others }) => others.length > 0)
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
