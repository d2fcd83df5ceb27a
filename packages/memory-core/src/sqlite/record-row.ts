import { randomBytes } from 'node:crypto'
import { damageError } from '../disk/database.ts'
import { packKey, unpackKey } from '../storage/pack-key.ts'
import { priorityRank, type RecordBody, recordOf } from '../storage/record-rows.ts'
import type { StoredRecord } from '../storage/records.ts'
import { rowSum } from './connection.ts'
import type { JournalDraft, Statements } from './journal/journal-draft.ts'
import {
  bornMarkSql,
  bornRecordSql,
  findMarkSql,
  findSql,
  markSql,
  noteRemovalSql,
  ownUsesSql,
  putSql,
  removeSql,
  totalUsesSql,
  unmarkSql,
  unremoveSql,
  unuseSql,
  useSql,
} from './record-sql.ts'

/** A row of the table of records, as far as reading needs it. */
export interface RecordRow extends RecordBody {
  id: string
  revision: number
  /** The `as` of the record in its journal. */
  born: string
  /** What its line in the journal takes, about. */
  bytes: number
  sum: number
}

/** A row of the table of marks; the key is packed. */
export interface MarkRow {
  key: string
  value: string
  born: string
}

/** What a line takes besides the things in it, about. */
const lineBytes = 70

/** A new `as`. */
export function newLife(): string {
  return randomBytes(8).toString('base64url')
}

/** The record of a row. @throws SQLite's error of a damaged file when the row is not as it was written */
export function toRecord(row: RecordRow): StoredRecord {
  if (!isSound(row)) throw damageError('a row of the records is not as it was written')
  return recordOf(row)
}

/** Whether a row is as it was written. */
export function isSound(row: RecordRow): boolean {
  return row.sum === recordSum(row)
}

function recordSum({ id, revision, strength, body, born }: Omit<RecordRow, 'sum' | 'bytes'>): number {
  return rowSum(id, revision, strength, born, body)
}

/** The row of an id, if there is one. */
export function findRecord(statement: Statements, id: string): RecordRow | undefined {
  return statement(findSql).get(packKey(id)) as RecordRow | undefined
}

/** The row of a key, if there is one. */
export function findMark(statement: Statements, key: string): MarkRow | undefined {
  return statement(findMarkSql).get(packKey(key)) as MarkRow | undefined
}

/** Writes a record: a new version of the one with its id, or a new one. What is quiet keeps its revision. */
export function putRecord(draft: JournalDraft, body: RecordBody, quiet = false): void {
  const record = recordOf(body)
  const row = findRecord(draft.statement, record.id)
  const as = row?.born ?? newLife()
  const uses = row ? usesOf(draft.statement, as) : 0
  const said = uses === 0 ? record : { ...record, reinforcementCount: record.reinforcementCount - uses }
  draft.line.put.push({ record: said, as })
  writeRecord(draft, body, { as, row, revision: quiet ? row?.revision : undefined })
}

/** Writes the row of a record that stands in the journal. */
export function writeRecord(
  draft: JournalDraft,
  body: RecordBody,
  { as, row, revision }: { as: string; row: RecordRow | undefined; revision?: number | undefined },
): void {
  const { statement } = draft
  const record = recordOf(body)
  const { type, kind, priority, strength, tokens, createdAt, archivedAt, scope, name, tags } = record
  const id = packKey(record.id)
  const next = revision ?? draft.nextRevision()
  const texts = [archivedAt, scope, name].map((text) => (text === undefined ? null : packKey(text)))
  const numbers = [priorityRank(priority), strength, tokens]
  const bytes = body.body.length + lineBytes
  const sum = recordSum({ ...body, id, revision: next, born: as })
  const derived = [type, kind, ...numbers, packKey(createdAt), ...texts, JSON.stringify(tags)]
  statement(putSql).run(id, next, ...derived, as, bytes, sum, body.body)
  statement(unremoveSql).run(id)
  draft.grow(bytes - (row?.bytes ?? 0))
}

/**
 * Writes a changed record that is no news: as uses of it where only its count has grown and what follows from that, because
 * the uses of two copies add up.
 */
export function useRecord(draft: JournalDraft, row: RecordRow, body: RecordBody): void {
  const [before, after] = [recordOf(row), recordOf(body)]
  const { accessedAt, strength, reinforcementCount } = after
  const grown = reinforcementCount - before.reinforcementCount
  const unused = { ...after, accessedAt: before.accessedAt, reinforcementCount: before.reinforcementCount }
  const isUse = grown >= 0 && JSON.stringify({ ...unused, strength: undefined }) === row.body
  if (!isUse || !Number.isFinite(strength)) {
    putRecord(draft, body, true)
    return
  }
  const { statement, line, by } = draft
  const total = Number(statement(ownUsesSql).get(row.born, by)?.['total'] ?? 0) + grown
  statement(useSql).run(row.born, by, total)
  line.used[row.born] = [accessedAt, strength, total]
  writeRecord(draft, body, { as: row.born, row, revision: row.revision })
}

/** Removes a record, if it is there. */
export function removeRecord(draft: JournalDraft, id: string): void {
  const row = findRecord(draft.statement, id)
  if (!row) return
  draft.removed(row.born)
  dropRecord(draft, row)
}

/** Removes the row of a record. */
export function dropRecord(draft: JournalDraft, { id, born, bytes }: RecordRow): void {
  draft.statement(removeSql).run(id)
  draft.statement(unuseSql).run(born)
  draft.statement(noteRemovalSql).run(id, draft.nextRevision())
  draft.grow(-bytes)
}

/** Sets a mark, or takes it away. */
export function setMark(draft: JournalDraft, key: string, value: string | undefined): void {
  const { statement, line } = draft
  const row = findMark(statement, key)
  if (value === undefined) {
    if (!row) return
    draft.removed(row.born)
    statement(unmarkSql).run(packKey(key))
    draft.grow(-markBytes(key, unpackKey(row.value)))
    return
  }
  if (row?.value === packKey(value)) return
  const as = row?.born ?? newLife()
  line.put.push({ mark: [key, value], as })
  writeMark(draft, [key, value], as)
}

/** Writes the row of a mark that stands in the journal. */
export function writeMark(draft: JournalDraft, [key, value]: readonly [string, string], as: string): void {
  const row = findMark(draft.statement, key)
  draft.statement(markSql).run(packKey(key), packKey(value), as)
  draft.grow(markBytes(key, value) - (row ? markBytes(key, unpackKey(row.value)) : 0))
}

function markBytes(key: string, value: string): number {
  return key.length + value.length + lineBytes
}

/** Removes the record or the mark that was born under this name, if one is there. */
export function removeBorn(draft: JournalDraft, as: string): void {
  const { statement } = draft
  const row = statement(bornRecordSql).get(as) as RecordRow | undefined
  if (row) dropRecord(draft, row)
  const mark = statement(bornMarkSql).get(as) as MarkRow | undefined
  if (mark) setMark({ ...draft, removed: () => undefined }, unpackKey(mark.key), undefined)
}

/** The uses of a record by every writer. */
export function usesOf(statement: Statements, as: string): number {
  return Number(statement(totalUsesSql).get(as)?.['total'] ?? 0)
}
