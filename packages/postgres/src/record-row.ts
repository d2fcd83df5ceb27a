import { MemoryError, type StoredRecord } from '@daybook/memory-core'
import { packedKeys, priorityRank, type RecordBody, recordOf } from '@daybook/memory-core/storage'
import { indexKey } from './index-key.ts'
import { columnsOf } from './table.ts'

export interface RecordRow {
  id: string
  strength: string | number
  body: string
}

/** The key of a scope: '' for none. */
export function scopeKey(scope: string | undefined): string {
  return scope === undefined ? '' : indexKey(`=${scope}`)
}

/** Rows as columns for `putRecordsSql`. */
export function recordColumns(rows: readonly { body: RecordBody; revision: number }[]): unknown[] {
  const records = rows.map(({ body, revision }) => ({ ...recordOf(body), body: body.body, revision }))
  return [
    records.map(({ id }) => indexKey(id)),
    ...columnsOf(records, ['revision', 'type', 'kind']),
    records.map(({ priority }) => priorityRank(priority)),
    ...columnsOf(records, ['strength', 'tokens']),
    records.map(({ createdAt }) => indexKey(createdAt)),
    records.map(({ archivedAt }) => archivedAt !== undefined),
    records.map(({ scope }) => scopeKey(scope)),
    records.map(({ name }) => (name === undefined ? null : indexKey(name))),
    records.map(({ body }) => body),
    records.map(({ tags }) => JSON.stringify(tags.map(packedKeys.packKey))),
  ]
}

/** The record of a row. @throws MemoryError `corrupt` if it is not JSON */
export function toRecord({ id, strength, body }: RecordRow): StoredRecord {
  try {
    return recordOf({ body, strength: Number(strength) })
  } catch (error) {
    const wayOut = 'restore its row in the table records from a backup of the database, or delete it'
    const message = `the body of the record ${JSON.stringify(id)} is not JSON: ${wayOut}`
    throw new MemoryError('corrupt', message, { cause: error })
  }
}
