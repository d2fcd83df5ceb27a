/** Keeps off what has just failed, for longer each time. */
export interface Backoff {
  /** Whether it may be tried again. */
  isOver(): boolean
  failed(): void
  worked(): void
}

/** So long at first, in milliseconds, and so long at last; twice as long after each failure in a row. */
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
