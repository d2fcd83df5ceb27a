import { randomBytes } from 'node:crypto'
import { damageError, rowSum } from '../disk/database.ts'
import { packKey } from '../storage/pack-key.ts'
import { isCopyMark, isRemoved, priorityRank, type RecordBody, recordBody, recordOf } from '../storage/record-rows.ts'
import type { StoredRecord } from '../storage/records.ts'
import type { JournalDraft, RowWrite, Statements } from './journal/table-changes.ts'

export interface RecordRow extends RecordBody {
  id: string
  revision: number
  /** The record's `as` in the journal. */
  born: string
  sum: number
}

/** A mark; key and value are packed, and `born` is empty for one that is not in the journal. */
interface MarkRow {
  key: string
  value: string
  born: string
}

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

function recordSum({ id, revision, strength, body, born }: Omit<RecordRow, 'sum'>): number {
  return rowSum(id, revision, strength, born, body)
}

export function findRecord({ row }: Pick<JournalDraft, 'row'>, id: string): RecordRow | undefined {
  return row(findRecordSql, packKey(id)) as RecordRow | undefined
}

/** The records with these ids. @throws SQLite's error of a damaged file if an index does not find a record that is there */
export function recordsWith(statement: Statements, ids: readonly string[]): StoredRecord[] {
  return ids.flatMap((id) => {
    const row = statement(findRecordSql).get(packKey(id)) as RecordRow | undefined
    if (row) return toRecord(row)
    if (statement(listedRecordSql).get(packKey(id))) throw damageError('an index of the records misses a row')
    return []
  })
}

/** Writes a record: a new version of the one with its id, or a new one. With `quiet` its revision stays. */
export function putRecord(draft: JournalDraft, body: RecordBody, quiet = false): void {
  const given = recordOf(body)
  const row = findRecord(draft, given.id)
  const record = row ? withRestored(given, row) : given
  const as = row?.born ?? newLife()
  const uses = row ? usesOf(draft, as) : 0
  const said = uses === 0 ? record : { ...record, reinforcementCount: record.reinforcementCount - uses }
  draft.line.put.push({ record: said, as })
  const place = { as, revision: quiet ? row?.revision : undefined }
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
  { as, revision }: { as: string; revision?: number | undefined },
  { body, strength }: RecordBody = recordBody(record),
): void {
  const { type, kind, priority, tokens, archivedAt, scope, tags } = record
  const id = packKey(record.id)
  draft.write([id], ({ statement, nextRevision }) => {
    const next = revision ?? nextRevision()
    const texts = [archivedAt, scope].map((text) => (text === undefined ? null : packKey(text)))
    const numbers = [priorityRank(priority), strength, tokens]
    const sum = recordSum({ id, revision: next, strength, body, born: as })
    const derived = [type, kind, ...numbers, ...texts, JSON.stringify(tags)]
    statement(putSql).run(id, next, ...derived, as, sum, body)
    statement('DELETE FROM removed_records WHERE id = ?').run(id)
  })
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
  const total = Number(statement(ownUsesSql).get(row.born, by)?.['total'] ?? 0) + grown
  statement(useSql).run(row.born, by, total)
  line.used[row.born] = [accessedAt, strength, total]
  writeRecord(draft, after, { as: row.born, revision: row.revision }, body)
}

export function removeRecord(draft: JournalDraft, id: string): void {
  const row = findRecord(draft, id)
  if (!row) return
  draft.removed(row.born)
  dropRecord(draft, row)
}

export function dropRecord(draft: JournalDraft, { id, born }: RecordRow): void {
  draft.statement('DELETE FROM records WHERE id = ?').run(id)
  draft.statement('DELETE FROM record_uses WHERE born = ?').run(born)
  draft.statement('INSERT OR REPLACE INTO removed_records (id, revision) VALUES (?, ?)').run(id, draft.nextRevision())
}

export function setMark(draft: JournalDraft, key: string, value: string | undefined): void {
  const row = draft.row('SELECT key, value, born FROM record_marks WHERE key = ?', packKey(key)) as MarkRow | undefined
  if (value === undefined) {
    if (!row) return
    if (row.born !== '') draft.removed(row.born)
    draft.statement('DELETE FROM record_marks WHERE key = ?').run(row.key)
    return
  }
  if (row?.value === packKey(value)) return
  const as = row?.born ?? (isCopyMark(key) ? '' : newLife())
  if (as !== '') draft.line.put.push({ mark: [key, value], as })
  writeMark(draft, [key, value], as)
}

