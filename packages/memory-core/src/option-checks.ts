import { MemoryError, type MemoryErrorCode, shown } from './errors.ts'
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

/**
 * The end of an error message about an unknown name: "; did you mean …?", or nothing. Recognises misspelt names, and
 * names that other libraries use.
 */
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
  const expected = `a whole number from ${min}${max === Number.MAX_SAFE_INTEGER ? '' : ` to ${max}`}`
  return (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max ? undefined : expected
}

/** A finite number from `min` to `max`. */
export function amount(min: number, max: number = Number.POSITIVE_INFINITY): Check {
  const expected = max === Number.POSITIVE_INFINITY ? `a number from ${min}` : `a number from ${min} to ${max}`
  return (value) =>
    typeof value === 'number' && Number.isFinite(value) && value >= min && value <= max ? undefined : expected
}

/** A non-empty string. */
export const text: Check = (value) => (typeof value === 'string' && value !== '' ? undefined : 'a text')

export const flag: Check = (value) => (typeof value === 'boolean' ? undefined : 'true or false')

export const off: Check = (value) => (value === false ? undefined : 'false')

/** A string, possibly empty. */
export const anyText: Check = (value) => (typeof value === 'string' ? undefined : 'a text')

/** A string that is not blank, of at most `length` characters. */
export function textUpTo(length: number): Check {
  return (value) =>
    typeof value === 'string' && value.trim() !== '' && value.length <= length
      ? undefined
      : // The first toLocaleString of a process takes about ten milliseconds, so only errors call it.
        `a text of 1 to ${length.toLocaleString('en')} characters`
}

/** No limit. */
export const infinity: Check = (value) => (value === Number.POSITIVE_INFINITY ? undefined : 'Infinity')

/** Anything: checked where it is used. */
export const anything: Check = () => undefined

/** A list of texts. */
export const texts: Check = (value) =>
  Array.isArray(value) && value.every((one) => typeof one === 'string') ? undefined : 'a list of texts'

export const abortSignal: Check = (value) =>
  typeof value === 'object' && value !== null && 'aborted' in value && 'addEventListener' in value
    ? undefined
    : 'an AbortSignal'

export const callable: Check = (value) => (typeof value === 'function' ? undefined : 'a function')

/** A folder relative to the memory's directory: safe names joined by `/`. */
export const folder: Check = (value) =>
  typeof value === 'string' &&
  /^(?!(?:state|journal|\.daybook)(?:\/|$))(?:\.?[A-Za-z0-9_][A-Za-z0-9_-]*)(?:\/\.?[A-Za-z0-9_][A-Za-z0-9_-]*)*$/.test(
    value,
  )
    ? undefined
    : 'a folder name such as "memory", of letters, digits, - and _, and not "state", "journal" or ".daybook"'

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
  throw new MemoryError('bad-input', `${name} is ${shown(value)}, expected a text such as ${shown(example)}`)
}

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
 * @throws MemoryError with `code`, naming the option's path, its value and what was expected
 */
export function checkShape(
  value: unknown,
  shape: Shape,
  path: string,
  code: MemoryErrorCode = 'bad-option',
  needed: readonly string[] = [],
): void {
  if (!isRecord(value))
    throw new MemoryError(code, `${path} is ${shown(value)}, expected an object with ${Object.keys(shape).join(', ')}`)
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue
    const check = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (check === undefined)
      throw new MemoryError(
        code,
        `${path} has no option ${shown(name)}; there are ${Object.keys(shape).join(', ')}${didYouMean(name, Object.keys(shape))}`,
      )
    const expected = typeof check === 'function' ? check(field) : undefined
    if (expected !== undefined) throw new MemoryError(code, `${path}.${name} is ${shown(field)}, expected ${expected}`)
    if (typeof check !== 'function') checkShape(field, check, `${path}.${name}`, code)
  }
  for (const name of needed) {
    const check = shape[name]
    if (value[name] === undefined && typeof check === 'function')
      throw new MemoryError(code, `${path}.${name} is undefined, expected ${check(undefined)}`)
  }
}
