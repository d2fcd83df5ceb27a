import { type Clock, parseTime } from '../clock.ts'

/** A clock that stands still until it is changed. */
export interface FixedClock extends Clock {
  /** Sets the time: milliseconds since 1970, or an ISO string (UTC if it has no zone). */
  set(time: number | string): void
  /** Moves it by a number of milliseconds; negative ones move it back. */
  advance(ms: number): void
}

/**
 * A clock for tests that shows `start` until it is changed.
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
