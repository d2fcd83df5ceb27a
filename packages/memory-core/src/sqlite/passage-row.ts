import { hash } from 'node:crypto'
import { damageError, rowSum } from '../disk/database.ts'
import { partsOfText } from '../storage/numbering.ts'
import { packKey, unpackKey } from '../storage/pack-key.ts'
import { searchScope, sessionOf } from '../storage/passage-query.ts'
import { type Passage, type PassageHit, type PassageQuery, type Speech, searchedLayers } from '../storage/passages.ts'

/** The columns of a passage that are returned to callers. */
export interface PassageRow extends Pick<Passage, 'id' | 'layer' | 'origin' | 'text'> {
  type: string | null
  createdAt: string | null
  source: string
  /** Of a part of a longer text: its place, the number of parts, and where it begins. */
  part: string | null
  /** The checksum of these columns, see {@link passageSum}. */
  sum: number
}

export interface WrittenRow extends PassageRow {
  speech: string | null
  scope: string
  tokens: string
  /** Number of tokens. */
  length: number
}

export type StoredRow = WrittenRow & { number: number }

/** The columns that ranking needs. */
export type CandidateRow = [
  number: number,
  id: string,
  layer: Passage['layer'],
  createdAt: string | null,
  speech: string | null,
  tokens: string,
  length: number,
]

/** A passage with its number, as an array of {@link passageColumns}. */
export type NumberedRow = [
  number: number,
  id: string,
  layer: Passage['layer'],
  type: string | null,
  origin: string,
  text: string,
  createdAt: string | null,
  source: string,
  part: string | null,
  sum: number,
]

export const passageColumns = 'id, layer, type, origin, text, created_at AS createdAt, source, part, sum'

function passageSum(row: Omit<PassageRow, 'sum'>): number {
  const { id, layer, type, origin, text, createdAt, source, part } = row
  return rowSum(id, layer, type, origin, text, createdAt, source, part)
}

export function writtenRow(passage: Passage): WrittenRow {
  const { id, layer, type = null, origin, createdAt = null, speech, part } = passage
  const tokens = passage.tokens.filter((token) => token !== '')
  const row = {
    id: packKey(id),
    layer,
    type: type === null ? null : packKey(type),
    origin,
    text: packKey(passage.text),
    createdAt,
    source: JSON.stringify(passage.source),
    part: part ? `${part.place} ${part.count} ${part.start}` : null,
  }
  return {
    ...row,
    sum: passageSum(row),
    speech: speech ? printSpeech(speech) : null,
    scope: scopeText(passage),
    tokens: tokens.map(indexedToken).join(' '),
    length: tokens.length,
  }
}

/** @throws damage, which makes the index start anew, if the checksum does not match */
export function passageOf(row: PassageRow): PassageHit['passage'] {
  if (row.sum !== passageSum(row)) throw damageError('a passage is not as it was written')
  const { id, layer, type, origin, text, createdAt, source, part } = row
  const passage: PassageHit['passage'] = {
    id: unpackKey(id),
    layer,
    origin,
    text: unpackKey(text),
    source: JSON.parse(source),
  }
  if (type !== null) passage.type = unpackKey(type)
  if (createdAt !== null) passage.createdAt = createdAt
  if (part === null) return passage
  const [place = 0, count = 1, start = 0] = part.split(' ').map(Number)
  passage.part = { place, count, start }
  return passage
}

/** Prints for example `qpwtn user ada lovelace`: asks, personal, wish, time, number, the role (letters only), the speaker. */
function printSpeech({ asks, personal, wish, time, number, role, speaker }: Speech): string {
  const wished = wish === undefined ? '' : wish === 'order' ? 'o' : 'w'
  const manner = `${asks ? 'q' : ''}${personal ? 'p' : ''}${wished}${time ? 't' : ''}${number ? 'n' : ''}`
  return [manner, role, ...speaker.map(indexedToken)].join(' ')
}

/** Reverses {@link printSpeech}; the speaker is returned as its indexed tokens. */
export function parseSpeech(text: string): Speech {
  const words = text.split(' ')
  const manner = words[0] ?? ''
  const wish = manner.includes('o') ? 'order' : manner.includes('w') ? 'preference' : undefined
  return {
    asks: manner.includes('q'),
    personal: manner.includes('p'),
    ...(wish ? { wish } : {}),
    ...(manner.includes('t') ? { time: true } : {}),
    ...(manner.includes('n') ? { number: true } : {}),
    role: words[1] ?? '',
    speaker: words.slice(2).map(plainToken),
  }
}

