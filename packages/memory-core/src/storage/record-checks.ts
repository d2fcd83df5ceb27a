import {
  amount,
  anyText,
  anything,
  type Check,
  checkOf,
  checkShape,
  either,
  infinity,
  oneOf,
  type Shape,
  text,
  wholeNumber,
} from '../option-checks.ts'
import {
  type RecordEdit,
  type RecordStore,
  recordKinds,
  recordPriorities,
  recordTypes,
  type StoredRecord,
} from './records.ts'
import type { CallChecks } from './storage.ts'

export { recordTypes }

const type = oneOf(...recordTypes)
const kind = oneOf(...recordKinds)
const number = checkOf('a number', (value) => typeof value === 'number' && !Number.isNaN(value))
const absent = checkOf('undefined', (value) => value === undefined)
const rowCount = either(wholeNumber(0), infinity)
const listOf =
  (check: Check): Check =>
  (value) => {
    if (!Array.isArray(value)) return 'a list'
    const wrong = Array.from(value, check).find((expected) => expected !== undefined)
    return wrong === undefined ? undefined : `a list, each of which is ${wrong}`
  }

const required = {
  id: text,
  type,
  kind,
  priority: oneOf(...recordPriorities),
  text: anyText,
  tags: listOf(anyText),
  author: oneOf('user', 'assistant', 'tool', 'person'),
  confidence: amount(0, 1),
  createdAt: anyText,
  accessedAt: anyText,
  reinforcementCount: amount(0),
  successCount: amount(0),
  failureCount: amount(0),
  strength: number,
  tokens: wholeNumber(0),
} as const satisfies Shape
const requiredFields = Object.keys(required)

const recordShape: Shape = {
  ...required,
  name: anyText,
  steps: listOf(anyText),
  outcome: anyText,
  about: anyText,
  worth: amount(0, 1),
  until: anyText,
  scope: anyText,
  source: { session: anyText, messageId: anyText, quote: anyText },
  validFrom: anyText,
  validTo: anyText,
  supersedes: anyText,
  supersededBy: anyText,
  conflictsWith: listOf(anyText),
  archivedAt: anyText,
  restored: anyText,
}

const queryShape: Shape = {
  types: listOf(type),
  kinds: listOf(kind),
  priorityFrom: oneOf(...recordPriorities),
  tags: listOf(anyText),
  scopes: listOf(either(anyText, absent)),
  strengthFrom: number,
  archived: oneOf('no', 'only', 'all'),
  order: oneOf('priority', 'strength'),
  limit: rowCount,
}

const isMark = (value: unknown): boolean => value === undefined || typeof value === 'string'
const marks = checkOf(
  'texts by key',
  (value) => typeof value === 'object' && value !== null && Object.values(value).every(isMark),
)
const editShape: Shape = { put: listOf(anything), insert: listOf(anything), remove: listOf(anyText), marks }

/** @throws MemoryError `bad-input` for a field that is missing, unknown or of another type */
export function checkRecord(record: StoredRecord): void {
  checkShape(record, recordShape, 'record', 'bad-input', requiredFields)
}

/** @throws MemoryError `bad-input` for an invalid edit. Does not check its records */
export function checkEdit(edit: RecordEdit): void {
  checkShape(edit, editShape, 'edit', 'bad-input')
}

function ownTexts(texts: readonly string[], name: string): string[] {
  checkShape({ [name]: texts }, { [name]: listOf(anyText) }, 'the call', 'bad-input')
  return [...new Set(texts)]
}

/** The highest limit that every database accepts. */
const mostRows = 1_000_000_000

/** The checks of the calls of a {@link RecordStore}. `write` checks its records as it splits them, see `checkedEdit`. */
export const recordCalls: CallChecks<RecordStore> = {
  update: (ids, ...rest) => [ownTexts(ids, 'ids'), ...rest],
  get: (ids) => [ownTexts(ids, 'ids')],
  list(query) {
    checkShape(query, queryShape, 'query', 'bad-input', ['limit'])
    return [{ ...structuredClone(query), limit: Math.min(query.limit, mostRows) }]
  },
  changes(since, limit) {
    checkShape({ since, limit }, { since: wholeNumber(0), limit: rowCount }, 'changes', 'bad-input')
    return [since, Math.min(limit, mostRows)]
  },
  marks: (keys) => [ownTexts(keys, 'keys')],
  listMarks(after, limit) {
    checkShape({ after, limit }, { after: anyText, limit: rowCount }, 'listMarks', 'bad-input')
    return [after, Math.min(limit, mostRows)]
  },
}
