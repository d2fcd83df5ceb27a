import { MemoryError, type PassageHit, type PassageIndex } from '@daybook/memory-core'
import { compareTexts, passageQueries } from '@daybook/memory-core/storage'
import type { Database } from './database.ts'
import { indexKey } from './index-key.ts'
import { type MarkRow, marksOf } from './marks.ts'
import { makeChange, takenChange } from './passage-change.ts'
import {
  type CandidateRow,
  candidateStatement,
  searchStatement,
  timedStatement,
  toCandidates,
} from './passage-queries.ts'
import { type StoredPassage, toHead, toPassage } from './passage-row.ts'
import { clearPassagesSql, forgetOriginsSql, idsSql, readPassagesSql, watermarksSql } from './passage-sql.ts'

/** The index is derived: a change does not wait for the disk. */
const writing = { lock: 'passages', durable: false }

/** Clears names of removed origins. */
export async function forgetOrigins(database: Database): Promise<void> {
  await database.write((session) => session.run(forgetOriginsSql), { lock: 'passages' })
}

/** The search index of a namespace. Each read is one statement. */
export function createPostgresPassages(database: Database): PassageIndex {
  return {
    async update(change) {
      const taken = takenChange(change)
      const full = await database.write((session) => makeChange(session, taken), writing)
      if (full === undefined) return
      const message = `the search index has no number left for ${JSON.stringify(full.slice(0, 80))} and begins anew: read the watermarks again and fill it from the files`
      throw new MemoryError('corrupt', message)
    },
    async search(query) {
      const statement = searchStatement(query)
      if (!statement) return []
      const rows = await database.read((session) =>
        session.joined<StoredPassage & { score: string | number }>(statement.sql, statement.values),
      )
      return rows.map((row): PassageHit => ({ score: Number(row.score), passage: toPassage(row) }))
    },
    async candidates(query) {
      const terms = passageQueries.searchTerms(query)
      const { sql, values } = candidateStatement(query, terms)
      return toCandidates(await database.read((session) => session.joined<CandidateRow>(sql, values)), terms)
    },
    async timed(query) {
      const { sql, values } = timedStatement(query)
      return toCandidates(await database.read((session) => session.rows<CandidateRow>(sql, values)), []).candidates
    },
    async read(numbers) {
      const wanted = numbers.filter(Number.isSafeInteger)
      if (wanted.length === 0) return []
      const rows = await database.read((session) =>
        session.joined<StoredPassage & { number: string | number }>(readPassagesSql, [wanted]),
      )
      const found = new Map(rows.map((row) => [Number(row.number), row]))
      return wanted.flatMap((number) => {
        const row = found.get(number)
        return row ? [{ number, passage: toPassage(row) }] : []
      })
    },
    async ids(origin) {
      const values = [indexKey(origin)]
      const rows = await database.read((session) => session.joined<{ head: string }>(idsSql, values))
      const ids: string[] = rows.map(({ head }) => toHead(head).id)
      return ids.sort(compareTexts)
    },
    async watermarks() {
      return marksOf(await database.read((session) => session.rows<MarkRow>(watermarksSql)))
    },
    async clear() {
      await database.write((session) => session.run(clearPassagesSql), writing)
    },
  }
}
