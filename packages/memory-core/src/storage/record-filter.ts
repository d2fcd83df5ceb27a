import { priorityRank } from './record-order.ts'
import type { RecordQuery, StoredRecord } from './records.ts'

/** Whether a record meets every condition of a query. */
export function isWanted(record: StoredRecord, query: RecordQuery): boolean {
  const { types, kinds, tags, scopes, name, archived = 'no' } = query
  if (archived !== 'all' && (archived === 'only') !== (record.archivedAt !== undefined)) return false
  if (types && !types.includes(record.type)) return false
  if (kinds && !kinds.includes(record.kind)) return false
  if (scopes && !scopes.includes(record.scope)) return false
  if (tags && !tags.some((tag) => record.tags.includes(tag))) return false
  if (name !== undefined && !(record.kind === 'procedural' && record.name === name)) return false
  return isAlive(record, query)
}

function isAlive(record: StoredRecord, { priorityFrom = 'low', strengthFrom }: RecordQuery): boolean {
  const isUrgent = priorityRank(record.priority) <= priorityRank(priorityFrom)
  return isUrgent && (strengthFrom === undefined || record.strength >= strengthFrom)
}
