import { MemoryError, shown } from '../errors.ts'
import { packKey, unpackKey } from '../storage/pack-key.ts'
import { type RecordBody, recordOf } from '../storage/record-body.ts'
import { priorityRank } from '../storage/record-order.ts'
import type { StoredRecord } from '../storage/records.ts'
import { putSql, unremoveSql } from './record-sql.ts'
import { rowSum } from './row-sum.ts'
import type { Statements } from './store-file.ts'

/** A row of the table of records, as far as reading needs it. */
export interface RecordRow extends RecordBody {
  id: string
  revision: number
  sum: number | null
}

/** The checksum of a record: of all that is not derived from its body, and of the body. */
export function recordSum({ id, revision, strength, body }: Omit<RecordRow, 'sum'>): number {
  return rowSum(id, revision, strength, body)
}

/** The values of the columns that follow from a record, in the order of the table: all but id, revision and sum. */
export function columnsOf(body: RecordBody): (string | number | null)[] {
  const { type, kind, priority, strength, tokens, createdAt, archivedAt, scope, name, tags } = recordOf(body)
  const texts = [archivedAt, scope, name].map((text) => (text === undefined ? null : packKey(text)))
  const numbers = [priorityRank(priority), strength, tokens]
  return [type, kind, ...numbers, packKey(createdAt), ...texts, JSON.stringify(tags), body.body]
}

/** Writes a record's row: every column but the revision follows from its body and its strength. */
export function putRecord(statement: Statements, body: RecordBody, revision: number): void {
  const id = packKey(recordOf(body).id)
  statement(putSql).run(id, revision, ...columnsOf(body), recordSum({ ...body, id, revision }))
  statement(unremoveSql).run(id)
}

/** The record of a row. @throws MemoryError `corrupt` when the row is not as it was written */
export function toRecord(row: RecordRow): StoredRecord {
  if (row.sum !== recordSum(row)) throw damagedError(row.id, undefined)
  try {
    return recordOf(row)
  } catch (error) {
    throw damagedError(row.id, error)
  }
}

function damagedError(id: string, cause: unknown): MemoryError {
  const wayOut = 'restore a backup, or let memory.check({ repair: true }) set it aside'
  return new MemoryError('corrupt', `the stored record ${shown(unpackKey(id))} is damaged: ${wayOut}`, { cause })
}
