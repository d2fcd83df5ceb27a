/**
 * Decides when an operation that failed may be retried: after a pause that doubles from `firstMs` to at most `longestMs`
 * with each failure in a row.
 */
export function createBackoff(firstMs: number, longestMs: number) {
  let pauseMs = 0
  let until = 0
  return {
    isOver: (): boolean => performance.now() >= until,
    failed(): void {
      pauseMs = Math.min(longestMs, Math.max(firstMs, pauseMs * 2))
      until = performance.now() + pauseMs
    },
    worked(): void {
      pauseMs = 0
      until = 0
    },
  }
}
