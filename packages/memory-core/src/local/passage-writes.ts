import type { Passage } from '../storage/passages.ts'
import { sessionOf } from '../storage/scope.ts'
import type { IndexFile } from './index-file.ts'
import { nextNumber } from './origin-numbers.ts'
import { packText } from './pack-text.ts'
import { type StoredRow, type WrittenRow, writtenRow } from './passage-row.ts'
import { dropSql, findSql, growSql, indexSql, insertSql, replaceSql, unindexSql } from './passage-sql.ts'

/** What a change does to the size of the index. */
interface Growth {
  passages: number
  tokens: number
  changes: number
}

/** Takes passages out of the index, then puts others in. Call it in a transaction. */
export function changeIndex(index: IndexFile, remove: readonly string[], upsert: readonly Passage[]): void {
  const growth: Growth = { passages: 0, tokens: 0, changes: 0 }
  for (const id of remove) removePassage(index, packText(id), growth)
  for (const passage of upsert) putPassage(index, passage, growth)
  if (growth.changes > 0) index.statement(growSql).run(growth.passages, growth.tokens, growth.changes)
}

function removePassage(index: IndexFile, id: string, growth: Growth): void {
  const known = findPassage(index, id)
  if (!known) return
  index.statement(unindexSql).run(known.number, known.scope, known.tokens)
  index.statement(dropSql).run(known.number)
  grow(growth, -1, -known.length)
}

function findPassage(index: IndexFile, id: string): StoredRow | undefined {
  return index.statement(findSql).get(id) as StoredRow | undefined
}

/**
 * Writes only what differs: an unchanged passage costs one look-up, one with unchanged tokens no write to the index. It
 * keeps its number, unless it has moved to another origin.
 */
function putPassage(index: IndexFile, passage: Passage, growth: Growth): void {
  const row = writtenRow(passage)
  const known = findPassage(index, row.id)
  if (known?.origin === row.origin) {
    replacePassage(index, known, row, growth)
    return
  }
  if (known) removePassage(index, row.id, growth)
  addPassage(index, row, sessionOf(passage), growth)
}

function replacePassage(index: IndexFile, known: StoredRow, row: WrittenRow, growth: Growth): void {
  const isIndexed = known.scope === row.scope && known.tokens === row.tokens
  if (isIndexed && isSame(known, row)) return
  const { layer, type, origin, text, createdAt, source, speech, scope, tokens, length } = row
  index
    .statement(replaceSql)
    .run(layer, type, origin, text, createdAt, source, speech, scope, tokens, length, known.number)
  if (isIndexed) return
  index.statement(unindexSql).run(known.number, known.scope, known.tokens)
  index.statement(indexSql).run(known.number, scope, tokens)
  grow(growth, 0, length - known.length)
}

function addPassage(index: IndexFile, row: WrittenRow, session: string | undefined, growth: Growth): void {
  const { id, layer, type, origin, text, createdAt, source, speech, scope, tokens, length } = row
  const number = nextNumber(index, origin, session)
  index
    .statement(insertSql)
    .run(number, id, layer, type, origin, text, createdAt, source, speech, scope, tokens, length)
  index.statement(indexSql).run(number, scope, tokens)
  grow(growth, 1, length)
}

function grow(growth: Growth, passages: number, tokens: number): void {
  growth.passages += passages
  growth.tokens += tokens
  growth.changes += 1
}

function isSame(known: StoredRow, row: WrittenRow): boolean {
  return (
    known.text === row.text &&
    known.createdAt === row.createdAt &&
    known.speech === row.speech &&
    known.source === row.source
  )
}
