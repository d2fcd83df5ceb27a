import { MemoryError, shown } from '../errors.ts'
import { isRecord } from '../json.ts'
import { anything, type Check, callable, didYouMean, flag, text, wholeNumber } from '../option-checks.ts'

/** A value for an error message: short, on one line, without secrets, and without the content of objects. */
export function shownBriefly(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'function') return 'a function'
  return typeof value === 'object' && value !== null ? 'an object' : shown(value)
}

/** The check of one option. */
export interface Field {
  fits: (value: unknown) => boolean
  expected: string
}

/** The checks of options, by name. */
export type Fields = Readonly<Record<string, Field>>

function fieldOf(check: Check, expected = check(undefined) ?? 'anything'): Field {
  return { fits: (value) => check(value) === undefined, expected }
}

/** A string that is not empty. */
export const textField = (expected: string): Field => fieldOf(text, expected)

/** A function. */
export const callableField: Field = fieldOf(callable)

/** True or false. */
export const flagField: Field = fieldOf(flag)

/** A whole number, at least `least`. */
export const wholeNumberField = (least: number): Field => fieldOf(wholeNumber(least))

/** A number of milliseconds to wait. */
export const waitingTime: Field = {
  fits: (value) => typeof value === 'number' && value > 0 && value < 2 ** 31,
  expected: 'a number of milliseconds above 0',
}

/** Any value; it is checked where it is used. */
export const anyField: Field = fieldOf(anything)

/** Whether a value is an object, and not an array. */
export const isObject: (value: unknown) => value is object = isRecord

/** A choice of tools. Names are checked where tools are chosen. */
export const toolChoice: Field = {
  fits: (value) => value === 'all' || value === false || Array.isArray(value),
  expected: '"all", false or a list of tool names',
}

/** A memory of `openMemory`. */
export const oneMemory: Field = {
  fits: (value) => isObject(value) && 'sessions' in value,
  expected: 'what openMemory answers; await openMemory',
}

/** A memory of `openMemory`, or the memories of `openMemories`. */
export const anyMemory: Field = {
  fits: (value) => isObject(value) && ('for' in value || 'sessions' in value),
  expected: 'what openMemory or openMemories answers; await openMemory',
}

/** Checks options. @throws MemoryError `bad-option` for one that is missing (of `needed`), unknown or invalid */
export function checkOptions(
  options: unknown,
  owner: string,
  fields: Fields,
  needed: readonly string[] = ['memory'],
): void {
  const names = Object.keys(fields)
  if (!isRecord(options))
    throw refused(`the options of ${owner} are ${shownBriefly(options)}, expected an object with ${names.join(', ')}`)
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(fields, name))
  if (unknown !== undefined)
    throw refused(`${owner}.${unknown} is unknown; there are ${names.join(', ')}${didYouMean(unknown, names)}`)
  for (const [name, { fits, expected }] of Object.entries(fields)) {
    const value = options[name]
    if ((value !== undefined || needed.includes(name)) && !fits(value))
      throw refused(`${owner}.${name} is ${shownBriefly(value)}, expected ${expected}`)
  }
}

function refused(problem: string): MemoryError {
  return new MemoryError('bad-option', problem)
}
