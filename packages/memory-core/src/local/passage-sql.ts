import { passageColumns } from './passage-row.ts'

/** The statements of the passages. Not numbered, and so given twice where they are used twice: Node 22.16 does not bind numbered parameters. */
export const findSql: string = `SELECT number, scope, tokens, speech, length, ${passageColumns} FROM passages WHERE id = ?`
export const insertSql =
  'INSERT INTO passages (number, id, layer, type, origin, text, created_at, source, speech, scope, tokens, length) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'
export const replaceSql =
  'UPDATE passages SET layer = ?, type = ?, origin = ?, text = ?, created_at = ?, source = ?, speech = ?, scope = ?, tokens = ?, length = ? WHERE number = ?'
export const indexSql = 'INSERT INTO search (rowid, scope, tokens) VALUES (?, ?, ?)'
export const unindexSql = "INSERT INTO search (search, rowid, scope, tokens) VALUES ('delete', ?, ?, ?)"
export const dropSql = 'DELETE FROM passages WHERE number = ?'
export const markSql = 'INSERT OR REPLACE INTO watermarks (key, value) VALUES (?, ?)'
export const findMarkSql = 'SELECT value FROM watermarks WHERE key = ?'
export const unmarkSql = 'DELETE FROM watermarks WHERE key = ?'
export const growSql = 'UPDATE corpus SET passages = passages + ?, tokens = tokens + ?, changes = changes + ?'
export const watermarksSql = 'SELECT key, value FROM watermarks'
export const idsSql = 'SELECT id FROM passages WHERE number BETWEEN ? AND ?'
export const clearSql = [
  "INSERT INTO search (search) VALUES ('delete-all')",
  'DELETE FROM passages',
  'DELETE FROM watermarks',
  'DELETE FROM origins',
  'DELETE FROM vector_model',
  'UPDATE corpus SET passages = 0, tokens = 0, changes = changes + 1',
] as const

/** The best rows by score alone, without a look at the passages. */
export const rankSql = `
  SELECT rowid AS number, -bm25(search, 0.0, 1.0) AS score FROM search
  WHERE search MATCH ? ORDER BY bm25(search, 0.0, 1.0) LIMIT ?`
/** The same within a range of numbers: of a long list of postings only those in the range are read. */
export const rankWithinSql = `
  SELECT rowid AS number, -bm25(search, 0.0, 1.0) AS score FROM search
  WHERE search MATCH ? AND rowid BETWEEN ? AND ? ORDER BY bm25(search, 0.0, 1.0) LIMIT ?`
/** The same within a time. */
export const rankDatedSql = `
  SELECT search.rowid AS number, -bm25(search, 0.0, 1.0) AS score
  FROM search CROSS JOIN passages ON passages.number = search.rowid
  WHERE search MATCH ? AND search.rowid BETWEEN ? AND ?
    AND (created_at IS NULL OR created_at >= ?) AND (created_at IS NULL OR created_at <= ?)
  ORDER BY score DESC LIMIT ?`
export const readSql: string = `SELECT number, ${passageColumns} FROM passages WHERE number = ?`
export const candidateSql =
  'SELECT number, id, layer, created_at AS createdAt, speech, tokens, length FROM passages WHERE number = ?'

/** The best rows first, then their texts: the texts of passages that are not answered are never read. */
export const searchSql: string = `
  SELECT ${passageColumns}, best.score FROM (
    SELECT passages.number AS number, -bm25(search, 0.0, 1.0) AS score, id AS tie
    FROM search CROSS JOIN passages ON passages.number = search.rowid
    WHERE search MATCH ?
      AND (? IS NULL OR created_at IS NULL OR created_at >= ?)
      AND (? IS NULL OR created_at IS NULL OR created_at <= ?)
    ORDER BY CAST(score * 1e9 AS INTEGER) DESC, tie LIMIT ?
  ) AS best JOIN passages ON passages.number = best.number
  ORDER BY CAST(best.score * 1e9 AS INTEGER) DESC, id`
