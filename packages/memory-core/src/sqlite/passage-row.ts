import { hash } from 'node:crypto'
import { damageError, rowSum } from '../disk/database.ts'
import { searchScope, sessionOf } from '../storage/passage-query.ts'
import { type Passage, type PassageHit, type PassageQuery, type Speech, searchedLayers } from '../storage/passages.ts'

/** Escapes NUL, where Node 22.16 ends a column, by the noncharacter U+FFFE: before 0 it is NUL, before 1 itself. */
export function packText(text: string): string {
  if (!text.includes('\0') && !text.includes('\uFFFE')) return text
  return text.replaceAll('\uFFFE', '\uFFFE1').replaceAll('\0', '\uFFFE0')
}

/** Reverses {@link packText}. */
export function unpackText(packed: string): string {
  if (!packed.includes('\uFFFE')) return packed
  return packed.replaceAll('\uFFFE0', '\0').replaceAll('\uFFFE1', '\uFFFE')
}

/** The columns of a passage that are returned to callers. */
export interface PassageRow {
  id: string
  layer: Passage['layer']
  type: string | null
  origin: string
  text: string
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

export const passageColumns = 'id, layer, type, origin, text, created_at AS createdAt, source, part, sum'

function passageSum(row: Omit<PassageRow, 'sum'>): number {
  const { id, layer, type, origin, text, createdAt, source, part } = row
  return rowSum(id, layer, type, origin, text, createdAt, source, part)
}

export function writtenRow(passage: Passage): WrittenRow {
  const { id, layer, type = null, origin, createdAt = null, speech, part } = passage
  const tokens = passage.tokens.filter((token) => token !== '')
  const row = {
    id: packText(id),
    layer,
    type: type === null ? null : packText(type),
    origin,
    text: packText(passage.text),
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
  const [place = 0, count = 1, start = 0] = part?.split(' ').map(Number) ?? []
  return {
    id: unpackText(id),
    layer,
    ...(type === null ? {} : { type: unpackText(type) }),
    origin,
    text: unpackText(text),
    ...(createdAt === null ? {} : { createdAt }),
    source: JSON.parse(source),
    ...(part === null ? {} : { part: { place, count, start } }),
  }
}

/** Prints for example `qpwtn user ada lovelace`: asks, personal, wish, time, number, the role (letters only), the speaker. */
function printSpeech({ asks, personal, wish, time, number, role, speaker }: Speech): string {
  const wished = wish === undefined ? '' : wish === 'order' ? 'o' : 'w'
  const manner = `${asks ? 'q' : ''}${personal ? 'p' : ''}${wished}${time ? 't' : ''}${number ? 'n' : ''}`
  return [manner, role, ...speaker.map(indexedToken)].join(' ')
}

/** Reverses {@link printSpeech}; the speaker is returned as its indexed tokens. */
export function parseSpeech(text: string): Speech {
  const [manner = '', role = '', ...speaker] = text.split(' ')
  const wish = manner.includes('o') ? 'order' : manner.includes('w') ? 'preference' : undefined
  return {
    asks: manner.includes('q'),
    personal: manner.includes('p'),
    ...(wish ? { wish } : {}),
    ...(manner.includes('t') ? { time: true } : {}),
    ...(manner.includes('n') ? { number: true } : {}),
    role,
    speaker: speaker.map(plainToken),
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
  const words = `tokens : (${anyOf(terms.map(indexedToken))})`
  const scope = searchScope(query)
  if (!scope) return words
  const allowed = [...scope.layers, ...[...scope.sessions].map(sessionToken)]
  const types = scope.types && [...scope.types].map(typeToken)
  if (allowed.length === 0 || types?.length === 0) return undefined
  const typed = types ? ` AND scope : (${anyOf(types)})` : ''
  return `scope : (${anyOf(allowed)})${typed} AND ${words}`
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
