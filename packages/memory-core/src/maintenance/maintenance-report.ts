import type { RecordPriority } from '../storage/records.ts'

/** What one maintenance did, or would do. The lists hold the first 100 of each; `totals` counts all. */
export interface MaintenanceReport {
  /** Records that say the same: `kept` took over the counts, the others are in the archive. */
  merged: { kept: string; archived: string[] }[]
  /** The ids of records that were archived because they faded. */
  archived: string[]
  /** Records that recur, and the priority that they had and have. */
  promoted: { id: string; from: RecordPriority; to: RecordPriority }[]
  /**
   * `merged` counts the records that were merged into others; `restored` those that came back from the archive, because
   * a clock that stood ahead had let them fade, and `alwaysTold` those of the archived that every context has told until
   * now (with `keepFrom: 'none'`): they are there when there were any.
   */
  totals: { merged: number; archived: number; promoted: number; restored?: number; alwaysTold?: number }
  /** How many active records there were. */
  examined: number
  /** Whether it was only a rehearsal. */
  dryRun: boolean
  /** ISO times. */
  startedAt: string
  finishedAt: string
}

const mostListed = 100

/** Collects what is done. */
export interface ReportBook {
  merged(kept: string, archived: readonly string[]): void
  archived(ids: readonly string[], alwaysTold: number): void
  restored(count: number): void
  promoted(id: string, from: RecordPriority, to: RecordPriority): void
  print(about: Pick<MaintenanceReport, 'examined' | 'dryRun' | 'startedAt' | 'finishedAt'>): MaintenanceReport
}

/** An empty report. */
export function createReportBook(): ReportBook {
  const merges: MaintenanceReport['merged'] = []
  const faded: string[] = []
  const promotions: MaintenanceReport['promoted'] = []
  const totals: MaintenanceReport['totals'] = { merged: 0, archived: 0, promoted: 0 }
  return {
    merged(kept, archived) {
      totals.merged += archived.length
      if (merges.length < mostListed) merges.push({ kept, archived: archived.slice(0, mostListed) })
    },
    archived(ids, alwaysTold) {
      totals.archived += ids.length
      if (alwaysTold > 0) totals.alwaysTold = (totals.alwaysTold ?? 0) + alwaysTold
      faded.push(...ids.slice(0, mostListed - faded.length))
    },
    restored(count) {
      if (count > 0) totals.restored = (totals.restored ?? 0) + count
    },
    promoted(id, from, to) {
      totals.promoted += 1
      if (promotions.length < mostListed) promotions.push({ id, from, to })
    },
    print: (about) => ({ merged: merges, archived: faded, promoted: promotions, totals, ...about }),
  }
}
