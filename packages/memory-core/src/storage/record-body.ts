import { MemoryError, shown } from '../errors.ts'
import { checkEdit, checkRecord } from './record-checks.ts'
import type { RecordEdit, StoredRecord } from './records.ts'

/** A record as it is stored: all but its strength, as JSON. Two records that read alike have the same text. */
export interface RecordBody {
  body: string
  strength: number
}

/**
 * Checks a record and takes it apart for storing; what it was given is not kept.
 * @throws MemoryError `bad-input` for a field that is missing, unknown or of another type
 */
export function recordBody(record: StoredRecord): RecordBody {
  checkRecord(record)
  // JSON has no infinities, and -0 would come back as 0.
  return { body: JSON.stringify({ ...record, strength: undefined }), strength: record.strength + 0 }
}

/** The record that {@link recordBody} took apart; a new object each time. */
export function recordOf({ body, strength }: RecordBody): StoredRecord {
  return { ...(JSON.parse(body) as Omit<StoredRecord, 'strength'>), strength }
}

/** Checks an edit and takes it apart. @throws MemoryError `bad-input` */
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

/**
 * What `change` makes of a record, for storing; undefined when it stays as it is.
 * @throws MemoryError `bad-input` when it is another record, or no record
 */
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
