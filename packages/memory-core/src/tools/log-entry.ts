/** One thing that happened to a memory. */
export interface LogEntry {
  /** ISO time. */
  at: string
  /**
   * `learnt`: a new record · `replaced`: superseded by a newer statement · `archived`: faded · `removed`: a line that
   * left MEMORY.md · `summed up`: a history entry · `forgotten`: something was forgotten, without its content.
   */
  what: 'learnt' | 'replaced' | 'archived' | 'removed' | 'summed up' | 'forgotten'
  /** Its text; of a forgetting, how much was removed. */
  text: string
  /** The id that `why` and `forget` take. */
  id?: string
  /** The text that replaced it. */
  by?: string
}

/** Which part of the log to return. */
export interface LogOptions {
  /** A date, or how long ago: `12h`, `7d`, `4w`. @default '7d' */
  since?: string | Date | undefined
  /** Maximum number of entries, the newest. @default 100 */
  limit?: number | undefined
}

/** The changes of a memory since a time. */
export interface MemoryLog {
  /** ISO time. */
  since: string
  /** Newest first. */
  entries: LogEntry[]
}
