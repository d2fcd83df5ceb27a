import { takeTurns } from '../async.ts'
import { isoTime } from '../clock.ts'
import { MemoryError } from '../errors.ts'
import { abortSignal, checkShape, flag } from '../option-checks.ts'
import type { RecordBook } from '../records/record-book.ts'
import { isAlwaysTold } from '../records/record-types.ts'
import type { MemoryRecord, RecordPriority } from '../storage/records.ts'
import type { Lease, Setting } from '../storage/storage.ts'
import type { Work } from './steps.ts'

/** When and how records are maintained. */
export interface MaintenanceOptions {
  /** Whether it runs automatically when due. @default true */
  auto?: boolean
  /** Days between two maintenances. @default 7 */
  everyDays?: number
  /** Records with a lower score are archived; 0 archives none. @default 0.1 */
  archiveBelow?: number
  /**
   * Policies, architecture and preferences of this priority or a more urgent one are never archived automatically,
   * whatever their score: they are in every context, are never looked up, and would fade. `none`: they are archived like
   * all others. @default the option `activation.minPriority`
   */
  keepFrom?: RecordPriority | 'none'
  /** Minimum share of common words at which two records are duplicates, above 0 and at most 1. @default 0.85 */
  similarity?: number
  /** After being learned, recalled or confirmed this many times, a record is promoted, once only. @default 5 */
  promoteAt?: number
}

export const maintenanceDefaults: Required<MaintenanceOptions> = {
  auto: true,
  everyDays: 7,
  archiveBelow: 0.1,
  keepFrom: 'high',
  similarity: 0.85,
  promoteAt: 5,
}

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
    // Loaded when needed, because they compare statements, whose patterns are a third of the core.
    const steps = await import('./steps.ts')
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
      edits: dryRun ? steps.rehearsed(store) : store,
      nowMs,
      pause: takeTurns(signal, checkLease),
      isFaded,
      // A merged record ended when it was archived: it stays archived.
      isReturning: ({ archivedAt = '', ...record }) =>
        ahead.has(archivedAt) && record.validTo !== archivedAt && !isFaded(record),
      options,
    }
    const { groups, faded, recurring, returning, examined } = await steps.survey(store, work)
    await checkLease()
    const merged = await steps.mergeDuplicates(work, groups)
    const isFading = !isSparing && faded.length > 0
    if (isFading && !dryRun) {
      const latest = [...runs, isoTime(nowMs)].slice(-mostRuns)
      await store.write({ marks: { [fadingMark]: latest.join(' ') } })
    }
    const archived = isFading ? await steps.archiveFaded(work, faded) : []
    const restored = (await steps.bringBack(work, returning)).length
    const survivors = merged.map(({ kept }) => kept)
    const promoted = await steps.promoteRecurring(work, [...new Set([...recurring, ...survivors])])
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
