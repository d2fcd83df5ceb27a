/**
 * Columns exist for what is filtered or sorted by; the record itself is JSON in `body`, the last column, so that the
 * others are read without it. Indexes are in the order of the answers, and partial ones hold only records that are (not)
 * archived: a list reads no more than its limit from each index range, and filters by type and kind without a row.
 */
export const recordSchema = `
  CREATE TABLE records (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, revision INTEGER NOT NULL UNIQUE, type TEXT NOT NULL,
    kind TEXT NOT NULL, priority INTEGER NOT NULL, strength REAL NOT NULL, tokens INTEGER NOT NULL,
    archived_at TEXT, scope TEXT, tags TEXT NOT NULL, born TEXT NOT NULL, bytes INTEGER NOT NULL, sum INTEGER NOT NULL, body TEXT NOT NULL
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

const columns = 'id, revision, type, kind, priority, strength, tokens, archived_at, scope, tags, born, bytes, sum, body'
const rowColumns = 'id, revision, strength, body, born, bytes, sum'
const places = '?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?'
const replaced = columns
  .split(', ')
  .map((column) => `${column} = excluded.${column}`)
  .join(', ')

export const putSql: string = `INSERT INTO records (${columns}) VALUES (${places}) ON CONFLICT (id) DO UPDATE SET ${replaced}`
export const putRecordMarkSql = 'INSERT OR REPLACE INTO record_marks (key, value, born) VALUES (?, ?, ?)'
export const findRecordMarksSql =
  'SELECT mark.key, mark.value FROM json_each(?) AS wanted JOIN record_marks AS mark ON mark.key = wanted.value'
export const listMarksSql = 'SELECT key, value FROM record_marks WHERE key >= ? ORDER BY key LIMIT ?'
export const moveRevisionSql = 'UPDATE record_revision SET last = ?'
export const totalUsesSql = 'SELECT coalesce(sum(total), 0) AS total FROM record_uses WHERE born = ?'
export const ownUsesSql = 'SELECT total FROM record_uses WHERE born = ? AND by = ?'
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
export const findRecordSql: string = `SELECT ${rowColumns} FROM records WHERE id = ?`
/** Selects 1 if another index has a record with this id, and its removal is not noted. */
export const listedRecordSql =
  'SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM removed_records WHERE id = ?1) AND (EXISTS (SELECT 1 FROM records INDEXED BY records_by_priority WHERE archived_at IS NULL AND id = ?1) OR EXISTS (SELECT 1 FROM records INDEXED BY records_archived_by_priority WHERE archived_at IS NOT NULL AND id = ?1))'
export const readRecordSql: string = `SELECT ${rowColumns} FROM records WHERE number = ?`
export const changedSql: string = `SELECT ${rowColumns} FROM records WHERE revision > ? ORDER BY revision LIMIT ?`
export const removedSql = 'SELECT id, revision FROM removed_records WHERE revision > ? ORDER BY revision LIMIT ?'
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
