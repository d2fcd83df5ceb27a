import type { Clock } from '../clock.ts'
import type { Report } from '../events.ts'
import type { Storage } from './storage.ts'

/** What every layer is given: where to keep things, what time it is, and whom to tell. */
export interface Setting {
  storage: Storage
  clock: Clock
  report: Report
}
