import { createHash } from 'node:crypto'
import type { Passage, PassageHit } from '@daybook/memory-core'
import { sessionOf } from '@daybook/memory-core/storage'
import { indexKey } from './index-key.ts'

/** A passage as it is written. */
export interface PassageRow {
  id: string
  layer: string
  session: string | null
  type: string | null
  createdAt: string | null
  origin: string
  /** How many tokens it has. */
  length: number
  /** How often it has each of them. */
  counts: ReadonlyMap<string, number>
  body: string
  digest: string
}

/** The row of a passage; a passage that did not change has the same digest. */
export function passageRow(passage: Passage): PassageRow {
  const { id, layer, type, origin, text, createdAt, source } = passage
  const body = JSON.stringify({ id, layer, type, origin, text, createdAt, source })
  const tokens = passage.tokens.filter((token) => token !== '').map(indexKey)
  const counts = new Map<string, number>()
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1)
  const session = sessionOf({ layer, source })
  return {
    id: indexKey(id),
    layer,
    session: session === undefined ? null : indexKey(session),
    type: type === undefined ? null : indexKey(type),
    createdAt: createdAt === undefined ? null : indexKey(createdAt),
    origin: indexKey(origin),
    length: tokens.length,
    counts,
    body,
    digest: createHash('sha256')
      .update(JSON.stringify([body, tokens]))
      .digest('base64url'),
  }
}

/** Rows as columns, each a list, as `addPassagesSql` takes them. */
export function passageColumns(rows: readonly PassageRow[], firstNumber: number): unknown[] {
  return [
    rows.map(({ id }) => id),
    rows.map((_, index) => firstNumber + index),
    rows.map(({ layer }) => layer),
    rows.map(({ session }) => session),
    rows.map(({ type }) => type),
    rows.map(({ createdAt }) => createdAt),
    rows.map(({ origin }) => origin),
    rows.map(({ length }) => length),
    rows.map(({ digest }) => digest),
    rows.map(({ body }) => body),
    rows.map(({ counts }) => JSON.stringify([...counts.keys()])),
  ]
}

/** Their postings as columns, as `addPostingsSql` takes them. */
export function postingColumns(rows: readonly PassageRow[], firstNumber: number): unknown[] {
  const postings = rows.flatMap(({ counts, length }, index) =>
    [...counts].map(([term, count]) => ({ term, number: firstNumber + index, count, length })),
  )
  return [
    postings.map(({ term }) => term),
    postings.map(({ number }) => number),
    postings.map(({ count }) => count),
    postings.map(({ length }) => length),
  ]
}

/** The passage of a row's body. */
export function toPassage(body: string): PassageHit['passage'] {
  return JSON.parse(body) as PassageHit['passage']
}
