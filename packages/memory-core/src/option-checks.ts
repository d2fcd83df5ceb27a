import { didYouMean } from './did-you-mean.ts'
import { MemoryError, type MemoryErrorCode, shown } from './errors.ts'

/** Answers what was expected, when the value is not it. */
export type Check = (value: unknown) => string | undefined

/** One of these strings. */
export function oneOf(...values: readonly string[]): Check {
  const expected = values.map((value) => JSON.stringify(value)).join(' or ')
  return (value) => (values.some((known) => known === value) ? undefined : expected)
}

/** A list of some of these strings. */
export function listOf(...values: readonly string[]): Check {
  const one = oneOf(...values)
  const expected = `a list of ${values.map((value) => JSON.stringify(value)).join(', ')}`
  return (value) => (Array.isArray(value) && value.every((each) => one(each) === undefined) ? undefined : expected)
}

/** A whole number from `min` to `max`. */
export function wholeNumber(min: number, max: number = Number.MAX_SAFE_INTEGER): Check {
  const expected =
    max === Number.MAX_SAFE_INTEGER ? `a whole number from ${min}` : `a whole number from ${min} to ${max}`
  return (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max ? undefined : expected
}

/** A finite number from `min` to `max`. */
export function amount(min: number, max: number = Number.POSITIVE_INFINITY): Check {
  const expected = max === Number.POSITIVE_INFINITY ? `a number from ${min}` : `a number from ${min} to ${max}`
  return (value) =>
    typeof value === 'number' && Number.isFinite(value) && value >= min && value <= max ? undefined : expected
}

/** A string that is not empty. */
export const text: Check = (value) => (typeof value === 'string' && value !== '' ? undefined : 'a text')

export const flag: Check = (value) => (typeof value === 'boolean' ? undefined : 'true or false')

export const off: Check = (value) => (value === false ? undefined : 'false')

/** Anything: it is checked where it is used. */
export const anything: Check = () => undefined

/** A list of texts. */
export const texts: Check = (value) =>
  Array.isArray(value) && value.every((one) => typeof one === 'string') ? undefined : 'a list of texts'

export const abortSignal: Check = (value) =>
  typeof value === 'object' && value !== null && 'aborted' in value && 'addEventListener' in value
    ? undefined
    : 'an AbortSignal'

export const callable: Check = (value) => (typeof value === 'function' ? undefined : 'a function')

/** A folder of the memory's own, relative to its directory: safe names joined by `/`. */
export const folder: Check = (value) =>
  typeof value === 'string' &&
  /^(?!(?:state|journal|\.daybook)(?:\/|$))(?:\.?[A-Za-z0-9_][A-Za-z0-9_-]*)(?:\/\.?[A-Za-z0-9_][A-Za-z0-9_-]*)*$/.test(
    value,
  )
    ? undefined
    : 'a folder name such as "memory", of letters, digits, - and _, and not "state", "journal" or ".daybook"'

/** Any of these. */
export function either(...checks: readonly Check[]): Check {
  return (value) => {
    const expected = checks.map((check) => check(value))
    return expected.includes(undefined) ? undefined : expected.join(', or ')
  }
}

/** Each field that an object may have. */
export interface Shape {
  readonly [name: string]: Check | Shape
}

/**
 * Checks an options object, field by field; a field that is undefined counts as not given.
 * @throws MemoryError with `code`, naming the option's path, its value and what was expected
 */
export function checkShape(value: unknown, shape: Shape, path: string, code: MemoryErrorCode = 'bad-option'): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new MemoryError(code, `${path} is ${shown(value)}, expected an object with ${Object.keys(shape).join(', ')}`)
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue
    const check = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (check === undefined)
      throw new MemoryError(
        code,
        `${path} has no option ${shown(name)}; there are ${Object.keys(shape).join(', ')}${didYouMean(name, Object.keys(shape))}`,
      )
    if (typeof check !== 'function') checkShape(field, check, `${path}.${name}`, code)
    else refuse(check(field), `${path}.${name}`, field, code)
  }
}

function refuse(expected: string | undefined, path: string, value: unknown, code: MemoryErrorCode): void {
  if (expected !== undefined) throw new MemoryError(code, `${path} is ${shown(value)}, expected ${expected}`)
}
