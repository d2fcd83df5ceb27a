import { takeTurns } from '../async.ts'
import { isoTime } from '../clock.ts'
import { MemoryError } from '../errors.ts'
import { abortSignal, checkShape, flag } from '../option-checks.ts'
import type { RecordBook } from '../records/record-book.ts'
import { isAlwaysTold } from '../records/record-types.ts'
import { recordPages } from '../storage/every-row.ts'
import type { MemoryRecord, RecordPriority, RecordStore } from '../storage/records.ts'
import type { Lease, Setting } from '../storage/storage.ts'
import {
  archiveFaded,
  bringBack,
  comparableKey,
  type MaintenanceOptions,
  mergeDuplicates,
  promoteRecurring,
  promotion,
  rehearsed,
  slices,
  type Work,
} from './steps.ts'

/** The changes that a maintenance made, or would make. The lists have the first 100 of each; `totals` counts all. */
export interface MaintenanceReport {
  /** Duplicates: `kept` took over the counts, the others are archived. */
  merged: { kept: string; archived: string[] }[]
  /** Ids of records archived because they faded. */
  archived: string[]
  /** Recurring records with their old and new priority. */
  promoted: { id: string; from: RecordPriority; to: RecordPriority }[]
  /**
   * `merged` counts records merged into others; `restored` those restored from the archive because they had faded only
   * by a clock that ran ahead; `alwaysTold` the archived ones that had been in every context (with `keepFrom: 'none'`).
   * The last two are absent if there were none.
   */
  totals: { merged: number; archived: number; promoted: number; restored?: number; alwaysTold?: number }
  /** Number of active records. */
  examined: number
  /** Whether nothing was changed. */
  dryRun: boolean
  /** ISO times. */
  startedAt: string
  finishedAt: string
}

/** Larger groups are compared in parts of this size, because their words are held in memory. */
const largestGroup = 20_000

/**
 * Walks through all records once, page by page. Returns ids, because the texts of all records would be too much memory:
 * groups of possible duplicates, and the records for the other steps. Costs about 200 bytes of memory for each record.
 */
