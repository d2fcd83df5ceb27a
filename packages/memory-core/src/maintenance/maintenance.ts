import { isoTime } from '../clock.ts'
import { MemoryError } from '../errors.ts'
import { abortSignal, checkShape, flag } from '../option-checks.ts'
import type { RecordBook } from '../records/record-book.ts'
import type { Lease } from '../storage/locks.ts'
import type { Setting } from '../storage/setting.ts'
import { realEdits, rehearsedEdits } from './edits.ts'
import type { ResolvedMaintenanceOptions } from './maintenance-options.ts'
import { createReportBook, type MaintenanceReport } from './maintenance-report.ts'
import { promotion } from './promote.ts'
import { archiveFaded, mergeDuplicates, promoteRecurring, type Work } from './steps.ts'
import { survey } from './survey.ts'
import { takeTurns } from './turns.ts'

/** Keeps the records few and telling: document 003's weekly consolidation. */
export interface Maintenance {
  /**
   * Merges records that say the same, archives those that faded, promotes those that recur. Each change is whole, so that
   * a run that was cut short leaves valid records and the next one does the rest. With `dryRun` nothing is changed, and
   * the report is that of the real run, but for accesses of the last seconds that are not written yet.
   * @throws MemoryError `locked` while a maintenance of these records runs, here or in another process; `lease-lost` when
   * another process took over; the signal's reason when aborted
   */
  run(options?: { dryRun?: boolean; signal?: AbortSignal }): Promise<MaintenanceReport>
  /** Whether it should run by itself now: `auto` is on, there are records, and the last run was `everyDays` ago. */
  isDue(): Promise<boolean>
}

/** The mark of the last run's time, and the lease's name. */
const maintainedMark = 'maintained'
const leaseName = 'maintenance'
const dayMs = 86_400_000

/** Makes the records' maintenance; it touches nothing until it is used. */
export function createMaintenance(
  { storage, clock }: Setting,
  book: RecordBook,
  options: ResolvedMaintenanceOptions,
): Maintenance {
  const { store } = book

  async function maintain(dryRun: boolean, signal?: AbortSignal, lease?: Lease): Promise<MaintenanceReport> {
    const nowMs = clock()
    const report = createReportBook()
    const checkLease = async (): Promise<void> => {
      if (lease) await storage.lock([leaseName], () => lease.check())
    }
    const work: Work = {
      edits: dryRun ? rehearsedEdits(book) : realEdits(book),
      report,
      nowMs,
      pause: takeTurns(signal, checkLease),
      isFaded: (record) => book.score(record, nowMs) < options.archiveBelow,
      options,
    }
    const isRecurring = (record: Parameters<typeof promotion>[0]): boolean =>
      promotion(record, options.promoteAt) !== undefined
    const { groups, faded, recurring, examined } = await survey(store, { ...work, isRecurring })
    await checkLease()
    const survivors = await mergeDuplicates(work, groups)
    await archiveFaded(work, faded)
    await promoteRecurring(work, [...new Set([...recurring, ...survivors])])
    if (!dryRun) await store.write({ marks: { [maintainedMark]: isoTime(nowMs) } })
    return report.print({ examined, dryRun, startedAt: isoTime(nowMs), finishedAt: isoTime(clock()) })
  }

  async function maintainAlone(signal?: AbortSignal): Promise<MaintenanceReport> {
    const lease = await storage.lease(leaseName)
    if (!lease)
      throw new MemoryError(
        'locked',
        'a maintenance of these records is running already: wait for it, or try again later',
      )
    try {
      // The accesses that are not written yet count too.
      await book.flush()
      return await maintain(false, signal, lease)
    } finally {
      await lease.release()
    }
  }

  return {
    async run(given = {}) {
      checkShape(given, { dryRun: flag, signal: abortSignal }, 'maintain', 'bad-input')
      const { dryRun = false, signal } = given
      signal?.throwIfAborted()
      return dryRun ? maintain(true, signal) : maintainAlone(signal)
    },
    async isDue() {
      if (!options.auto || (await store.revision()) === 0) return false
      const last = (await store.marks([maintainedMark])).get(maintainedMark)
      // A clock that once stood far ahead must not put it off for years.
      return last === undefined || Math.abs(clock() - Date.parse(last)) >= options.everyDays * dayMs
    },
  }
}
