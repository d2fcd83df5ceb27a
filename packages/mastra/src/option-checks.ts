import { MemoryError } from '@daybook/memory-core'
import { shown } from '@daybook/memory-core/adapters'

/** Whether a value can be that of an option, and what is expected of it. */
export interface Field {
  fits: (value: unknown) => boolean
  expected: string
}

/** The options of a call. */
export type Fields = ReadonlyMap<string, Field>

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** A memory, or the memories of many users. */
export const isMemory: Field = {
  fits: (value) => isObject(value) && ('for' in value || 'sessions' in value),
  expected: 'what openMemory or openMemories answers; await openMemory',
}
/** A text that is not empty. */
export const isText: Field = {
  fits: (value) => typeof value === 'string' && value !== '',
  expected: 'a text that is not empty',
}
/** A function. */
export const isFunction: Field = { fits: (value) => typeof value === 'function', expected: 'a function' }
/** A clock. */
export const isClock: Field = isFunction
/** An object. */
export const isShape: Field = { fits: (value) => isObject(value) && !Array.isArray(value), expected: 'an object' }
/** True or false. */
export const isFlag: Field = { fits: (value) => typeof value === 'boolean', expected: 'true or false' }
/** Tools by name. */
export const isToolChoice: Field = {
  fits: (value) => value === 'all' || value === false || Array.isArray(value),
  expected: '"all", false or a list of tool names',
}
/** A number of milliseconds that a timer can have. */
export const isPatience: Field = {
  fits: (value) => typeof value === 'number' && value > 0 && value < 2 ** 31,
  expected: 'a number of milliseconds above 0',
}

/** @throws MemoryError `bad-option` for an option that is unknown or cannot be */
export function checkOptions(caller: string, options: unknown, fields: Fields): void {
  if (!isObject(options))
    throw refused(`${caller}: the options are ${shown(options)}, expected an object with a memory`)
  const given = new Map<string, unknown>(Object.entries(options))
  for (const name of given.keys())
    if (!fields.has(name)) throw refused(`${caller}.${name} is unknown; there are ${[...fields.keys()].join(', ')}`)
  for (const [name, { fits, expected }] of fields) {
    const value = given.get(name)
    if ((value !== undefined || name === 'memory') && !fits(value))
      throw refused(`${caller}.${name} is ${shown(value)}, expected ${expected}`)
  }
}

function refused(problem: string): MemoryError {
  return new MemoryError('bad-option', problem)
}
