import { shown } from '../errors.ts'

/** A value as it should stand in an error message: short, on one line, without secrets, and without what an object holds. */
export function shownBriefly(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'function') return 'a function'
  return typeof value === 'object' && value !== null ? 'an object' : shown(value)
}
