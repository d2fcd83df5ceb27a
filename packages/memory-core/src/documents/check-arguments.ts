import { MemoryError, shown } from '../errors.ts'

/** @throws MemoryError `bad-input` unless the value is a string; `example` shows one */
export function checkText(value: unknown, name: string, example: string): string {
  if (typeof value === 'string') return value
  throw new MemoryError('bad-input', `${name} is ${shown(value)}, expected a text such as ${shown(example)}`)
}

/** @throws MemoryError `bad-input` unless the value is a whole number from 0 */
export function checkLimit(limit: number): number {
  if (Number.isInteger(limit) && limit >= 0) return limit
  throw new MemoryError('bad-input', `limit is ${shown(limit)}, expected a whole number from 0`)
}
