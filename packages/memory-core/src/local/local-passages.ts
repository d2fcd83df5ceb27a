import { compareHits } from '../storage/bm25.ts'
import type { Passage, PassageHit, PassageIndex, PassageQuery } from '../storage/passages.ts'
import { checkWatermark, searchLimit, searchTerms } from '../storage/scope.ts'
import { createIndexFile, type IndexFile } from './index-file.ts'
import { createKnownTerms } from './known-terms.ts'
import { matchExpression, scopeText, tokenText } from './match-expression.ts'
import { packText, unpackText } from './pack-text.ts'

/** A passage index with a handle to let go of. */
export interface LocalPassages extends PassageIndex {
  close(): void
}

/** A row of the table of passages, as far as searching needs it. */
interface PassageRow {
  id: string
  layer: Passage['layer']
  type: string | null
  origin: string
  text: string
  createdAt: string | null
  source: string
}

/** A row with its score, higher is better. */
interface ScoredRow extends PassageRow {
  score: number
}

/** A row as it has to be known to take it out of the index again. */
interface IndexedRow {
  number: number
  scope: string
  tokens: string
}

const columns = 'id, layer, type, origin, text, created_at AS createdAt, source'
const findSql = `SELECT number, scope, tokens, ${columns} FROM passages WHERE id = ?`
const insertSql =
  'INSERT INTO passages (id, layer, type, origin, text, created_at, source, scope, tokens) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)'
const replaceSql =
  'UPDATE passages SET layer = ?, type = ?, origin = ?, text = ?, created_at = ?, source = ?, scope = ?, tokens = ? WHERE number = ?'
const indexSql = 'INSERT INTO search (rowid, scope, tokens) VALUES (?, ?, ?)'
const unindexSql = "INSERT INTO search (search, rowid, scope, tokens) VALUES ('delete', ?, ?, ?)"
const dropSql = 'DELETE FROM passages WHERE number = ?'
const markSql = 'INSERT OR REPLACE INTO watermarks (key, value) VALUES (?, ?)'
const findMarkSql = 'SELECT value FROM watermarks WHERE key = ?'
const unmarkSql = 'DELETE FROM watermarks WHERE key = ?'
const clearSql = ["INSERT INTO search (search) VALUES ('delete-all')", 'DELETE FROM passages', 'DELETE FROM watermarks']

/** The best rows by score alone, without a look at the passages. */
const rankSql = `
  SELECT rowid AS number, -bm25(search, 0.0, 1.0) AS score FROM search
  WHERE search MATCH ? ORDER BY bm25(search, 0.0, 1.0) LIMIT ?`
const readSql = `SELECT ${columns} FROM passages WHERE number = ?`
/** So many more rows than are asked for show in most cases where the equal scores end. */
const beyond = 16

/** The best rows first, then their texts: the texts of passages that are not answered are never read. */
const searchSql = `
  SELECT ${columns}, best.score FROM (
    SELECT passages.number AS number, -bm25(search, 0.0, 1.0) AS score, id AS tie
    FROM search CROSS JOIN passages ON passages.number = search.rowid
    WHERE search MATCH ?
      AND (? IS NULL OR created_at IS NULL OR created_at >= ?)
      AND (? IS NULL OR created_at IS NULL OR created_at <= ?)
    ORDER BY CAST(score * 1e9 AS INTEGER) DESC, tie LIMIT ?
  ) AS best JOIN passages ON passages.number = best.number
  ORDER BY CAST(best.score * 1e9 AS INTEGER) DESC, id`

