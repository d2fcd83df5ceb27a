import type { RecordPriority } from '../storage/records.ts'

/** When and how records are maintained. */
export interface MaintenanceOptions {
  /** Whether it runs by itself when it is due. @default true */
  auto?: boolean
  /** Days from one maintenance until the next is due. @default 7 */
  everyDays?: number
  /** Records with a lower score are archived. 0 archives none. @default 0.1 */
  archiveBelow?: number
  /**
   * Policies, architecture and preferences of this priority or a more urgent one are never archived by themselves, however
   * low their score: what is in every context is never looked up, and would fade. `none`: to the letter of document
   * 003, they are. @default the option `activation.minPriority`
   */
  keepFrom?: RecordPriority | 'none'
  /** The share of words that two records must have in common to be one, above 0 and at most 1. @default 0.85 */
  similarity?: number
  /** How often a record has to be learned, recalled or confirmed to be promoted; it is promoted once. @default 5 */
  promoteAt?: number
}

/** {@link MaintenanceOptions} with the defaults filled in. */
export type ResolvedMaintenanceOptions = Required<MaintenanceOptions>

/** What an option is when it is not given. */
export const maintenanceDefaults: ResolvedMaintenanceOptions = {
  auto: true,
  everyDays: 7,
  archiveBelow: 0.1,
  keepFrom: 'high',
  similarity: 0.85,
  promoteAt: 5,
}