/** Writes the row of a mark only. */
export function writeMark(draft: JournalDraft, [key, value]: readonly [string, string], as: string): void {
  const put: RowWrite = ({ statement }) => statement(putRecordMarkSql).run(packKey(key), packKey(value), as)
  if (as === '') put(draft)
  else draft.write([packKey(key)], put)
}

export function removeBorn(draft: JournalDraft, as: string): void {
  const { statement } = draft
  const row = statement(bornRecordSql).get(as) as RecordRow | undefined
  if (row) dropRecord(draft, row)
  statement('DELETE FROM record_marks WHERE born = ?').run(as)
}

/** The uses of a record by all writers. */
export function usesOf({ row }: JournalDraft, as: string): number {
  return Number((row(totalUsesSql, as) as { total: number }).total)
}

export function lastRevision(statement: Statements): number {
  return Number(statement('SELECT last FROM record_revision').get()?.['last'] ?? 0)
}

/**
 * Columns exist for what is filtered or sorted by; the record itself is JSON in `body`, the last column, so that the
 * others are read without it. Indexes are in the order of the answers, and partial ones hold only records that are (not)
 * archived: a list reads no more than its limit from each index range, and filters by type and kind without a row.
 */
export const recordSchema = `
  CREATE TABLE records (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, revision INTEGER NOT NULL UNIQUE, type TEXT NOT NULL,
    kind TEXT NOT NULL, priority INTEGER NOT NULL, strength REAL NOT NULL, tokens INTEGER NOT NULL,
    archived_at TEXT, scope TEXT, tags TEXT NOT NULL, born TEXT NOT NULL, sum INTEGER NOT NULL, body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX records_by_scope ON records (scope, type, priority, strength DESC, id) WHERE archived_at IS NULL;
  CREATE INDEX records_by_scope_strength ON records (scope, type, strength DESC, id) WHERE archived_at IS NULL;
  CREATE INDEX records_by_priority ON records (priority, strength DESC, id, type, kind) WHERE archived_at IS NULL;
  CREATE INDEX records_archived_by_priority ON records (priority, strength DESC, id, type, kind) WHERE archived_at IS NOT NULL;
  CREATE INDEX records_counted ON records (type, kind, (archived_at IS NOT NULL), tokens);
  CREATE TABLE removed_records (id TEXT PRIMARY KEY, revision INTEGER NOT NULL UNIQUE) STRICT, WITHOUT ROWID;
  CREATE TABLE record_marks (key TEXT PRIMARY KEY, value TEXT NOT NULL, born TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE record_uses (born TEXT, by TEXT, total INTEGER NOT NULL, PRIMARY KEY (born, by)) STRICT, WITHOUT ROWID;
  CREATE TABLE record_revision (last INTEGER NOT NULL) STRICT;
  INSERT INTO record_revision (last) VALUES (0);`

const columns = 'id, revision, type, kind, priority, strength, tokens, archived_at, scope, tags, born, sum, body'
const rowColumns = 'id, revision, strength, body, born, sum'
const places = columns.replaceAll(/\w+/g, '?')
const replaced = columns.replaceAll(/\w+/g, '$& = excluded.$&')

export const putSql: string = `INSERT INTO records (${columns}) VALUES (${places}) ON CONFLICT (id) DO UPDATE SET ${replaced}`
const putRecordMarkSql = 'INSERT OR REPLACE INTO record_marks (key, value, born) VALUES (?, ?, ?)'
export const findRecordMarksSql =
  'SELECT mark.key, mark.value FROM json_each(?) AS wanted JOIN record_marks AS mark ON mark.key = wanted.value'
export const listMarksSql = 'SELECT key, value FROM record_marks WHERE key >= ? ORDER BY key LIMIT ?'
export const moveRevisionSql = 'UPDATE record_revision SET last = ?'
const totalUsesSql = 'SELECT coalesce(sum(total), 0) AS total FROM record_uses WHERE born = ?'
const ownUsesSql = 'SELECT total FROM record_uses WHERE born = ? AND by = ?'
/** Under the name of a journal, `total` is the last number of a writer in it. */
export const useSql = 'INSERT OR REPLACE INTO record_uses (born, by, total) VALUES (?, ?, ?)'
export const copiesSql = "SELECT by, total FROM record_uses WHERE born = 'records' AND by NOT IN ('', ?)"
/** Marks of copies that older versions wrote into journals. */
export const dropCopyMarksSql =
  "DELETE FROM record_marks WHERE born <> '' AND (key GLOB 'placed-revision:*' OR key GLOB 'records-page:*' OR key GLOB 'page-lines:*')"