/** The passage index in the database `file`, on SQLite's FTS5. The database is opened at the first use. */
export function createLocalPassages(root: string, file: string): LocalPassages {
  const index = createIndexFile(root, file)
  const words = createKnownTerms(index)

  async function search(query: PassageQuery): Promise<PassageHit[]> {
    const limit = searchLimit(query)
    const { since = null, until = null } = query
    const rows = await index.read(() => {
      const terms = words.present(searchTerms(query))
      const match = terms.length === 0 ? undefined : matchExpression(terms, query)
      if (match === undefined) return []
      // Not numbered, and so given twice: Node 22.16 does not bind numbered parameters.
      const values = [match, since, since, until, until, limit]
      const best = since === null && until === null ? bestRows(index, match, limit) : undefined
      return best ?? scoredRows(index.statement(searchSql).all(...values))
    })
    return rows.map((row) => ({ score: row.score, passage: toPassage(row) }))
  }

  return {
    update: ({ upsert = [], remove = [], watermarks = {}, expected = {} }) =>
      index.write(() => {
        for (const [key, value] of Object.entries(expected)) checkWatermark(key, watermarkOf(index, key), value)
        for (const id of remove) removePassage(index, id)
        for (const passage of upsert) putPassage(index, passage)
        words.added(upsert)
        for (const [key, value] of Object.entries(watermarks))
          value === undefined ? index.statement(unmarkSql).run(key) : index.statement(markSql).run(key, value)
      }),
    search,
    async ids(origin) {
      const rows = await index.read(() =>
        index.statement('SELECT id FROM passages WHERE origin = ? ORDER BY id').all(origin),
      )
      return rows.map((row) => unpackText(String(row['id'])))
    },
    async watermarks() {
      const rows = await index.read(() => index.statement('SELECT key, value FROM watermarks').all())
      return new Map(rows.map((row) => [String(row['key']), String(row['value'])]))
    },
    clear: () =>
      index.write(() => {
        for (const sql of clearSql) index.statement(sql).run()
      }),
    close: index.close,
  }
}

/**
 * The best rows without a look at the others' ids: that look is most of the price of a search. Undefined where equal
 * scores go on beyond what was read, so that only the ids can say which of them are best.
 */
function bestRows(index: IndexFile, match: string, limit: number): ScoredRow[] | undefined {
  const ranked = index.statement(rankSql).all(match, limit + beyond) as unknown as { number: number; score: number }[]
  const last = ranked.length < limit + beyond ? undefined : ranked.at(-1)
  const least = Math.trunc((ranked[limit - 1]?.score ?? 0) * 1e9)
  if (last && Math.trunc(last.score * 1e9) === least) return undefined
  const best = ranked.filter(({ score }) => Math.trunc(score * 1e9) >= least)
  const rows = best.map(({ number, score }) => scoredRows([{ ...index.statement(readSql).get(number), score }]))
  return rows.flat().sort(compareHits).slice(0, limit)
}

function scoredRows(rows: readonly unknown[]): ScoredRow[] {
  return rows as ScoredRow[]
}

function watermarkOf(index: IndexFile, key: string): string | undefined {
  const value = index.statement(findMarkSql).get(key)?.['value']
  return value === undefined ? undefined : String(value)
}

function removePassage(index: IndexFile, id: string): void {
  const known = findPassage(index, id)
  if (!known) return
  index.statement(unindexSql).run(known.number, known.scope, known.tokens)
  index.statement(dropSql).run(known.number)
}

function findPassage(index: IndexFile, id: string): (PassageRow & IndexedRow) | undefined {
  return index.statement(findSql).get(packText(id)) as (PassageRow & IndexedRow) | undefined
}

/** Writes only what differs: an unchanged passage costs one look-up, one with unchanged tokens no write to the index. */
function putPassage(index: IndexFile, passage: Passage): void {
  const { id, layer, type = null, origin, createdAt = null } = passage
  const text = packText(passage.text)
  const scope = scopeText(passage)
  const tokens = tokenText(passage.tokens)
  const row: PassageRow = {
    id,
    layer,
    type: type === null ? null : packText(type),
    origin,
    text,
    createdAt,
    source: JSON.stringify(passage.source),
  }
  const values = [row.layer, row.type, row.origin, row.text, row.createdAt, row.source, scope, tokens]
  const known = findPassage(index, id)
  if (!known) {
    const { lastInsertRowid } = index.statement(insertSql).run(packText(id), ...values)
    index.statement(indexSql).run(lastInsertRowid, scope, tokens)
    return
  }
  const isIndexed = known.scope === scope && known.tokens === tokens
  if (isIndexed && isSame(known, row)) return
  index.statement(replaceSql).run(...values, known.number)
  if (isIndexed) return
  index.statement(unindexSql).run(known.number, known.scope, known.tokens)
  index.statement(indexSql).run(known.number, scope, tokens)
}

function isSame(known: PassageRow, row: PassageRow): boolean {
  return (
    known.text === row.text &&
    known.createdAt === row.createdAt &&
    known.origin === row.origin &&
    known.source === row.source
  )
}

function toPassage({ id, layer, type, origin, text, createdAt, source }: PassageRow): PassageHit['passage'] {
  return {
    id: unpackText(id),
    layer,
    ...(type === null ? {} : { type: unpackText(type) }),
    origin,
    text: unpackText(text),
    ...(createdAt === null ? {} : { createdAt }),
    source: JSON.parse(source),
  }
}
