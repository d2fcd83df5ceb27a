import { wrongValue } from '../errors.ts'
import {
  abortSignal,
  amount,
  anyText,
  type Check,
  checkOf,
  either,
  oneOf,
  type Shape,
  textUpTo,
  wholeNumber,
} from '../option-checks.ts'
import { recordPriorities } from '../storage/records.ts'
import { recordTypeNames } from './record-types.ts'

/** Maximum characters of a record's fields. */
export const recordLimits = { text: 4_000, quote: 20_000, name: 200, outcome: 400, scope: 200, tag: 64, key: 1_024 }

export const maxTags = 32
export const maxSteps = 100

const maxLimit = 10_000

function listOf(check: Check, most: number, expected: string): Check {
  return checkOf(
    `a list of at most ${most} ${expected}`,
    (value) => Array.isArray(value) && value.length <= most && value.every((one) => check(one) === undefined),
  )
}

const types = oneOf(...recordTypeNames)
const kinds = oneOf('semantic', 'episodic', 'procedural')
const priority = oneOf(...recordPriorities)
const texts = listOf(textUpTo(recordLimits.tag), maxTags, `texts of 1 to ${recordLimits.tag} characters`)

const scope = checkOf(
  `a glob such as "src/**/*.ts", of 1 to ${recordLimits.scope} characters`,
  (value) => textUpTo(recordLimits.scope)(value) === undefined && !/\p{Cc}/u.test(String(value)),
)

const date = checkOf(
  'a date such as "2026-11-21T09:30:00Z"',
  (value) => typeof value === 'string' || value instanceof Date,
)

const changeable: Shape = {
  text: textUpTo(recordLimits.text),
  type: types,
  priority,
  scope,
  tags: texts,
  confidence: amount(0, 1),
  validFrom: date,
  validTo: date,
}

const learnable: Shape = {
  ...changeable,
  source: {
    // Accepts every id that sessions accept, blank ones included, because their messages can be captured.
    session: anyText,
    messageId: anyText,
    quote: textUpTo(recordLimits.quote),
  },
  author: oneOf('user', 'assistant', 'tool', 'person'),
  createdAt: date,
  about: textUpTo(recordLimits.tag),
  worth: amount(0, 1),
  until: date,
}

const someTypes = listOf(types, recordTypeNames.length, `of ${recordTypeNames.join(', ')}`)

const listable: Shape = {
  types: someTypes,
  type: either(types, someTypes),
  kinds: listOf(kinds, 3, 'of semantic, episodic, procedural'),
  priorityFrom: priority,
  tags: texts,
  filePath: textUpTo(4_096),
  archived: oneOf('no', 'only', 'all'),
  asOf: date,
  limit: wholeNumber(1, maxLimit),
}

export const shapes = {
  record: { ...learnable, supersedes: textUpTo(recordLimits.key) },
  change: changeable,
  episode: { ...learnable, outcome: textUpTo(recordLimits.outcome) },
  procedure: {
    ...learnable,
    name: textUpTo(recordLimits.name),
    steps: listOf(textUpTo(recordLimits.text), maxSteps, 'steps, each a text of at most 4,000 characters'),
  },
  list: listable,
  recall: { ...listable, budget: wholeNumber(0), signal: abortSignal },
} as const satisfies Readonly<Record<string, Shape>>

/** Checks ids and copies them without duplicates. @throws MemoryError `bad-input` */
export function checkIds(ids: unknown, where: string): string[] {
  const list: readonly unknown[] = Array.isArray(ids) ? ids : [ids]
  const texts = list.flatMap((id) => (typeof id === 'string' ? [id] : []))
  if (Array.isArray(ids) && texts.length === list.length) return [...new Set(texts)]
  throw wrongValue(where, ids, 'a list of record ids')
}