export const clearRecordsSql = [
  'DELETE FROM records',
  'DELETE FROM removed_records',
  'DELETE FROM record_marks',
  'DELETE FROM record_uses',
  'UPDATE record_revision SET last = 0',
] as const
export const everyRecordSql: string = `SELECT ${rowColumns} FROM records`
export const bornRecordSql: string = `SELECT ${rowColumns} FROM records WHERE born = ?`
const findRecordSql = `SELECT ${rowColumns} FROM records WHERE id = ?`
/** Selects 1 if another index has a record with this id, and its removal is not noted. */
const listedRecordSql =
  'SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM removed_records WHERE id = ?1) AND (EXISTS (SELECT 1 FROM records INDEXED BY records_by_priority WHERE archived_at IS NULL AND id = ?1) OR EXISTS (SELECT 1 FROM records INDEXED BY records_archived_by_priority WHERE archived_at IS NOT NULL AND id = ?1))'
export const readRecordSql: string = `SELECT ${rowColumns} FROM records WHERE number = ?`
/** Changed and removed records. Reads both tables in the order of their indexes. */
export const changedSql: string = `SELECT ${rowColumns}, 0 AS isGone FROM records WHERE revision > ?
  UNION ALL SELECT id, revision, 0, '', '', 0, 1 FROM removed_records WHERE revision > ? ORDER BY revision LIMIT ?`
export const countSql = `
  SELECT type, kind, (archived_at IS NOT NULL) AS archived, count(*) AS records, sum(tokens) AS tokens
  FROM records INDEXED BY records_counted GROUP BY type, kind, (archived_at IS NOT NULL)`

/** Jumps from each scope to the next, so that the cost does not grow with the records of a scope. */
export const scopesSql = `
  WITH RECURSIVE found (scope) AS (
    SELECT min(scope) FROM records INDEXED BY records_by_scope WHERE archived_at IS NULL AND scope IS NOT NULL
    UNION ALL
    SELECT (SELECT min(scope) FROM records INDEXED BY records_by_scope WHERE archived_at IS NULL AND scope > found.scope)
    FROM found WHERE found.scope IS NOT NULL
  )
  SELECT scope FROM found WHERE scope IS NOT NULL`

/** `column` is in a JSON list. Parameters are not numbered, because Node 22.16 does not bind numbered ones. */
const inList = (column: string): string => `${column} IN (SELECT value FROM json_each(?))`

/** Conditions that an index range may leave to a filter on its rows. */
export type RowFilter = 'types' | 'kinds' | 'scopes' | 'tags'

const filterSql: Readonly<Record<RowFilter, string>> = {
  types: inList('type'),
  kinds: inList('kind'),
  scopes: `(${inList('scope')} OR (scope IS NULL AND ?))`,
  tags: `EXISTS (SELECT 1 FROM json_each(tags) AS tag WHERE ${inList('tag.value')})`,
}

const ranked = 'SELECT number, id, priority AS rank, strength FROM records'
const alive = 'archived_at IS NULL'

/** Ways to read a list: each is one range of one index, in its order, ended by the least strength. */
const ways = {
  scope: `INDEXED BY records_by_scope WHERE ${alive} AND scope IS ? AND type = ? AND priority = ?`,
  scopeStrength: `INDEXED BY records_by_scope_strength WHERE ${alive} AND scope IS ? AND type = ?`,
  priority: `INDEXED BY records_by_priority WHERE ${alive} AND priority = ?`,
  archivedPriority: 'INDEXED BY records_archived_by_priority WHERE archived_at IS NOT NULL AND priority = ?',
} as const

export type ListWay = keyof typeof ways

/** The statement for a way with these filters. Its values in order: the range, the strength, the filters, the limit. */
export function listSql(way: ListWay, filters: readonly RowFilter[]): string {
  const conditions = [ways[way], 'strength >= ?', ...filters.map((filter) => filterSql[filter])]
  return `${ranked} ${conditions.join(' AND ')} ORDER BY strength DESC, id LIMIT ?`
}
