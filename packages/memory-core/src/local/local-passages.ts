import { checkWatermark, compareHits, searchLimit, searchTerms } from '../storage/passage-query.ts'
import type { PassageHit, PassageIndex, PassageQuery } from '../storage/passages.ts'
import { damageError } from './database.ts'
import { createIndexFile, type Exclusive, type IndexFile } from './index-file.ts'
import { type CandidateLimits, localCandidates, usualLimits } from './local-candidates.ts'
import { matchExpression } from './match-expression.ts'
import { rangeOfOrigin } from './origin-numbers.ts'
import { unpackText } from './pack-text.ts'
import { numberedPassage, type PassageRow, passageOf, type ScoredRow } from './passage-row.ts'
import * as sql from './passage-sql.ts'
import { changeIndex } from './passage-writes.ts'
import { inodeOf } from './tables-file.ts'
import { createTermCounts } from './term-counts.ts'
import { timedCandidates } from './timed-candidates.ts'

/** A passage index with a handle to let go of. */
export interface LocalPassages extends PassageIndex {
  /** The file, for what is stored with the passages. */
  readonly index: IndexFile
  /** Takes what was removed out of every byte of the index; false while other processes read from its log. */
  purge(logsOnly?: boolean): Promise<boolean>
  close(): void
  /** Deletes the file; the next use begins with an empty one. */
  discard(): void
}

/** So many more rows than are asked for show in most cases where the equal scores end. */
const beyond = 16
/**
 * The passage index in the database `file`, on SQLite's FTS5. The database is opened at the first use. Other `limits` than
 * the usual ones show what those cost.
 */
export function createLocalPassages(
  root: string,
  file: string,
  limits: CandidateLimits = usualLimits,
  exclusive?: Exclusive,
): LocalPassages {
  const index = createIndexFile(root, file, exclusive)
  const words = createTermCounts(index)

  async function search(query: PassageQuery): Promise<PassageHit[]> {
    const limit = searchLimit(query)
    const { since = null, until = null } = query
    return index.read(() => {
      words.size()
      const terms = searchTerms(query).filter((term) => words.count(term) > 0)
      const match = terms.length === 0 ? undefined : matchExpression(terms, query)
      if (match === undefined) return []
      const values = [match, since, since, until, until, limit]
      const best = since === null && until === null ? bestRows(index, match, limit) : undefined
      const rows = best ?? scoredRows(index.statement(sql.searchSql).all(...values))
      return rows.map((row) => ({ score: row.score, passage: passageOf(row) }))
    })
  }

  return {
    index,
    life: () => inodeOf(file)?.toString(),
    update: ({ upsert = [], remove = [], watermarks = {}, expected = {} }) =>
      index.write(() => {
        for (const [key, value] of Object.entries(expected)) checkMark(index, key, value)
        changeIndex(index, remove, upsert)
        words.added(upsert)
        for (const [key, value] of Object.entries(watermarks))
          value === undefined ? index.statement(sql.unmarkSql).run(key) : index.statement(sql.markSql).run(key, value)
      }),
    search,
    candidates: (query) =>
      index.read(() => {
        const { passages, tokens, layers } = words.size()
        const terms = searchTerms(query)
        const found = terms.map(words.count)
        return {
          terms,
          found,
          passages,
          tokens,
          candidates: localCandidates(index, query, { terms, found, passages, layers }, limits),
        }
      }),
    timed: (query) => index.read(() => timedCandidates(index, query)),
    read: (numbers) =>
      index.read(() => {
        const rows = index.statement(sql.readAllSql).all(JSON.stringify(numbers))
        return rows.map((row) => numberedPassage(row as unknown as PassageRow & { number: number }))
      }),
    async ids(origin) {
      const rows = await index.read(() => {
        const range = rangeOfOrigin(index, origin)
        return range ? index.statement(sql.idsSql).all(range.first, range.last) : []
      })
      return rows.map((row) => unpackText(String(row['id']))).sort()
    },
    async watermarks() {
      const rows = await index.read(() => index.statement(sql.watermarksSql).all())
      return new Map(rows.map((row) => [String(row['key']), String(row['value'])]))
    },
    async clear() {
      await index.write(() => {
        for (const statement of sql.clearSql) index.statement(statement).run()
      })
      // What was cleared is not to be read in the log either; a reader of another process may keep it a moment longer.
      await index.read(() => index.statement('PRAGMA wal_checkpoint(TRUNCATE)').get())
    },
    purge: index.purge,
    close: index.close,
    discard: index.discard,
  }
}

/**
 * The best rows without a look at the others' ids: that look is most of the price of a search. Undefined where equal
 * scores go on beyond what was read, so that only the ids can say which of them are best.
 */
function bestRows(index: IndexFile, match: string, limit: number): ScoredRow[] | undefined {
  const ranked = index.statement(sql.rankSql).all(match, limit + beyond) as unknown as {
    number: number
    score: number
  }[]
  const last = ranked.length < limit + beyond ? undefined : ranked.at(-1)
  const least = Math.trunc((ranked[limit - 1]?.score ?? 0) * 1e9)
  if (last && Math.trunc(last.score * 1e9) === least) return undefined
  const best = ranked.filter(({ score }) => Math.trunc(score * 1e9) >= least)
  const rows = best.map(({ number, score }) => scoredRows([{ ...index.statement(sql.readSql).get(number), score }]))
  return rows.flat().sort(compareHits).slice(0, limit)
}

function scoredRows(rows: readonly unknown[]): ScoredRow[] {
  return rows as ScoredRow[]
}

/** A damaged key is listed and never found: reading the watermarks again would not help. */
function checkMark(index: IndexFile, key: string, expected: string | undefined): void {
  const found = watermarkOf(index, key)
  if (found === expected) return
  const listed = index.statement(sql.watermarksSql).all()
  const row = listed.find((mark) => mark['key'] === key)
  if (found !== (row && String(row['value'])))
    throw damageError('a watermark is listed under a key that does not find it')
  checkWatermark(key, found, expected)
}

function watermarkOf(index: IndexFile, key: string): string | undefined {
  const value = index.statement(sql.findMarkSql).get(key)?.['value']
  return value === undefined ? undefined : String(value)
}
