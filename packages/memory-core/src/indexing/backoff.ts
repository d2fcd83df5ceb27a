/** Decides when an operation that failed may be retried: later after each failure in a row. */
export interface Backoff {
  /** Whether it may be retried now. */
  isOver(): boolean
  failed(): void
  worked(): void
}

/** The pause doubles from `firstMs` to at most `longestMs` with each failure in a row. */
export function createBackoff(firstMs: number, longestMs: number): Backoff {
  let pauseMs = 0
  let until = 0
  return {
    isOver: () => performance.now() >= until,
    failed() {
      pauseMs = Math.min(longestMs, Math.max(firstMs, pauseMs * 2))
      until = performance.now() + pauseMs
    },
    worked() {
      pauseMs = 0
      until = 0
    },
  }
}
