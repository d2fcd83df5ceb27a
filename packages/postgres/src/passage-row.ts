import { createHash } from 'node:crypto'
import type { Candidate, Passage, PassageHit } from '@daybook/memory-core'
import { numbering, passageQueries } from '@daybook/memory-core/storage'
import { indexKey } from './index-key.ts'
import { columnsOf } from './table.ts'

export type PassageRow = ReturnType<typeof passageRow>

/** A row with its number, and the number of its last change. */
export interface NumberedRow extends PassageRow {
  number: number
  change: number
}

export interface StoredPassage {
  head: string
  body: string
}

type Head = Pick<Candidate, 'id' | 'layer' | 'length' | 'createdAt' | 'speech'>

/** The row of a passage; equal passages have equal digests. */
export function passageRow(passage: Passage) {
  const { id, layer, type, origin, text, createdAt, source, speech, part } = passage
  const tokens = passage.tokens.filter((token) => token !== '').map(indexKey)
  const counts = new Map<string, number>()
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1)
  const session = passageQueries.sessionOf({ layer, source })
  // The fields that ranking needs, and the others.
  const head = JSON.stringify({ id, layer, length: tokens.length, createdAt, speech })
  const body = JSON.stringify({ type, origin, text, source, part })
  return {
    id: indexKey(id),
    layer,
    session: session === undefined ? null : indexKey(session),
    type: type === undefined ? null : indexKey(type),
    createdAt: createdAt === undefined ? null : indexKey(createdAt),
    origin: indexKey(origin),
    /** The id of its text, its place there, and the number of parts. */
    text: indexKey(numbering.wholeId(passage)),
    place: part?.place ?? 0,
    parts: part?.count ?? 1,
    /** Number of tokens, and how often it has each. */
    length: tokens.length,
    counts,
    head,
    body,
    digest: createHash('sha256')
      .update(JSON.stringify([head, body, tokens]))
      .digest('base64url'),
  }
}

/** Rows as columns for `addPassagesSql`. */
export function passageColumns(rows: readonly NumberedRow[]): unknown[] {
  return [
    ...columnsOf(rows, ['id', 'number', 'change', 'layer', 'session', 'type', 'createdAt', 'length']),
    ...columnsOf(rows, ['digest', 'head', 'body']),
    rows.map(({ counts }) => JSON.stringify([...counts.keys()])),
  ]
}

/** Postings as columns for `addPostingsSql`. */
export function postingColumns(rows: readonly NumberedRow[]): unknown[] {
  const postings = rows.flatMap(({ counts, length, number }) =>
    [...counts].map(([term, count]) => ({ term, number, count, length })),
  )
  return columnsOf(postings, ['term', 'number', 'count', 'length'])
}

export function toHead(head: string): Head {
  return JSON.parse(head) as Head
}

export function toPassage({ head, body }: StoredPassage): PassageHit['passage'] {
  const { id, layer, createdAt } = toHead(head)
  const rest = JSON.parse(body) as Pick<PassageHit['passage'], 'type' | 'origin' | 'text' | 'source' | 'part'>
  return { id, layer, ...(createdAt === undefined ? {} : { createdAt }), ...rest }
}
