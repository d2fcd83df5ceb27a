import { damageError } from '../disk/database.ts'
import { MemoryError, shown } from '../errors.ts'
import { firstNumber, firstPartOf, lastNumber, partsOfText, wholeId } from '../storage/numbering.ts'
import { packKey, unpackKey } from '../storage/pack-key.ts'
import { checkWatermark, searchLimit, searchTerms, sessionOf } from '../storage/passage-query.ts'
import type { NumberedPassage, Passage, PassageIndex } from '../storage/passages.ts'
import { localCandidates, originRanges, rowsOf, timedCandidates, usualLimits } from './candidates.ts'
import type { IndexFile } from './index-file.ts'
import * as sql from './passage-row.ts'
import {
  indexedToken,
  matchExpression,
  type PassageRow,
  passageOf,
  type StoredRow,
  type WrittenRow,
  writtenRow,
} from './passage-row.ts'

/** A row with its score; higher is better. */
type ScoredRow = PassageRow & { score: number }

type SizeRow = [layer: string, passages: number, tokens: number, changes: number]

const corpusSql = 'SELECT layer, passages, tokens, changes FROM corpus'
/** Costs a read of each term's whole list of passages. One statement for all: opening the table costs more than a rare term. */
const countSql =
  "SELECT term, doc FROM (SELECT value FROM json_each(?)) CROSS JOIN terms ON term = value AND col = 'tokens'"
const mostKnown = 50_000
/** How many changes make a cached count stale, as a share of all passages. */
const lag = 0.01

/**
 * The number of passages with a term, cached until enough has changed. A question has many forms of each word, and a form
 * without passages costs FTS5 as much as any other: such forms are left out of the search. They would not change a score.
 */
function createTermCounts(index: IndexFile) {
  const known = new Map<string, { count: number; changes: number }>()
  let size = { passages: 0, tokens: 0, changes: 0, layers: new Map<string, number>() }

  return {
    /** Reads the size of the index; call it before the first `count` of a search. */
    size() {
      size = { passages: 0, tokens: 0, changes: 0, layers: new Map() }
      for (const [layer, passages, tokens, changes] of rowsOf<SizeRow>(index, corpusSql)) {
        size.passages += passages
        size.tokens += tokens
        size.changes += changes
        size.layers.set(layer, passages)
      }
      if (known.size > mostKnown) known.clear()
      return size
    },
    /** The number of passages with each term: 0 is exact, others may be stale by 1 %. Needs an open index. */
    count(terms: readonly string[]): number[] {
      const unknown = terms.filter((term) => {
        const { count = 0, changes = -1 } = known.get(term) ?? {}
        return size.changes !== changes && (count === 0 || size.changes - changes > size.passages * lag)
      })
      if (unknown.length > 0) {
        const rows = index.statement(countSql).all(JSON.stringify(unknown.map(indexedToken)))
        const counts = new Map(rows.map(({ term, doc }) => [term, Number(doc)]))
        for (const term of unknown)
          known.set(term, { count: counts.get(indexedToken(term)) ?? 0, changes: size.changes })
      }
      return terms.map((term) => known.get(term)?.count ?? 0)
    },
    /** Tells the cache what this process added, so that counts of 0 are dropped where they became wrong. */
    added(passages: readonly Passage[]): void {
      for (const { tokens } of passages)
        for (const token of tokens) if (known.get(token)?.count === 0) known.delete(token)
    },
  }
}

/** The passages in the file of the search index, on SQLite's FTS5. `limits` other than the default are for measurements. */
export function createLocalPassages(index: IndexFile, limits = usualLimits): PassageIndex {
  const words = createTermCounts(index)

  return {
    life: index.identity,
    update: ({ upsert = [], remove = [], watermarks = {}, expected = {} }) =>
      index.write(() => {
        for (const [key, value] of Object.entries(expected)) checkMark(index, key, value)
        for (const id of remove) removePassage(index, findPassage(index, packKey(id)))
        // One query for all, because most are new.
        const ids = index.statement(sql.knownSql).all(JSON.stringify(upsert.map(({ id }) => packKey(id))))
        const change = { known: new Set(ids.map((row) => String(row['id']))), texts: new Map<string, number>() }
        for (const passage of upsert) putPassage(index, passage, change)
        if (upsert.length > 0) index.statement(sql.mergeSql).run()
        words.added(upsert)
        for (const [key, value] of Object.entries(watermarks))
          value === undefined ? index.statement(sql.unmarkSql).run(key) : index.statement(sql.markSql).run(key, value)
      }),
    search: (query) =>
      index.read(() => {
        const { since = null, until = null } = query
        words.size()
        const asked = searchTerms(query)
        const found = words.count(asked)
        const terms = asked.filter((_, place) => (found[place] ?? 0) > 0)
        const match = terms.length === 0 ? undefined : matchExpression(terms, query)
        if (match === undefined) return []
        const rows = index.statement(sql.searchSql).all(match, since, since, until, until, searchLimit(query))
        return (rows as unknown as ScoredRow[]).map((row) => ({ score: row.score, passage: passageOf(row) }))
      }),
    candidates: (query) =>
      index.read(() => {
        const { passages, tokens, layers } = words.size()
        const terms = searchTerms(query)
        const found = words.count(terms)
        const candidates = localCandidates(index, query, { terms, found, passages, layers }, limits)
        return { terms, found, passages, tokens, candidates }
      }),
    timed: (query) => index.read(() => timedCandidates(index, query)),
    read: (numbers) => index.read(() => readPassages(index, numbers)),
    async ids(origin) {
      const rows = await index.read(() => {
        const [range] = originRanges(index, 'origin', origin)
        return range ? index.statement(sql.idsSql).all(range.first, range.last) : []
      })
      return rows.map((row) => unpackKey(String(row['id']))).sort()
    },
    async watermarks() {
      const rows = await index.read(() => index.statement(sql.watermarksSql).all())
      return new Map(rows.map((row) => [String(row['key']), String(row['value'])]))
    },
    async clear() {
      await index.write(() => {
        for (const statement of sql.clearSql) index.statement(statement).run()
      })
      // Empties the log, which still contains what was cleared. A reader in another process may delay that.
      await index.purge(true)
    },
  }
}

