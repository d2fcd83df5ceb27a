import { partsOfText } from '../storage/numbering.ts'
import { passageColumns } from './passage-row.ts'

/** Node 22.16 does not bind numbered parameters: a value that is used twice is given twice. */
export const findSql: string = `SELECT number, scope, tokens, speech, length, ${passageColumns} FROM passages WHERE id = ?`
/** Which of these ids (a JSON list) exist. */
export const knownSql = 'SELECT id FROM (SELECT value FROM json_each(?)) CROSS JOIN passages ON id = value'
export const insertSql =
  'INSERT INTO passages (number, id, layer, type, origin, text, created_at, source, part, speech, scope, tokens, length, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'
export const replaceSql =
  'UPDATE passages SET layer = ?, type = ?, origin = ?, text = ?, created_at = ?, source = ?, part = ?, speech = ?, scope = ?, tokens = ?, length = ?, sum = ? WHERE number = ?'
export const takeNumberSql =
  'INSERT INTO origins (origin, session, next) VALUES (?, ?, 1) ON CONFLICT (origin) DO UPDATE SET next = next + 1 RETURNING number, next'
export const moveOriginSql = 'UPDATE origins SET session = ? WHERE origin = ?'
export const indexSql = 'INSERT INTO search (rowid, scope, tokens) VALUES (?, ?, ?)'
export const unindexSql = "INSERT INTO search (search, rowid, scope, tokens) VALUES ('delete', ?, ?, ?)"
/** The rows of a range of numbers, with the columns that a removal needs. */
export const rangeSql = 'SELECT number, scope, tokens, length, layer FROM passages WHERE number BETWEEN ? AND ?'
export const markSql = 'INSERT OR REPLACE INTO watermarks (key, value) VALUES (?, ?)'
export const unmarkSql = 'DELETE FROM watermarks WHERE key = ?'
export const growSql =
  'INSERT INTO corpus VALUES (?, ?, ?, ?) ON CONFLICT (layer) DO UPDATE SET passages = passages + excluded.passages, tokens = tokens + excluded.tokens, changes = changes + excluded.changes'
export const watermarksSql = 'SELECT key, value FROM watermarks'
export const everySql: string = `SELECT ${passageColumns} FROM passages`
export const idsSql = 'SELECT id FROM passages WHERE number BETWEEN ? AND ?'
export const clearSql = [
  "INSERT INTO search (search) VALUES ('delete-all')",
  'DELETE FROM passages',
  'DELETE FROM watermarks',
  'DELETE FROM origins',
  'DELETE FROM vector_model',
  'UPDATE corpus SET passages = 0, tokens = 0, changes = changes + 1',
] as const

/** The best rows by score, without reading the passages. */
export const rankSql = `
  SELECT rowid AS number, -bm25(search, 0.0, 1.0) AS score FROM search
  WHERE search MATCH ? ORDER BY bm25(search, 0.0, 1.0) LIMIT ?`
const candidateColumns = 'number, id, layer, created_at AS createdAt, speech, tokens, length'
/** A range of numbers. Without the casts Node binds floating point, and FTS5 reads the whole list of postings. */
export const withinSql = 'search.rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER)'

/** For each search (a JSON list), its numbers as one JSON list: a row for each would cost three times as much. */
export function numbersSql({ isRanged, isDated }: { isRanged: boolean; isDated: boolean }): string {
  const dated = isDated
    ? 'CROSS JOIN passages ON passages.number = search.rowid AND (created_at IS NULL OR (created_at >= ? AND created_at <= ?))'
    : ''
  return `SELECT (SELECT json_group_array(search.rowid) FROM search ${dated}
    WHERE search MATCH value ${isRanged ? `AND ${withinSql}` : ''}) FROM json_each(?)`
}

const spanSql = 'created_at >= ? AND created_at <= ?'
const isFirstSql = `number % ${partsOfText} = 0`
/** The newest candidates of a span of time within a range of numbers. */
export const timedWithinSql: string = `SELECT ${candidateColumns} FROM passages
  WHERE number BETWEEN ? AND ? AND ${isFirstSql} AND ${spanSql} ORDER BY number DESC LIMIT ?`
/**
 * The newest candidates of a span of time, given in seconds and exactly, with a limit of scanned rows. Layers, scopes
 * and types are JSON lists; null for all. Sorted inside, so that SQLite stops at the limit: two fifths of a question's time
 * at 10,000 messages. A join keeps the order of its left side.
 */
export const timedSql: string = `SELECT ${candidateColumns} FROM (
    SELECT number AS newest FROM passages
    WHERE created_at IS NOT NULL AND ${isFirstSql} AND unixepoch(created_at) BETWEEN unixepoch(?) AND unixepoch(?)
    ORDER BY unixepoch(created_at) DESC, created_at DESC, number DESC LIMIT ?
  ) CROSS JOIN passages ON passages.number = newest
  WHERE ${spanSql}
    AND (layer IN (SELECT value FROM json_each(?)) OR scope IN (SELECT value FROM json_each(?)))
    AND (? IS NULL OR substr(scope, length(layer) + 2) IN (SELECT value FROM json_each(?)))
  LIMIT ?`

/** Rows by their numbers (a JSON list). */
export const candidatesByNumberSql: string = `SELECT ${candidateColumns} FROM (SELECT value FROM json_each(?)) CROSS JOIN passages ON number = value`
export const readAllSql: string = `SELECT number, ${passageColumns} FROM (SELECT value FROM json_each(?)) CROSS JOIN passages ON number = value`

/** The best rows first, then their texts: texts of passages that are not returned are never read. */
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
