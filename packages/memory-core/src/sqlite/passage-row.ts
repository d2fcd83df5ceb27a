import { damageError, rowSum } from '../disk/database.ts'
import type { Passage, PassageHit, Speech } from '../storage/passages.ts'
import { indexedToken, scopeText } from './match-expression.ts'

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
