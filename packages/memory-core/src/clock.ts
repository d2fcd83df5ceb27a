import { MemoryError, shown, wrongValue } from './errors.ts'

/** The time in milliseconds since 1970, like `Date.now`. The only source of times in Daybook. */
export type Clock = () => number

/** The clock of this machine. */
export const systemClock: Clock = () => Date.now()

/** The last time that a `Date` can hold. */
const latestMs = 8.64e15

/** Wraps a clock, and throws MemoryError `bad-option` if it returns an invalid time. */
export function checkedClock(clock: Clock): Clock {
  return () => {
    const ms = clock()
    if (Number.isFinite(ms) && Math.abs(ms) <= latestMs) return ms
    const message = `clock answered ${shown(ms)}, expected milliseconds since 1970 as Date.now gives them`
    throw new MemoryError('bad-option', message)
  }
}

/** Formats milliseconds as `2026-11-21T09:30:00.000Z`, the form of every stored `…At`. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString()
}

/** A stored time for people, to the minute: `2026-11-21 09:30 UTC`. */
export function shownTime(at: string): string {
  return `${at.slice(0, 16).replace('T', ' ')} UTC`
}

const isoDate = /^\d{4}(?:-\d{2}){0,2}$/
const withTime =
  /^\d{4}-\d{2}-\d{2}[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)(?: ?(Z|[+-]\d{2}(?::?\d{2})?)(?:\[[^[\]]*\])*)?$/i
/** The zones that `Date.parse` knows. */
const namedZone = /(?:\b(?:GMT|UTC|Z|[ECMP][SD]T)|[+-]\d{4})(?: \([^()]*\))?$/i

/** Parses a date to milliseconds; without a time zone, it is UTC. @throws MemoryError `bad-input` for an invalid one */
export function parseTime(value: string | number | Date, name = 'createdAt'): number {
  const ms = typeof value === 'string' ? parseText(value.trim()) : numberOf(value)
  if (Number.isFinite(ms) && Math.abs(ms) <= latestMs) return ms
  throw wrongValue(name, value, 'a date such as "2026-11-21T09:30:00Z"')
}

/** Parses the last moment of a span, which includes a day without a time. @throws MemoryError `bad-input` */
export function parseUntil(value: string | Date): number {
  const isWholeDay = typeof value === 'string' && isDay(value.trim())
  return parseTime(isWholeDay ? `${value.trim()}T23:59:59.999Z` : value, 'until')
}

/** Whether a text is a day that exists, as YYYY-MM-DD. */
export function isDay(text: string): boolean {
  const ms = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(ms) && isoTime(ms).slice(0, 10) === text
}

/** The time of a Date, also from another realm; NaN for other values. */
function numberOf(value: number | Date): number {
  try {
    return typeof value === 'number' ? value : Date.prototype.getTime.call(value)
  } catch {
    return Number.NaN
  }
}

function parseText(text: string): number {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0]
  // `Date.parse` would take February 30 for March 2.
  if (day !== undefined && !isDay(day)) return Number.NaN
  const [, time, zone = 'Z'] = withTime.exec(text) ?? []
  if (time !== undefined)
    return Date.parse(`${day}T${time.replace(',', '.')}${zone.length === 3 ? `${zone}:00` : zone}`)
  // Other forms, such as "Nov 21, 2026", would be in the machine's time zone.
  return isoDate.test(text) || namedZone.test(text) ? Date.parse(text) : Date.parse(`${text} UTC`)
}

/**
 * The factor by which age reduces a weight: 1 / (1 + age × rate), with the age in hours and the rate per hour. With a
 * rate of 0.001, it is a half after 1,000 hours. Future times count as new; a rate of 0 or less disables fading.
 */
export function hyperbolicDecay(ageHours: number, rate: number): number {
  return 1 / (1 + Math.max(0, ageHours) * Math.max(0, rate))
}