function readPassages(index: IndexFile, numbers: readonly number[]): NumberedPassage[] {
  const rows = rowsOf<sql.NumberedRow>(index, sql.readAllSql, JSON.stringify(numbers))
  return rows.map(([number, id, layer, type, origin, text, createdAt, source, part, sum]) => ({
    number,
    passage: passageOf({ id, layer, type, origin, text, createdAt, source, part, sum }),
  }))
}

/** @throws MemoryError `version-conflict`; damage if a listed key is not found, which another attempt would not mend */
function checkMark(index: IndexFile, key: string, expected: string | undefined): void {
  const value = index.statement('SELECT value FROM watermarks WHERE key = ?').get(key)?.['value']
  const found = value === undefined ? undefined : String(value)
  if (found === expected) return
  const listed = index.statement(sql.watermarksSql).all()
  const row = listed.find((mark) => mark['key'] === key)
  if (found !== (row && String(row['value'])))
    throw damageError('a watermark is listed under a key that does not find it')
  checkWatermark(key, found, expected)
}

interface Change {
  /** The packed ids of passages that exist. */
  known: Set<string>
  /** The numbers of the texts of this change, by id. */
  texts: Map<string, number>
}

/** Removes a passage; if it is the first part of a text, all parts. */
function removePassage(index: IndexFile, known: StoredRow | undefined): void {
  if (!known) return
  const isFirst = known.number === firstPartOf(known.number)
  index.statement(sql.removeSql).run(known.number, isFirst ? known.number + partsOfText - 1 : known.number)
}

function findPassage(index: IndexFile, id: string): StoredRow | undefined {
  return index.statement(sql.findSql).get(id) as StoredRow | undefined
}

/** The sum covers the type, the layer and the origin. */
const compared = ['sum', 'text', 'createdAt', 'speech', 'part', 'source', 'scope', 'tokens'] as const

/** Writes only differences; an unchanged passage costs a look-up. It keeps its number unless its origin changes. */
function putPassage(index: IndexFile, passage: Passage, { known: ids, texts }: Change): void {
  const row = writtenRow(passage)
  const known = ids.has(row.id) ? findPassage(index, row.id) : undefined
  ids.add(row.id)
  const { place = 0, count = 1 } = passage.part ?? {}
  const whole = wholeId(passage)
  const text = place === 0 ? undefined : (texts.get(whole) ?? findPassage(index, packKey(whole))?.number)
  const number = text === undefined ? undefined : text + place
  if (known?.origin === row.origin && (number ?? known.number) === known.number) {
    if (known.scope !== row.scope) index.statement(sql.moveOriginSql).run(sessionOf(passage) ?? null, row.origin)
    if (compared.some((name) => known[name] !== row[name]))
      index.statement(sql.replaceSql).run(...valuesOf(row), known.number)
    if (place === 0) index.statement(sql.removeSql).run(known.number + count, known.number + partsOfText - 1)
    return
  }
  removePassage(index, known)
  const taken = number ?? nextNumber(index, row.origin, sessionOf(passage))
  if (place === 0) texts.set(passage.id, taken)
  index.statement(sql.insertSql).run(taken, row.id, ...valuesOf(row))
}

/** Takes the next free number of an origin; `session` is the key of its session, if it is one. */
function nextNumber(index: IndexFile, origin: string, session: string | undefined): number {
  const { number, next } = index.statement(sql.takeNumberSql).get(origin, session ?? null) ?? {}
  const taken = firstNumber(Number(number)) + (Number(next) - 1) * partsOfText
  if (taken <= lastNumber(Number(number))) return taken
  // The index is derived: the rebuilt one starts to count again.
  throw new MemoryError('corrupt', `the search index has no number left for ${shown(origin)} and begins anew`)
}

/** The values of all columns but the number and the id. */
function valuesOf(row: WrittenRow): (string | number | null)[] {
  const { layer, type, origin, text, createdAt, source, part, speech, scope, tokens, length, sum } = row
  return [layer, type, origin, text, createdAt, source, part, speech, scope, tokens, length, sum]
}
