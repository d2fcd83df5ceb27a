import { MemoryError, shown } from '../errors.ts'
import { compareTexts } from './compare-texts.ts'
import { checkEdit, checkRecord } from './record-checks.ts'
import {
  type RecordEdit,
  type RecordPriority,
  type RecordQuery,
  recordPriorities,
  type StoredRecord,
} from './records.ts'

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
