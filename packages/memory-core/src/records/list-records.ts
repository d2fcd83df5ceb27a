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
  if (filePath === undefined) return store.list(query)
  if (archived === 'no') return store.list({ ...query, scopes: await scopesOf(store, filePath) })
  return listForFile(store, query, filePath)
}

/** Whether a record applies to a file: it has no scope, or one that matches. */
export function appliesTo({ scope }: Pick<MemoryRecord, 'scope'>, filePath: string): boolean {
  return scope === undefined || matchesGlob(scope, filePath)
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
    (archived === 'all' || (archived === 'only') === (record.archivedAt !== undefined))
  )
}

async function scopesOf(store: RecordStore, filePath: string): Promise<(string | undefined)[]> {
  const scopes = await store.scopes()
  return [undefined, ...scopes.filter((scope) => matchesGlob(scope, filePath))]
}

/** The store knows the scopes of active records only: others are read until enough of them apply. */
async function listForFile(store: RecordStore, query: RecordQuery, filePath: string): Promise<StoredRecord[]> {
  for (let limit = query.limit * 4; ; limit *= 4) {
    const listed = await store.list({ ...query, limit })
    const found = listed.filter((record) => appliesTo(record, filePath))
    if (found.length >= query.limit || listed.length < limit) return found.slice(0, query.limit)
  }
}
