import { MemoryError, type MemoryErrorCode, shown, wrongValue } from './errors.ts'
import { isRecord } from './json.ts'

/** Names of ours, and the equivalent ones of other libraries; the first that exists is suggested. */
const borrowed: readonly (readonly [string, string])[] = Object.entries({
  directory: 'dir path folder root cwd location dbpath datadir file filename',
  storage: 'store db database backend adapter',
  model: 'llm languagemodel chatmodel prompt promptfunction summarizer generate',
  embed: 'embedder embedding embeddings embeddingmodel vectorizer',
  rerank: 'reranker rerankingmodel',
  memory: 'memories daybook store',
  user: 'userid username owner resource resourceid actorid',
  agent: 'agentid agentname',
  session: 'sessionid sessionkey thread threadid chat chatid conversation conversationid',
  query: 'question text input search q prompt',
  limit: 'topk k n top max maxresults take count size maxitems',
  budget: 'maxtokens tokenbudget tokens tokenlimit maxcontexttokens',
  types: 'type',
  type: 'types kind category',
  profile: 'preset',
  logger: 'log',
  onError: 'onwarning errorhandler',
  timeoutMs: 'timeout patience',
  ttlMs: 'ttl',
  countTokens: 'tokenizer tokencounter',
  scope: 'filepath',
  since: 'from after start startdate',
  until: 'to before end enddate',
  signal: 'abortsignal abort',
})

