/** When and how records are maintained. */
export interface MaintenanceOptions {
  /** Whether it runs by itself when it is due. @default true */
  auto?: boolean
  /** It is due so many days after the last one. @default 7 */
  everyDays?: number
  /** Records with a lower score are archived, whatever their type and priority. 0 archives none. @default 0.1 */
  archiveBelow?: number
  /** The share of words that two records must have in common to be one, above 0 and at most 1. @default 0.85 */
  similarity?: number
  /** A record that was learned, recalled or confirmed so often is promoted, once. @default 5 */
  promoteAt?: number
}

/** {@link MaintenanceOptions} with the defaults filled in. */
export type ResolvedMaintenanceOptions = Required<MaintenanceOptions>

/** What an option is when it is not given. */
export const maintenanceDefaults: ResolvedMaintenanceOptions = {
  auto: true,
  everyDays: 7,
  archiveBelow: 0.1,
  similarity: 0.85,
  promoteAt: 5,
}
