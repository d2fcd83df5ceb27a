import type { Passage } from '../storage/passages.ts'
import { sessionOf } from '../storage/scope.ts'
import type { IndexFile } from './index-file.ts'
import { createNumbering, moveOrigin, type Numbering } from './origin-numbers.ts'
import { packText } from './pack-text.ts'
import { type StoredRow, type WrittenRow, writtenRow } from './passage-row.ts'
import { dropSql, findSql, growSql, indexSql, insertSql, knownSql, replaceSql, unindexSql } from './passage-sql.ts'

/** What a change does to the size of the index, by layer. */
type Growth = Map<string, { passages: number; tokens: number; changes: number }>

/** Takes passages out of the index, then puts others in. Call it in a transaction. */
export function changeIndex(index: IndexFile, remove: readonly string[], upsert: readonly Passage[]): void {
  const growth: Growth = new Map()
  const numbers = createNumbering(index)
  for (const id of remove) removePassage(index, packText(id), growth)
  const known = knownIds(index, upsert)
  for (const passage of upsert) putPassage(index, passage, { growth, numbers, known })
  numbers.store()
  for (const [layer, { passages, tokens, changes }] of growth)
    index.statement(growSql).run(layer, passages, tokens, changes)
}

function removePassage(index: IndexFile, id: string, growth: Growth): void {
  const known = findPassage(index, id)
  if (!known) return
  index.statement(unindexSql).run(known.number, known.scope, known.tokens)
  index.statement(dropSql).run(known.number)
  grow(growth, known.layer, -1, -known.length)
}

function findPassage(index: IndexFile, id: string): StoredRow | undefined {
  return index.statement(findSql).get(id) as StoredRow | undefined
}

/** Which of the passages are there already, under their packed ids: asked for all at once, because most are new. */
function knownIds(index: IndexFile, passages: readonly Passage[]): Set<string> {
  // As SQLite stores them.
  const ids = passages.map(({ id }) => packText(id).toWellFormed())
  return new Set(
    index
      .statement(knownSql)
      .all(JSON.stringify(ids))
      .map((row) => String(row['id'])),
  )
}

/**
 * Writes only what differs: an unchanged passage costs one look-up, one with unchanged tokens no write to the index. It
 * keeps its number, unless it has moved to another origin.
 */
function putPassage(
  index: IndexFile,
  passage: Passage,
  { growth, numbers, known: ids }: { growth: Growth; numbers: Numbering; known: Set<string> },
): void {
  const row = writtenRow(passage)
  const id = row.id.toWellFormed()
  const known = ids.has(id) ? findPassage(index, row.id) : undefined
  ids.add(id)
  if (known?.origin === row.origin) {
    if (known.scope !== row.scope) moveOrigin(index, row.origin, sessionOf(passage))
    replacePassage(index, known, row, growth)
    return
  }
  if (known) removePassage(index, row.id, growth)
  addPassage(index, row, numbers.next(row.origin, sessionOf(passage)), growth)
}

function replacePassage(index: IndexFile, known: StoredRow, row: WrittenRow, growth: Growth): void {
  const isIndexed = known.scope === row.scope && known.tokens === row.tokens
  if (isIndexed && isSame(known, row)) return
  const { layer, type, origin, text, createdAt, source, speech, scope, tokens, length, sum } = row
  index
    .statement(replaceSql)
    .run(layer, type, origin, text, createdAt, source, speech, scope, tokens, length, sum, known.number)
  if (isIndexed) return
  index.statement(unindexSql).run(known.number, known.scope, known.tokens)
  index.statement(indexSql).run(known.number, scope, tokens)
  grow(growth, known.layer, -1, -known.length)
  grow(growth, layer, 1, length)
}

function addPassage(index: IndexFile, row: WrittenRow, number: number, growth: Growth): void {
  const { id, layer, type, origin, text, createdAt, source, speech, scope, tokens, length, sum } = row
  index
    .statement(insertSql)
    .run(number, id, layer, type, origin, text, createdAt, source, speech, scope, tokens, length, sum)
  index.statement(indexSql).run(number, scope, tokens)
  grow(growth, layer, 1, length)
}

function grow(growth: Growth, layer: string, passages: number, tokens: number): void {
  const known = growth.get(layer) ?? { passages: 0, tokens: 0, changes: 0 }
  growth.set(layer, {
    passages: known.passages + passages,
    tokens: known.tokens + tokens,
    changes: known.changes + 1,
  })
}

function isSame(known: StoredRow, row: WrittenRow): boolean {
  return (
    known.sum === row.sum &&
    known.text === row.text &&
    known.createdAt === row.createdAt &&
    known.speech === row.speech &&
    known.source === row.source
  )
}
