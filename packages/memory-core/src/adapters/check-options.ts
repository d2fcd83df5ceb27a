import { shown } from '../errors.ts'
import { isRecord } from '../json.ts'
import { type Check, checkOf, checkShape, text } from '../option-checks.ts'

/** A value for an error message: short, on one line, without secrets, and without the content of objects. */
export function shownBriefly(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'function') return 'a function'
  return typeof value === 'object' && value !== null ? 'an object' : shown(value)
}

/** The check of one option: returns what was expected if the value is invalid. */
export type Field = Check

/** The checks of options, by name. */
export type Fields = Readonly<Record<string, Field>>

/** A string that is not empty. */
export const textField = (expected: string): Field => checkOf(expected, (value) => text(value) === undefined)

/** A number of milliseconds to wait. */
export const waitingTime: Field = checkOf(
  'a number of milliseconds above 0',
  (value) => typeof value === 'number' && value > 0 && value < 2 ** 31,
)

/** Whether a value is an object, and not an array. */
export const isObject: (value: unknown) => value is object = isRecord

/** A choice of tools. Names are checked where tools are chosen. */
export const toolChoice: Field = checkOf(
  '"all", false or a list of tool names',
  (value) => value === 'all' || value === false || Array.isArray(value),
)

/** A memory of `openMemory`. */
export const oneMemory: Field = checkOf(
  'what openMemory answers; await openMemory',
  (value) => isObject(value) && 'sessions' in value,
)

/** A memory of `openMemory`, or the memories of `openMemories`. */
export const anyMemory: Field = checkOf(
  'what openMemory or openMemories answers; await openMemory',
  (value) => isObject(value) && ('for' in value || 'sessions' in value),
)

/** Checks options. @throws MemoryError `bad-option` for one that is missing (of `needed`), unknown or invalid */
export function checkOptions(
  options: unknown,
  owner: string,
  fields: Fields,
  needed: readonly string[] = ['memory'],
): void {
  checkShape(options, fields, owner, 'bad-option', needed, shownBriefly)
}