/** "; did you mean …?" for an unknown name that is misspelt or that other libraries use, or nothing. */
export function didYouMean(name: unknown, known: Iterable<string>): string {
  if (typeof name !== 'string') return ''
  const names = [...known]
  const plain = plainName(name)
  const meant =
    names.find((one) => plainName(one) === plain) ??
    borrowed.find(([ours, theirs]) => names.includes(ours) && theirs.split(' ').includes(plain))?.[0] ??
    nearest(plain, names)
  return meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`
}

function plainName(name: string): string {
  return name
    .slice(0, longest)
    .replaceAll(/[-_\s]/g, '')
    .toLowerCase()
}

const longest = 64

/** Maximum edits: one for each four letters. */
function nearest(plain: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map((name) => ({ name, distance: distanceOf(plain, plainName(name)) }))
    .filter(
      ({ name, distance }) => distance <= Math.min(3, Math.max(1, Math.floor(name.length / 4))) && plain.length > 2,
    )
    .toSorted((a, b) => a.distance - b.distance)
  return best?.name
}

/** The number of letters to insert, delete, change, or swap with the next one (optimal string alignment). */
function distanceOf(a: string, b: string): number {
  let before: readonly number[] = []
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let row = 1; row <= a.length; row++) {
    const next = [row]
    for (let at = 1; at <= b.length; at++) {
      const isSame = a[row - 1] === b[at - 1]
      const isSwapped = row > 1 && at > 1 && a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1]
      const swapped = isSwapped ? (before[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      next.push(Math.min((last[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, (last[at - 1] ?? 0) + (isSame ? 0 : 1), swapped))
    }
    before = last
    last = next
  }
  return last.at(-1) ?? 0
}

/** Returns what was expected if the value is invalid. */
export type Check = (value: unknown) => string | undefined

/** A check of values for which `fits` is true. */
export function checkOf(expected: string, fits: (value: unknown) => boolean): Check {
  return (value) => (fits(value) ? undefined : expected)
}

/** One of these strings. */
export function oneOf(...values: readonly string[]): Check {
  const expected = values.map((value) => JSON.stringify(value)).join(' or ')
  return checkOf(expected, (value) => values.some((known) => known === value))
}

/** A list of some of these strings. */
export function listOf(...values: readonly string[]): Check {
  const one = oneOf(...values)
  const expected = `a list of ${values.map((value) => JSON.stringify(value)).join(', ')}`
  return checkOf(expected, (value) => Array.isArray(value) && value.every((each) => one(each) === undefined))
}

/** A whole number from `min` to `max`. */
export function wholeNumber(min: number, max: number = Number.MAX_SAFE_INTEGER): Check {
  const expected = `a whole number from ${min}${max === Number.MAX_SAFE_INTEGER ? '' : ` to ${max}`}`
  return checkOf(expected, (value) => Number.isInteger(value) && isWithin(value, min, max))
}

/** A finite number from `min` to `max`. */
export function amount(min: number, max: number = Number.POSITIVE_INFINITY): Check {
  const expected = max === Number.POSITIVE_INFINITY ? `a number from ${min}` : `a number from ${min} to ${max}`
  return checkOf(expected, (value) => Number.isFinite(value) && isWithin(value, min, max))
}

function isWithin(value: unknown, min: number, max: number): boolean {
  return typeof value === 'number' && value >= min && value <= max
}

/** A non-empty string. */
export const text: Check = checkOf('a text', (value) => typeof value === 'string' && value !== '')

export const flag: Check = checkOf('true or false', (value) => typeof value === 'boolean')

export const off: Check = checkOf('false', (value) => value === false)

/** A string, possibly empty. */
export const anyText: Check = checkOf('a text', (value) => typeof value === 'string')

/** A string that is not blank, of at most `length` characters. */
export function textUpTo(length: number): Check {
  return (value) =>
    typeof value === 'string' && value.trim() !== '' && value.length <= length
      ? undefined
      : // The first toLocaleString of a process takes about ten milliseconds, so only errors call it.
        `a text of 1 to ${length.toLocaleString('en')} characters`
}

/** No limit. */
export const infinity: Check = checkOf('Infinity', (value) => value === Number.POSITIVE_INFINITY)

/** Anything: checked where it is used. */
export const anything: Check = () => undefined

export const texts: Check = checkOf(
  'a list of texts',
  // `every` passes over holes.
  (value) => Array.isArray(value) && Array.from(value).every((one) => typeof one === 'string'),
)

export const abortSignal: Check = checkOf(
  'an AbortSignal',
  (value) => isRecord(value) && 'aborted' in value && 'addEventListener' in value,
)

export const callable: Check = checkOf('a function', (value) => typeof value === 'function')

const folderPath =
  /^(?!(?:state|journal|\.daybook)(?:\/|$))(?:\.?[A-Za-z0-9_][A-Za-z0-9_-]*)(?:\/\.?[A-Za-z0-9_][A-Za-z0-9_-]*)*$/

/** A folder relative to the memory's directory: safe names joined by `/`. */
export const folder: Check = checkOf(
  'a folder name such as "memory", of letters, digits, - and _, and not "state", "journal" or ".daybook"',
  (value) => typeof value === 'string' && folderPath.test(value),
)

/** Valid if one of these accepts it. */
export function either(...checks: readonly Check[]): Check {
  return (value) => {
    const expected = checks.map((check) => check(value))
    return expected.includes(undefined) ? undefined : expected.join(', or ')
  }
}

/** @throws MemoryError `bad-input` unless the value is a string; `example` shows one */
export function checkText(value: unknown, name: string, example: string): string {
  if (typeof value === 'string') return value
  throw wrongValue(name, value, `a text such as ${shown(example)}`)
}

/** An object type whose optional fields may be given as undefined, which counts as not given. */
export type OrUndefined<T> = { [Name in keyof T]: undefined extends T[Name] ? T[Name] | undefined : T[Name] }

/** An object type whose fields are all optional but never undefined. */
export type Given<T> = { [Name in keyof T]?: T[Name] & (NonNullable<unknown> | null) }

/** The given fields of an object; none for an option that is absent or switched off. */
export function withoutUndefined<T extends object>(fields: T | false | undefined): Given<T> {
  const kept: Given<T> = {}
  if (!fields) return kept
  for (const name in fields) {
    const value = fields[name]
    if (value !== undefined) kept[name] = value
  }
  return kept
}

/** The fields that an object may have. */
export interface Shape {
  readonly [name: string]: Check | Shape
}

/**
 * Checks an options object field by field; a field that is undefined counts as absent. Those in `needed` are required.
 * `print` shows a value in the error.
 * @throws MemoryError with `code`, naming the option's path, its value and what was expected
 */
export function checkShape(
  value: unknown,
  shape: Shape,
  path: string,
  code: MemoryErrorCode = 'bad-option',
  needed: readonly string[] = [],
  print: (value: unknown) => string = shown,
): void {
  const names = Object.keys(shape)
  const wrong = (where: string, found: unknown, expected: string): MemoryError =>
    new MemoryError(code, `${where} is ${print(found)}, expected ${expected}`)
  // The options of a call are all optional; what is stored, such as a note or a record, has needed fields.
  const noun = code === 'bad-input' && needed.length > 0 ? 'field' : 'option'
  if (!isRecord(value)) throw wrong(path, value, `an object with ${names.join(', ')}`)
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue
    const check = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (check === undefined) {
      const message = `${path} has no ${noun} ${shown(name)}; there are ${names.join(', ')}${didYouMean(name, names)}`
      throw new MemoryError(code, message)
    }
    const where = `${path}.${name}`
    const expected = typeof check === 'function' ? check(field) : undefined
    if (expected !== undefined) throw wrong(where, field, expected)
    if (typeof check !== 'function') checkShape(field, check, where, code, [], print)
  }
  for (const name of needed) {
    const check = shape[name]
    if (value[name] === undefined && typeof check === 'function')
      throw wrong(`${path}.${name}`, undefined, check(undefined) ?? '')
  }
}
