import { isoTime } from '../clock.ts'
import { later, moreUrgent, unitedTags } from '../records/learned-again.ts'
import { isAlwaysTold } from '../records/record-types.ts'
import type { MemoryRecord, StoredRecord } from '../storage/records.ts'
import { comparableKey, type Duplicates, findDuplicates } from './duplicates.ts'
import type { Edits } from './edits.ts'
import type { ResolvedMaintenanceOptions } from './maintenance-options.ts'
import type { ReportBook } from './maintenance-report.ts'
import { promotion } from './promote.ts'

/** What the steps of one maintenance have in common. */
export interface Work {
  edits: Edits
  report: ReportBook
  nowMs: number
  options: ResolvedMaintenanceOptions
  isFaded(record: MemoryRecord): boolean
  /** Whether a record was archived by a run whose clock stood ahead, and has not faded by now. */
  isReturning(record: MemoryRecord): boolean
  /** Called between two changes. */
  pause(): Promise<void>
}

const pageSize = 500

/** Merges duplicates, group by group, each merge as a whole. Answers the ids of those that survived one. */
export async function mergeDuplicates(work: Work, groups: readonly (readonly string[])[]): Promise<string[]> {
  const survivors: string[] = []
  for (const ids of groups) {
    await work.pause()
    const active = (await readAll(work, ids)).filter((record) => comparableKey(record, work.nowMs) !== undefined)
    for (const duplicates of findDuplicates(active, work.options.similarity)) {
      await work.pause()
      if (!(await merge(work, duplicates))) continue
      const { survivor, others } = duplicates
      survivors.push(survivor.id)
      work.report.merged(
        survivor.id,
        others.map(({ id }) => id),
      )
    }
  }
  return survivors
}

/** Archives records whose score is still too low, page by page. */
export async function archiveFaded(work: Work, ids: readonly string[]): Promise<void> {
  const archivedAt = isoTime(work.nowMs)
  for (const page of pagesOf(ids)) {
    await work.pause()
    const archived = await work.edits.update(page, (record) =>
      record.archivedAt === undefined && work.isFaded(record) ? { ...record, archivedAt } : undefined,
    )
    const alwaysTold = archived.filter((record) => isAlwaysTold(record, 'high'))
    work.report.archived(
      archived.map(({ id }) => id),
      alwaysTold.length,
    )
  }
}

/** Takes records out of the archive again, page by page. */
export async function bringBack(work: Work, ids: readonly string[]): Promise<void> {
  for (const page of pagesOf(ids)) {
    await work.pause()
    const back = await work.edits.update(page, (record) => {
      if (!work.isReturning(record)) return undefined
      const { archivedAt: _, ...active } = record
      return active
    })
    work.report.restored(back.length)
  }
}

/** Promotes records that recur, page by page. */
export async function promoteRecurring(work: Work, ids: readonly string[]): Promise<void> {
  for (const page of pagesOf(ids)) {
    await work.pause()
    const before = new Map<string, MemoryRecord['priority']>()
    const promoted = await work.edits.update(page, (record) => {
      const priority = promotion(record, work.options.promoteAt)
      before.set(record.id, record.priority)
      return priority && { ...record, priority }
    })
    for (const { id, priority } of promoted) work.report.promoted(id, before.get(id) ?? priority, priority)
  }
}

/** Answers whether the records were merged: not when one of them has changed since they were compared. */
async function merge({ edits, nowMs }: Work, { survivor, others }: Duplicates): Promise<boolean> {
  const at = isoTime(nowMs)
  const compared = new Map([survivor, ...others].map((record) => [record.id, record]))
  let isSurvivorThere = false
  try {
    await edits.update([...compared.keys()], (record) => {
      if (!isSame(record, compared.get(record.id))) throw changedSince
      if (record.id === survivor.id) {
        isSurvivorThere = true
        return merged(record, others)
      }
      // The survivor comes first: without it nothing may go.
      if (!isSurvivorThere) throw changedSince
      return mergedAway(record, at)
    })
  } catch (error) {
    if (error === changedSince) return false
    throw error
  }
  return true
}

/** Thrown inside a change to undo it as a whole; it never leaves this file. */
const changedSince: Error = new Error('a record has changed since it was compared')

function isSame(record: MemoryRecord, compared: MemoryRecord | undefined): boolean {
  return JSON.stringify(record) === JSON.stringify(compared)
}

async function readAll(work: Work, ids: readonly string[]): Promise<StoredRecord[]> {
  const read: StoredRecord[] = []
  for (const page of pagesOf(ids)) {
    read.push(...(await work.edits.get(page)))
    await work.pause()
  }
  return read
}

function pagesOf(ids: readonly string[]): string[][] {
  const pages: string[][] = []
  for (let start = 0; start < ids.length; start += pageSize) pages.push(ids.slice(start, start + pageSize))
  return pages
}

/**
 * The survivor of a merge: its words and dates, the counts of all together, the latest access, the tags, the best
 * priority and confidence of all. It notes the first of the others as superseded, unless it supersedes one already.
 */
function merged(survivor: MemoryRecord, others: readonly MemoryRecord[]): MemoryRecord {
  const all = [survivor, ...others]
  const sum: MemoryRecord = {
    ...survivor,
    priority: all.map(({ priority }) => priority).reduce(moreUrgent),
    tags: all.map(({ tags }) => tags).reduce(unitedTags),
    confidence: all.map(({ confidence }) => confidence).reduce((a, b) => Math.max(a, b)),
    accessedAt: all.map(({ accessedAt }) => accessedAt).reduce(later),
    reinforcementCount: all.reduce((total, { reinforcementCount }) => total + reinforcementCount, 0),
  }
  const supersedes = survivor.supersedes ?? others[0]?.id
  return supersedes === undefined ? sum : { ...sum, supersedes }
}

/** What is left of a record that was merged into another: archived, and ended at that moment. */
function mergedAway(record: MemoryRecord, at: string): MemoryRecord {
  return { ...record, archivedAt: at, validTo: at }
}
