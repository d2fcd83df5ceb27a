import type { Clock } from '../clock.ts'
import type { Report } from '../events.ts'
import type { Storage } from './storage.ts'

/** The parts that every layer needs: storage, clock, and the listener for events. */
export interface Setting {
  storage: Storage
  clock: Clock
  report: Report
}
