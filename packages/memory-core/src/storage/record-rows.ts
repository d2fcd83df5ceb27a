import { MemoryError, shown } from '../errors.ts'
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
import { compareTexts } from './compare-texts.ts'
import {
  type RecordEdit,
  type RecordPriority,
  type RecordQuery,
  type RecordStore,
  recordKinds,
  recordPriorities,
  recordTypes,
  type StoredRecord,
} from './records.ts'
import type { CallChecks } from './storage.ts'

/** The fields that the order of records depends on; `rank` is {@link priorityRank}. */
export interface RankedRecord {
  id: string
  rank: number
  strength: number
}

/** 0 for the most urgent. */
export function priorityRank(priority: RecordPriority): number {
  return recordPriorities.indexOf(priority)
}

/** Compares records in the order of a query. */
export function compareRecords(order: RecordQuery['order'] = 'strength'): (a: RankedRecord, b: RankedRecord) => number {
  // Equal infinities are not subtracted: that would give NaN.
  const byStrength = (a: RankedRecord, b: RankedRecord): number =>
    a.strength === b.strength ? compareTexts(a.id, b.id) : b.strength - a.strength
  return order === 'strength' ? byStrength : (a, b) => a.rank - b.rank || byStrength(a, b)
}

/** Whether a record meets every condition of a query. */
export function isWanted(record: StoredRecord, query: Omit<RecordQuery, 'limit'>): boolean {
  const { types, kinds, tags, scopes, archived = 'no', priorityFrom = 'low', strengthFrom } = query
  if (archived !== 'all' && (archived === 'only') !== (record.archivedAt !== undefined)) return false
  if (types && !types.includes(record.type)) return false
  if (kinds && !kinds.includes(record.kind)) return false
  if (scopes && !scopes.includes(record.scope)) return false
  if (tags && !tags.some((tag) => record.tags.includes(tag))) return false
  if (priorityRank(record.priority) > priorityRank(priorityFrom)) return false
  return strengthFrom === undefined || record.strength >= strengthFrom
}

/** A stored record: its strength, and the rest as JSON. Equal records have equal JSON. */
export interface RecordBody {
  body: string
  strength: number
}

/** Checks a record and splits a copy of it for storing. @throws MemoryError `bad-input` */
export function recordBody(record: StoredRecord): RecordBody {
  checkRecord(record)
  // JSON has no infinities, and -0 would come back as 0.
  return { body: JSON.stringify({ ...record, strength: undefined }), strength: record.strength + 0 }
}

/** Reverses {@link recordBody}. Returns a new object each time. */
export function recordOf({ body, strength }: RecordBody): StoredRecord {
  return { ...(JSON.parse(body) as Omit<StoredRecord, 'strength'>), strength }
}

/** Whether a mark says what one copy of a memory has seen: copies do not share it. Older versions add the copy's id. */
export function isCopyMark(key: string): boolean {
  return /^(?:placed-revision|records-page|page-lines|own-session|maintained):/.test(key)
}

/** Whether it is true at a time, in milliseconds; without a beginning, it always was. */
export function isCurrentAt(
  { validFrom, validTo }: { validFrom?: string | undefined; validTo?: string | undefined },
  ms: number,
): boolean {
  const isBegun = validFrom === undefined || Date.parse(validFrom) <= ms
  return isBegun && (validTo === undefined || Date.parse(validTo) > ms)
}

/** Whether a person removed it, and nothing has superseded it since. */
export function isRemoved(record: Pick<StoredRecord, 'author' | 'archivedAt' | 'validTo' | 'supersededBy'>): boolean {
  const { author, archivedAt, validTo, supersededBy } = record
  return author === 'person' && archivedAt !== undefined && validTo === archivedAt && supersededBy === undefined
}

/** Checks an edit, and splits its records for storing. @throws MemoryError `bad-input` */
export function checkedEdit(edit: RecordEdit): {
  put: RecordBody[]
  insert: RecordBody[]
  remove: string[]
  marks: [string, string | undefined][]
} {
  checkEdit(edit)
  return {
    put: (edit.put ?? []).map(recordBody),
    insert: (edit.insert ?? []).map(recordBody),
    remove: [...(edit.remove ?? [])],
    marks: Object.entries(edit.marks ?? {}),
  }
}

/** The changed record, split; undefined for no change. @throws MemoryError `bad-input`, also for another id */
export function changedBody(
  record: StoredRecord,
  change: (record: StoredRecord) => StoredRecord | undefined,
): RecordBody | undefined {
  const { id } = record
  const changed = change(record)
  if (changed === undefined) return undefined
  const body = recordBody(changed)
  if (changed.id === id) return body
  throw new MemoryError('bad-input', `the record ${shown(id)} came back as ${shown(changed.id)}: keep its id`)
}

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
