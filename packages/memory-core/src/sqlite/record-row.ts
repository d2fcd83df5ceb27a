import { randomBytes } from 'node:crypto'
import { damageError, rowSum } from '../disk/database.ts'
import { packKey, unpackKey } from '../storage/pack-key.ts'
import { isCopyMark, isRemoved, priorityRank, type RecordBody, recordBody, recordOf } from '../storage/record-rows.ts'
import type { StoredRecord } from '../storage/records.ts'
import type { JournalDraft, Statements } from './journal/table-changes.ts'
import * as sql from './record-sql.ts'

export interface RecordRow extends RecordBody {
  id: string
  revision: number
  /** The record's `as` in the journal. */
  born: string
  /** Estimated bytes of its journal line. */
  bytes: number
  sum: number
}

/** A mark; key and value are packed, and `born` is empty for one that is not in the journal. */
interface MarkRow {
  key: string
  value: string
  born: string
}

/** Estimated bytes of a journal line besides its values. */
const lineBytes = 70

const lifeBytes = 8
/** Random bytes for the next ids: a call for each costs as much as a row. */
let pool = Buffer.alloc(0)

export function newLife(): string {
  if (pool.length < lifeBytes) pool = randomBytes(256 * lifeBytes)
  const life = pool.toString('base64url', 0, lifeBytes)
  pool = pool.subarray(lifeBytes)
  return life
}

/** The record of a row. @throws SQLite's error of a damaged file if the checksum does not match */
export function toRecord(row: RecordRow): StoredRecord {
  if (!isSound(row)) throw damageError('a row of the records is not as it was written')
  return recordOf(row)
}

export function isSound(row: RecordRow): boolean {
  return row.sum === recordSum(row)
}

function recordSum({ id, revision, strength, body, born }: Omit<RecordRow, 'sum' | 'bytes'>): number {
  return rowSum(id, revision, strength, born, body)
}

export function findRecord(statement: Statements, id: string): RecordRow | undefined {
  return statement(sql.findRecordSql).get(packKey(id)) as RecordRow | undefined
}

/** The records with these ids. @throws SQLite's error of a damaged file if an index does not find a record that is there */
export function recordsWith(statement: Statements, ids: readonly string[]): StoredRecord[] {
  return ids.flatMap((id) => {
    const row = findRecord(statement, id)
    if (row) return toRecord(row)
    if (statement(sql.listedRecordSql).get(packKey(id))) throw damageError('an index of the records misses a row')
    return []
  })
}

function findMark(statement: Statements, key: string): MarkRow | undefined {
  return statement('SELECT key, value, born FROM record_marks WHERE key = ?').get(packKey(key)) as MarkRow | undefined
}

/** Writes a record: a new version of the one with its id, or a new one. With `quiet` its revision stays. */
export function putRecord(draft: JournalDraft, body: RecordBody, quiet = false): void {
  const given = recordOf(body)
  const row = findRecord(draft.statement, given.id)
  const record = row ? withRestored(given, row) : given
  const as = row?.born ?? newLife()
  const uses = row ? usesOf(draft.statement, as) : 0
  const said = uses === 0 ? record : { ...record, reinforcementCount: record.reinforcementCount - uses }
  draft.line.put.push({ record: said, as })
  const place = { as, row, revision: quiet ? row?.revision : undefined }
  writeRecord(draft, record, place, record === given ? body : recordBody(record))
}

/** If a person had removed the record and this version brings it back, notes which removal that was. */
function withRestored(record: StoredRecord, row: RecordRow): StoredRecord {
  if (!row.body.includes('"archivedAt"') || isRemoved(record)) return record
  const before = recordOf(row)
  return before.archivedAt === undefined || !isRemoved(before) ? record : { ...record, restored: before.archivedAt }
}

/** Writes the row only; the journal's line is the caller's. `body` is the record as it is stored. */
export function writeRecord(
  draft: JournalDraft,
  record: StoredRecord,
  { as, row, revision }: { as: string; row: RecordRow | undefined; revision?: number | undefined },
  { body, strength }: RecordBody = recordBody(record),
): void {
  const { statement } = draft
  const { type, kind, priority, tokens, archivedAt, scope, tags } = record
  const id = packKey(record.id)
  const next = revision ?? draft.nextRevision()
  const texts = [archivedAt, scope].map((text) => (text === undefined ? null : packKey(text)))
  const numbers = [priorityRank(priority), strength, tokens]
  const bytes = body.length + lineBytes
  const sum = recordSum({ id, revision: next, strength, body, born: as })
  const derived = [type, kind, ...numbers, ...texts, JSON.stringify(tags)]
  statement(sql.putSql).run(id, next, ...derived, as, bytes, sum, body)
  statement('DELETE FROM removed_records WHERE id = ?').run(id)
  draft.grow(bytes - (row?.bytes ?? 0))
}

/** Writes a record without a new revision. Its line counts mere uses, so that those of two copies add up in a merge. */
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
  const total = Number(statement(sql.ownUsesSql).get(row.born, by)?.['total'] ?? 0) + grown
  statement(sql.useSql).run(row.born, by, total)
  line.used[row.born] = [accessedAt, strength, total]
  writeRecord(draft, after, { as: row.born, row, revision: row.revision }, body)
}

export function removeRecord(draft: JournalDraft, id: string): void {
  const row = findRecord(draft.statement, id)
  if (!row) return
  draft.removed(row.born)
  dropRecord(draft, row)
}

export function dropRecord(draft: JournalDraft, { id, born, bytes }: RecordRow): void {
  draft.statement('DELETE FROM records WHERE id = ?').run(id)
  draft.statement('DELETE FROM record_uses WHERE born = ?').run(born)
  draft.statement('INSERT OR REPLACE INTO removed_records (id, revision) VALUES (?, ?)').run(id, draft.nextRevision())
  draft.grow(-bytes)
}

export function setMark(draft: JournalDraft, key: string, value: string | undefined): void {
  const { statement, line } = draft
  const row = findMark(statement, key)
  if (value === undefined) {
    if (!row) return
    if (row.born !== '') draft.removed(row.born)
    dropMark(draft, row)
    return
  }
  if (row?.value === packKey(value)) return
  const as = row?.born ?? (isCopyMark(key) ? '' : newLife())
  if (as !== '') line.put.push({ mark: [key, value], as })
  writeMark(draft, [key, value], as)
}

function dropMark(draft: JournalDraft, { key, value }: MarkRow): void {
  draft.statement('DELETE FROM record_marks WHERE key = ?').run(key)
  draft.grow(-markBytes(unpackKey(key), unpackKey(value)))
}

/** Writes the row of a mark only. */
export function writeMark(draft: JournalDraft, [key, value]: readonly [string, string], as: string): void {
  const row = findMark(draft.statement, key)
  draft.statement(sql.putRecordMarkSql).run(packKey(key), packKey(value), as)
  draft.grow(markBytes(key, value) - (row ? markBytes(key, unpackKey(row.value)) : 0))
}

function markBytes(key: string, value: string): number {
  return key.length + value.length + lineBytes
}

export function removeBorn(draft: JournalDraft, as: string): void {
  const { statement } = draft
  const row = statement(sql.bornRecordSql).get(as) as RecordRow | undefined
  if (row) dropRecord(draft, row)
  const mark = statement('SELECT key, value, born FROM record_marks WHERE born = ?').get(as) as MarkRow | undefined
  if (mark) dropMark(draft, mark)
}

/** The uses of a record by all writers. */
export function usesOf(statement: Statements, as: string): number {
  return Number(statement(sql.totalUsesSql).get(as)?.['total'] ?? 0)
}
