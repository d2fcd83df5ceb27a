import { type Clock, parseTime } from '../clock.ts'

/** A clock that stands still until it is moved. */
export interface FixedClock extends Clock {
  /** Puts it to a time: milliseconds since 1970, or an ISO string (UTC when it has no zone). */
  set(time: number | string): void
  /** Moves it by some milliseconds, backwards when negative. */
  advance(ms: number): void
}

/**
 * A clock for tests that shows `start` until it is moved.
 * @param start milliseconds since 1970 or an ISO string. @default '2026-01-01T00:00:00.000Z'
 */
export function fixedClock(start: number | string = '2026-01-01T00:00:00.000Z'): FixedClock {
  let now = parseTime(start, 'start')
  return Object.assign(() => now, {
    set(time: number | string): void {
      now = parseTime(time, 'time')
    },
    advance(ms: number): void {
      now += ms
    },
  })
}