async function survey(store: RecordStore, work: Work) {
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

/** The marks of the first run, of this copy's last run (see `isCopyMark`), and of the runs that archived faded records. */
const maintainedMark = 'maintained'
const lastMark = 'maintained:here'
const fadingMark = 'fading-runs'
const leaseName = 'maintenance'
const dayMs = 86_400_000
const longestBreakDays = 28
const mostRuns = 20
/** Maximum entries of each list in a report. */
const mostListed = 100

/** Keeps records few: merges duplicates, archives what faded, promotes what recurs. Touches nothing until it is used. */
export function createMaintenance(
  { storage, clock }: Setting,
  book: RecordBook,
  options: Required<MaintenanceOptions>,
) {
  const { store } = book

  /** Without a lease, a dry run. With `isSparing`, nothing is archived as faded. */
  async function maintain(signal?: AbortSignal, lease?: Lease, isSparing = false): Promise<MaintenanceReport> {
    const dryRun = lease === undefined
    const nowMs = clock()
    const checkLease = async (): Promise<void> => lease && storage.lock([leaseName], () => lease.check())
    const runs = (await store.marks([fadingMark])).get(fadingMark)?.split(' ') ?? []
    const ahead = new Set(runs.filter((at) => Date.parse(at) - nowMs > dayMs))
    const isFaded = (record: MemoryRecord): boolean =>
      // Records kept for their worth do not fade by age.
      record.worth === undefined &&
      book.score(record, nowMs) < options.archiveBelow &&
      (options.keepFrom === 'none' || !isAlwaysTold(record, options.keepFrom))
    const work: Work = {
      edits: dryRun ? rehearsed(store) : store,
      nowMs,
      pause: takeTurns(signal, checkLease),
      isFaded,
      // A merged record ended when it was archived: it stays archived.
      isReturning: ({ archivedAt = '', ...record }) =>
        ahead.has(archivedAt) && record.validTo !== archivedAt && !isFaded(record),
      options,
    }
    const { groups, faded, recurring, returning, examined } = await survey(store, work)
    await checkLease()
    const merged = await mergeDuplicates(work, groups)
    const isFading = !isSparing && faded.length > 0
    if (isFading && !dryRun) {
      const latest = [...runs, isoTime(nowMs)].slice(-mostRuns)
      await store.write({ marks: { [fadingMark]: latest.join(' ') } })
    }
    const archived = isFading ? await archiveFaded(work, faded) : []
    const restored = (await bringBack(work, returning)).length
    const survivors = merged.map(({ kept }) => kept)
    const promoted = await promoteRecurring(work, [...new Set([...recurring, ...survivors])])
    const isFirst = (await store.marks([maintainedMark])).size === 0
    const marks = { [lastMark]: isoTime(nowMs), ...(isFirst && { [maintainedMark]: isoTime(nowMs) }) }
    if (!dryRun) await store.write({ marks })
    const alwaysTold = archived.filter(({ wasAlwaysTold }) => wasAlwaysTold).length
    const totals = {
      merged: merged.reduce((sum, { archived: others }) => sum + others.length, 0),
      archived: archived.length,
      promoted: promoted.length,
      ...(restored > 0 && { restored }),
      ...(alwaysTold > 0 && { alwaysTold }),
    }
    const first = <T>(list: readonly T[]): T[] => list.slice(0, mostListed)
    const listed = {
      merged: first(merged).map(({ kept, archived: others }) => ({ kept, archived: first(others) })),
      archived: first(archived).map(({ id }) => id),
      promoted: first(promoted),
    }
    return { ...listed, totals, examined, dryRun, startedAt: isoTime(nowMs), finishedAt: isoTime(clock()) }
  }

  /** Milliseconds since this copy's last run, or until it by a clock that ran ahead; undefined before the first of all. */
  async function sinceLastRun(): Promise<number | undefined> {
    const marks = await store.marks([maintainedMark, lastMark])
    // A new copy of the memory begins with a pause, as it may only be read.
    const last = marks.get(lastMark) ?? (marks.has(maintainedMark) ? isoTime(clock()) : undefined)
    if (last !== undefined && !marks.has(lastMark)) await store.write({ marks: { [lastMark]: last } })
    return last === undefined ? undefined : Math.abs(clock() - Date.parse(last))
  }

  async function maintainAlone(signal?: AbortSignal, isByItself = false): Promise<MaintenanceReport> {
    const lease = await storage.lease(leaseName)
    const busy = 'a maintenance of these records is already running: wait for it, or try again later'
    if (!lease) throw new MemoryError('locked', busy)
    try {
      // Buffered accesses count, too.
      await book.flush()
      const longestBreakMs = Math.max(longestBreakDays, 4 * options.everyDays) * dayMs
      return await maintain(signal, lease, isByItself && ((await sinceLastRun()) ?? 0) > longestBreakMs)
    } finally {
      await lease.release()
    }
  }

  return {
    /**
     * Merges duplicates, archives faded records (except those in every context), promotes recurring ones. Each change is
     * atomic, so that an interrupted run leaves valid records and the next one does the rest. With `dryRun` nothing is
     * changed; the report is that of a real run, except for accesses of the last seconds that are not written yet.
     * Records that an earlier run archived while its clock ran a day or more ahead are restored, unless they have faded
     * by now.
     * @throws MemoryError `locked` while a maintenance of these records runs in any process; `lease-lost` when another
     * process took over; the signal's reason when aborted
     */
    async run(
      given: { dryRun?: boolean | undefined; signal?: AbortSignal | undefined } = {},
    ): Promise<MaintenanceReport> {
      checkShape(given, { dryRun: flag, signal: abortSignal }, 'maintain', 'bad-input')
      const { dryRun = false, signal } = given
      signal?.throwIfAborted()
      return dryRun ? maintain(signal) : maintainAlone(signal)
    },
    /**
     * A run that starts automatically. It archives nothing as faded if the last run was more than four weeks ago (or four
     * times `everyDays`): either the memory was not used, or the clock has jumped.
     */
    runByItself: (signal?: AbortSignal): Promise<MaintenanceReport> => maintainAlone(signal, true),
    /** Whether an automatic run is due: `auto` is on, there are records, and the last run was `everyDays` ago. */
    async isDue(): Promise<boolean> {
      if (!options.auto || (await store.revision()) === 0) return false
      return ((await sinceLastRun()) ?? Number.POSITIVE_INFINITY) >= options.everyDays * dayMs
    },
  }
}
