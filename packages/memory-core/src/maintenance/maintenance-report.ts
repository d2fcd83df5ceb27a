import type { RecordPriority } from '../storage/records.ts'

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

const mostListed = 100

export interface ReportBook {
  merged(kept: string, archived: readonly string[]): void
  archived(ids: readonly string[], alwaysTold: number): void
  restored(count: number): void
  promoted(id: string, from: RecordPriority, to: RecordPriority): void
  print(about: Pick<MaintenanceReport, 'examined' | 'dryRun' | 'startedAt' | 'finishedAt'>): MaintenanceReport
}

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
