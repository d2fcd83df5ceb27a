import { parseTime } from '../clock.ts'
import {
  type MemoryRecord,
  type RecordQuery,
  type RecordStore,
  recordPriorities,
  type StoredRecord,
} from '../storage/records.ts'
import { matchesGlob } from '../text/glob.ts'
import type { RecordFilter } from './records.ts'
import { withoutUndefined } from './without-undefined.ts'

/** Lists records, the most urgent first, then the strongest. With a file, those of its scopes and those without one. */
export async function listRecords(store: RecordStore, filter: RecordFilter): Promise<StoredRecord[]> {
  const { types, kinds, priorityFrom, tags, filePath, archived = 'no', limit = 100 } = filter
  const query: RecordQuery = {
    ...withoutUndefined({ types, kinds, priorityFrom, tags }),
    archived,
    order: 'priority',
    limit,
  }
  const scoped = filePath !== undefined && archived === 'no' ? { scopes: await scopesOf(store, filePath) } : {}
  const isFor = (record: MemoryRecord): boolean => filePath === undefined || appliesTo(record, filePath)
  if (filter.asOf === undefined && (filePath === undefined || archived === 'no'))
    return store.list({ ...query, ...scoped })
  return listWhere(store, { ...query, ...scoped }, (record) => isFor(record) && heldAsOf(record, filter.asOf))
}

/** Whether a record applies to a file: it has no scope, or one that matches. */
export function appliesTo({ scope }: Pick<MemoryRecord, 'scope'>, filePath: string): boolean {
  return scope === undefined || matchesGlob(scope, filePath)
}

/** Whether a record held at a moment; always, when none is given. @throws MemoryError `bad-input` for what is no date */
export function heldAsOf(
  { createdAt, validFrom = createdAt, validTo }: MemoryRecord,
  asOf: string | Date | undefined,
): boolean {
  if (asOf === undefined) return true
  const ms = parseTime(asOf, 'filter.asOf')
  return Date.parse(validFrom) <= ms && (validTo === undefined || Date.parse(validTo) > ms)
}

/** Whether every condition holds for a record. */
export function fits(record: MemoryRecord, filter: RecordFilter): boolean {
  const { types, kinds, priorityFrom, tags, filePath, archived = 'all' } = filter
  return (
    (types?.includes(record.type) ?? true) &&
    (kinds?.includes(record.kind) ?? true) &&
    (priorityFrom === undefined ||
      recordPriorities.indexOf(record.priority) <= recordPriorities.indexOf(priorityFrom)) &&
    (tags === undefined || tags.some((tag) => record.tags.includes(tag))) &&
    (filePath === undefined || appliesTo(record, filePath)) &&
    heldAsOf(record, filter.asOf) &&
    (archived === 'all' || (archived === 'only') === (record.archivedAt !== undefined))
  )
}

async function scopesOf(store: RecordStore, filePath: string): Promise<(string | undefined)[]> {
  const scopes = await store.scopes()
  return [undefined, ...scopes.filter((scope) => matchesGlob(scope, filePath))]
}

/** What the store cannot ask for is looked at here: others are read until enough of them are wanted. */
async function listWhere(
  store: RecordStore,
  query: RecordQuery,
  isWanted: (record: MemoryRecord) => boolean,
): Promise<StoredRecord[]> {
  for (let limit = query.limit * 4; ; limit *= 4) {
    const listed = await store.list({ ...query, limit })
    const found = listed.filter(isWanted)
    if (found.length >= query.limit || listed.length < limit) return found.slice(0, query.limit)
  }
}
