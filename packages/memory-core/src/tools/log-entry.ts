/** One thing that happened to a memory. */
export interface LogEntry {
  /** ISO time. */
  at: string
  /**
   * `learnt`: a record is new · `replaced`: something newer took its place · `archived`: it faded · `removed`: a line that
   * left MEMORY.md · `summed up`: a history entry · `forgotten`: something was forgotten; what it was is not kept.
   */
  what: 'learnt' | 'replaced' | 'archived' | 'removed' | 'summed up' | 'forgotten'
  /** What it says; of a forgetting, how much went. */
  text: string
  /** The id that `why` and `forget` take. */
  id?: string
  /** What took its place. */
  by?: string
}

/** Which part of the log. */
export interface LogOptions {
  /** A date, or how long ago: `12h`, `7d`, `4w`. @default '7d' */
  since?: string | Date | undefined
  /** Only the newest so many. @default 100 */
  limit?: number | undefined
}

/** What happened to a memory since a time. */
export interface MemoryLog {
  /** ISO time. */
  since: string
  /** Newest first. */
  entries: LogEntry[]
}
