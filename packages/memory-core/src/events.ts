/** An event for the operator: `info` is normal, `warn` is damage without loss, `error` is a failure to look at. */
export interface MemoryEvent {
  type: MemoryEventType
  level: 'info' | 'warn' | 'error'
  /** One sentence for a log. */
  message: string
  /** The session concerned. */
  session?: string
  /** The file concerned, relative to the memory's directory. */
  path?: string
  /** Counts and other details, by name. */
  details?: Readonly<Record<string, string | number | boolean>>
  error?: unknown
}

/** The kinds of {@link MemoryEvent}. */
export type MemoryEventType =
  | 'line-set-aside'
  | 'session-unreadable'
  | 'user-unreadable'
  | 'file-quarantined'
  | 'facts-compacted'
  | 'facts-rewrite-refused'
  | 'history-rotated'
  | 'history-rotation-failed'
  | 'consolidation-started'
  | 'consolidation-failed'
  | 'consolidated'
  | 'plan-written'
  | 'plan-recovered'
  | 'facts-written'
  | 'facts-edited'
  | 'facts-unwritten'
  | 'history-written'
  | 'session-trimmed'
  | 'session-merged'
  | 'captured'
  | 'capture-failed'
  | 'records-unwritten'
  | 'records-unreadable'
  | 'items-unreadable'
  | 'responses-unreadable'
  | 'records-page-failed'
  | 'records-edited'
  | 'maintained'
  | 'maintenance-failed'
  | 'category-unknown'
  | 'knowledge-unreadable'
  | 'tool-failed'
  | 'secret-redacted'
  | 'read-only'
  | 'forgotten'
  | 'index-rebuilt'
  | 'index-failed'
  | 'embedding-failed'
  | 'recall-degraded'
  | 'purge-incomplete'
  | 'receipts-failed'

/** Receives events. Anything it throws or rejects with is ignored. */
export type Report = (event: MemoryEvent) => void

/** Calls a listener at once. There is nowhere to report that it failed, be it now or later. */
export function tell<Given extends unknown[]>(
  listener: ((...given: Given) => unknown) | undefined,
  ...given: Given
): void {
  const called = async (): Promise<unknown> => listener?.(...given)
  called().catch(() => undefined)
}

/** A destination for log lines; `console` fits. */
export interface Logger {
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}
