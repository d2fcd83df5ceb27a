/** Says when something that failed may be tried again: later after each failure in a row. */
export interface Backoff {
  /** Whether it may be tried again. */
  isOver(): boolean
  failed(): void
  worked(): void
}

/** The pause after the first failure and the longest pause, in milliseconds; each further failure in a row doubles it. */
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
