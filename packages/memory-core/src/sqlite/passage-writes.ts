import { MemoryError, shown } from '../errors.ts'
import { firstNumber, firstPartOf, lastNumber, partsOfText, wholeId } from '../storage/numbering.ts'
import { sessionOf } from '../storage/passage-query.ts'
import type { Passage } from '../storage/passages.ts'
import type { IndexFile } from './index-file.ts'
import { packText, type StoredRow, type WrittenRow, writtenRow } from './passage-row.ts'
import * as sql from './passage-sql.ts'

type RemovedRow = Pick<StoredRow, 'number' | 'scope' | 'tokens' | 'length' | 'layer'>

type Growth = Map<string, { passages: number; tokens: number; changes: number }>

interface Change {
  growth: Growth
  /** The packed ids of passages that exist. */
  known: Set<string>
  /** The numbers of the texts of this change, by id. */
  texts: Map<string, number>
}

/** Removes passages from the index, then adds others. Call it in a transaction. */
export function changeIndex(index: IndexFile, remove: readonly string[], upsert: readonly Passage[]): void {
  const growth: Growth = new Map()
  for (const id of remove) removePassage(index, packText(id), growth)
  const change = { growth, known: knownIds(index, upsert), texts: new Map<string, number>() }
  for (const passage of upsert) putPassage(index, passage, change)
  for (const [layer, { passages, tokens, changes }] of growth)
    index.statement(sql.growSql).run(layer, passages, tokens, changes)
}

/** Removes a passage; if it is the first part of a text, all parts. */
function removePassage(index: IndexFile, id: string, growth: Growth): void {
  const known = findPassage(index, id)
  if (!known) return
  const isFirst = known.number === firstPartOf(known.number)
  dropRange(index, known.number, isFirst ? known.number + partsOfText - 1 : known.number, growth)
}

function dropRange(index: IndexFile, first: number, last: number, growth: Growth): void {
  for (const row of index.statement(sql.rangeSql).all(first, last) as unknown as RemovedRow[]) {
    index.statement(sql.unindexSql).run(row.number, row.scope, row.tokens)
    index.statement('DELETE FROM passages WHERE number = ?').run(row.number)
    grow(growth, row.layer, -1, -row.length)
  }
}

function findPassage(index: IndexFile, id: string): StoredRow | undefined {
  return index.statement(sql.findSql).get(id) as StoredRow | undefined
}

/** The packed ids of those passages that exist already. One query for all, because most are new. */
function knownIds(index: IndexFile, passages: readonly Passage[]): Set<string> {
  // As SQLite stores them.
  const ids = passages.map(({ id }) => packText(id).toWellFormed())
  const known = index.statement(sql.knownSql).all(JSON.stringify(ids))
  return new Set(known.map((row) => String(row['id'])))
}

/** Writes only differences; an unchanged passage costs a look-up. It keeps its number unless its origin changes. */
function putPassage(index: IndexFile, passage: Passage, change: Change): void {
  const { growth, known: ids, texts } = change
  const row = writtenRow(passage)
  const id = row.id.toWellFormed()
  const known = ids.has(id) ? findPassage(index, row.id) : undefined
  ids.add(id)
  const { place = 0, count = 1 } = passage.part ?? {}
  const whole = wholeId(passage)
  const text = place === 0 ? undefined : (texts.get(whole) ?? findPassage(index, packText(whole))?.number)
  const number = text === undefined ? undefined : text + place
  if (known?.origin === row.origin && (number ?? known.number) === known.number) {
    if (known.scope !== row.scope) index.statement(sql.moveOriginSql).run(sessionOf(passage) ?? null, row.origin)
    replacePassage(index, known, row, growth)
    if (place === 0) dropRange(index, known.number + count, known.number + partsOfText - 1, growth)
    return
  }
  if (known) removePassage(index, row.id, growth)
  const taken = number ?? nextNumber(index, row.origin, sessionOf(passage))
  if (place === 0) texts.set(passage.id, taken)
  index.statement(sql.insertSql).run(taken, row.id, ...valuesOf(row))
  index.statement(sql.indexSql).run(taken, row.scope, row.tokens)
  grow(growth, row.layer, 1, row.length)
}

/** Takes the next free number of an origin; `session` is the key of its session, if it is one. */
function nextNumber(index: IndexFile, origin: string, session: string | undefined): number {
  const { number, next } = index.statement(sql.takeNumberSql).get(origin, session ?? null) ?? {}
  const taken = firstNumber(Number(number)) + (Number(next) - 1) * partsOfText
  if (taken <= lastNumber(Number(number))) return taken
  // The index is derived: the rebuilt one starts to count again.
  throw new MemoryError('corrupt', `the search index has no number left for ${shown(origin)} and begins anew`)
}

function replacePassage(index: IndexFile, known: StoredRow, row: WrittenRow, growth: Growth): void {
  const isIndexed = known.scope === row.scope && known.tokens === row.tokens
  const compared = ['sum', 'text', 'createdAt', 'speech', 'part', 'source'] as const
  if (isIndexed && compared.every((name) => known[name] === row[name])) return
  index.statement(sql.replaceSql).run(...valuesOf(row), known.number)
  if (isIndexed) return
  index.statement(sql.unindexSql).run(known.number, known.scope, known.tokens)
  index.statement(sql.indexSql).run(known.number, row.scope, row.tokens)
  grow(growth, known.layer, -1, -known.length)
  grow(growth, row.layer, 1, row.length)
}

/** The values of all columns but the number and the id. */
function valuesOf(row: WrittenRow): (string | number | null)[] {
  const { layer, type, origin, text, createdAt, source, part, speech, scope, tokens, length, sum } = row
  return [layer, type, origin, text, createdAt, source, part, speech, scope, tokens, length, sum]
}

function grow(growth: Growth, layer: string, passages: number, tokens: number): void {
  const known = growth.get(layer) ?? { passages: 0, tokens: 0, changes: 0 }
  known.passages += passages
  known.tokens += tokens
  known.changes += 1
  growth.set(layer, known)
}
