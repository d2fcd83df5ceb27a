import type { Clock } from '../clock.ts'
import type { Report } from '../events.ts'
import type { Storage } from './storage.ts'

/** Runs a change of the documents while no other change runs, in any process. Not re-entrant. */
export type DocumentGuard = <T>(fn: () => Promise<T>) => Promise<T>

/** The parts that every layer needs: storage, clock, and the listener for events. */
export interface Setting {
  storage: Storage
  clock: Clock
  report: Report
}