function plainToken(token: string): string {
  return token.startsWith('\u{e000}') ? Buffer.from(token.slice(1), 'hex').toString('utf16le') : token
}

const asciiToken = /^[a-z0-9]+$/
/** Tokens that FTS5's `ascii` tokenizer keeps unchanged. U+E000 marks the encoded form of the others. */
const wholeToken = /^[a-z0-9\u{80}-\u{d7ff}\u{e001}-\u{10ffff}]+$/u

export type ScopeQuery = Pick<PassageQuery, 'layers' | 'sessions' | 'types'>

/** The two scope tokens of a passage: its layer, and its session or else its type. */
function scopeText({ layer, type, source }: Pick<Passage, 'layer' | 'type' | 'source'>): string {
  const session = sessionOf({ layer, source })
  if (session !== undefined) return `${layer} ${sessionToken(session)}`
  return `${layer} ${type === undefined ? 'none' : typeToken(type)}`
}

/** An FTS5 expression; undefined for an empty scope. Words are quoted and have no quotes: no input is syntax. */
export function matchExpression(terms: readonly string[], query: ScopeQuery): string | undefined {
  const scope = scopeExpression(query)
  return scope === undefined ? undefined : `${scope}tokens : (${anyOf(terms.map(indexedToken))})`
}

/** {@link matchExpression} of each term by itself; none for an empty scope. */
export function matchExpressions(terms: readonly string[], query: ScopeQuery): string[] {
  const scope = scopeExpression(query)
  return scope === undefined ? [] : terms.map((term) => `${scope}tokens : ("${indexedToken(term)}")`)
}

/** The beginning of an FTS5 expression, "" for everything; undefined for an empty scope. */
function scopeExpression(query: ScopeQuery): string | undefined {
  const scope = searchScope(query)
  if (!scope) return ''
  const allowed = [...scope.layers, ...[...scope.sessions].map(sessionToken)]
  const types = scope.types && [...scope.types].map(typeToken)
  if (allowed.length === 0 || types?.length === 0) return undefined
  const typed = types ? ` AND scope : (${anyOf(types)})` : ''
  return `scope : (${anyOf(allowed)})${typed} AND `
}

/** A scope as lists of layers, of complete scope texts, and of scope tokens of types (undefined: all). */
export function scopeLists(query: ScopeQuery) {
  const { layers, sessions, types } = searchScope(query) ?? { layers: searchedLayers, sessions: [], types: undefined }
  return {
    layers: [...layers],
    scopes: [...sessions].map((session) => `sessions ${sessionToken(session)}`),
    types: types && [...types].map(typeToken),
  }
}

function anyOf(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(' OR ')
}

function sessionToken(session: string): string {
  return `s${digest(session)}`
}

function typeToken(type: string): string {
  return `t${digest(type)}`
}

/** Any name as letters and digits. */
function digest(name: string): string {
  return hash('sha256', name).slice(0, 24)
}

/** A token as it is stored in the index: FTS5's tokenizer keeps it whole. */
export function indexedToken(token: string): string {
  return asciiToken.test(token) || wholeToken.test(token)
    ? token
    : `\u{e000}${Buffer.from(token, 'utf16le').toString('hex')}`
}

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
/**
 * Merges up to eight pages of any two segments of a level (`usermerge`). Each change adds a segment, and each term of a
 * question is looked up in all; FTS5 by itself merges small ones only once there are sixteen.
 */
export const mergeSql = "INSERT INTO search (search, rank) VALUES ('merge', 8)"
export const removeSql = 'DELETE FROM passages WHERE number BETWEEN ? AND ?'
export const markSql = 'INSERT OR REPLACE INTO watermarks (key, value) VALUES (?, ?)'
export const unmarkSql = 'DELETE FROM watermarks WHERE key = ?'
export const watermarksSql = 'SELECT key, value FROM watermarks'
export const everySql: string = `SELECT ${passageColumns} FROM passages`
export const idsSql = 'SELECT id FROM passages WHERE number BETWEEN ? AND ?'
/** The counts first: then no passage is taken from the full-text index, which is emptied at once. */
export const clearSql = [
  'UPDATE corpus SET passages = 0, tokens = 0, changes = changes + 1',
  "INSERT INTO search (search) VALUES ('delete-all')",
  'DELETE FROM passages',
  'DELETE FROM watermarks',
  'DELETE FROM origins',
  'DELETE FROM vector_model',
] as const

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
