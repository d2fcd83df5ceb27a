import type { PassageChange, PassageHit, PassageIndex, PassageQuery } from '@daybook/memory-core'
import { checkWatermark, packKey, searchLimit, searchScope, searchTerms, unpackKey } from '@daybook/memory-core/storage'
import type { Database } from './database.ts'
import { indexKey, wholeKey } from './index-key.ts'
import { type PassageRow, passageColumns, passageRow, postingColumns, toPassage } from './passage-row.ts'
import {
  addPassagesSql,
  addPostingsSql,
  clearPassagesSql,
  corpusSql,
  findWatermarksSql,
  idsSql,
  knownPassagesSql,
  moveCorpusSql,
  moveWatermarksSql,
  removePassagesSql,
  scopedSearchSql,
  searchSql,
  watermarksSql,
} from './passage-sql.ts'
import type { Session } from './session.ts'

interface KnownRow {
  id: string
  length: number
  digest: string
}

interface CorpusRow {
  passages: string | number
  tokens: string | number
  last_number: number
}

interface WatermarkRow {
  key: string
  whole: string | null
  value: string
}

/** A change, taken apart before the first await. */
interface Change {
  remove: readonly string[]
  upsert: readonly PassageRow[]
  marks: readonly (readonly [string, string | undefined])[]
  expected: ReadonlyMap<string, string | undefined>
}

/** The index is derived: a change does not wait for the disk. */
const writing = { lock: 'passages', durable: false }
const mostPassages = 1_000

/** The search index of a namespace. A search costs three round trips, of which the caller waits for two. */
export function createPostgresPassages(database: Database): PassageIndex {
  return {
    async update(change) {
      const taken = takeApart(change)
      await database.write(async (session) => {
        if (taken.expected.size > 0) await refuseOtherWatermarks(session, taken.expected)
        const moved = (): Promise<number> | undefined =>
          taken.marks.length > 0 ? session.run(moveWatermarksSql, watermarkColumns(taken.marks)) : undefined
        if (taken.remove.length + taken.upsert.length > 0) await changePassages(session, taken, moved)
        else await moved()
      }, writing)
    },
    async search(query) {
      const statement = searchStatement(query)
      if (!statement) return []
      const rows = await database.read((session) =>
        session.rows<{ score: string | number; body: string }>(statement.sql, statement.values),
      )
      return rows.map(({ score, body }): PassageHit => ({ score: Number(score), passage: toPassage(body) }))
    },
    async ids(origin) {
      const values = [indexKey(origin)]
      const rows = await database.read((session) => session.rows<{ body: string }>(idsSql, values))
      return rows.map(({ body }) => toPassage(body).id)
    },
    async watermarks() {
      const rows = await database.read((session) => session.rows<WatermarkRow>(watermarksSql))
      return new Map(rows.map(({ key, whole, value }) => [unpackKey(whole ?? key), unpackKey(value)]))
    },
    async clear() {
      await database.write((session) => session.run(clearPassagesSql), writing)
    },
  }
}

function takeApart({ upsert = [], remove = [], watermarks = {}, expected = {} }: PassageChange): Change {
  const rows = new Map(upsert.map(passageRow).map((row) => [row.id, row]))
  return {
    remove: remove.map(indexKey),
    upsert: [...rows.values()],
    marks: Object.entries(watermarks),
    expected: new Map(Object.entries(expected)),
  }
}

/** Writers come one after the other: what is as expected now stays so until the change is made. */
async function refuseOtherWatermarks(session: Session, expected: Change['expected']): Promise<void> {
  const keys = [...expected.keys()]
  const rows = await session.rows<WatermarkRow>(findWatermarksSql, [keys.map(indexKey)])
  const found = new Map(rows.map(({ key, value }) => [key, unpackKey(value)]))
  for (const key of keys) checkWatermark(key, found.get(indexKey(key)), expected.get(key))
}

/** Writes only what differs: an unchanged passage costs a look at its digest. */
async function changePassages(
  session: Session,
  { remove, upsert }: Change,
  /** What goes out with the last statements. */
  last: () => Promise<number> | undefined,
): Promise<void> {
  const ids = [...new Set([...remove, ...upsert.map(({ id }) => id)])]
  const [known, [corpus]] = await Promise.all([
    session.rows<KnownRow>(knownPassagesSql, [ids]),
    session.rows<CorpusRow>(corpusSql),
  ])
  const digests = new Map(known.map(({ id, digest }) => [id, digest]))
  const kept = new Map(upsert.map(({ id, digest }) => [id, digest]))
  const added = upsert.filter(({ id, digest }) => digests.get(id) !== digest)
  const gone = known.filter(({ id, digest }) => kept.get(id) !== digest)
  if (added.length + gone.length === 0) {
    await last()
    return
  }
  const { passages = 0, tokens = 0, last_number: lastNumber = 0 } = corpus ?? {}
  // They are run in this order, however early they are sent.
  await Promise.all([
    gone.length > 0 && session.run(removePassagesSql, [gone.map(({ id }) => id)]),
    ...addPassages(session, added, lastNumber + 1),
    session.run(moveCorpusSql, [
      Number(passages) + added.length - gone.length,
      Number(tokens) + tokensOf(added) - tokensOf(gone),
      lastNumber + added.length,
    ]),
    last(),
  ])
}

function addPassages(session: Session, rows: readonly PassageRow[], firstNumber: number): Promise<number>[] {
  const starts = Array.from({ length: Math.ceil(rows.length / mostPassages) }, (_, index) => index * mostPassages)
  return starts.flatMap((from) => {
    const part = rows.slice(from, from + mostPassages)
    return [
      session.run(addPassagesSql, passageColumns(part, firstNumber + from)),
      session.run(addPostingsSql, postingColumns(part, firstNumber + from)),
    ]
  })
}

function tokensOf(rows: readonly { length: number }[]): number {
  return rows.reduce((sum, { length }) => sum + length, 0)
}

function watermarkColumns(marks: Change['marks']): unknown[] {
  const gone = marks.flatMap(([key, value]) => (value === undefined ? [indexKey(key)] : []))
  const kept = marks.flatMap(([key, value]) => (value === undefined ? [] : [{ key, value }]))
  return [
    gone,
    kept.map(({ key }) => indexKey(key)),
    kept.map(({ key }) => wholeKey(key)),
    kept.map(({ value }) => packKey(value)),
  ]
}

/** The statement of a search; undefined when it cannot find anything. */
function searchStatement(query: PassageQuery): { sql: string; values: unknown[] } | undefined {
  const terms = searchTerms(query).map(indexKey)
  const limit = searchLimit(query)
  if (terms.length === 0 || limit === 0) return undefined
  const scope = searchScope(query)
  const { since, until } = query
  if (!scope && since === undefined && until === undefined) return { sql: searchSql, values: [terms, limit] }
  const layers = scope ? [...scope.layers] : null
  const sessions = [...(scope?.sessions ?? [])].map(indexKey)
  const types = scope?.types ? [...scope.types].map(indexKey) : null
  const [from, to] = [since, until].map((time) => (time === undefined ? null : indexKey(time)))
  return { sql: scopedSearchSql, values: [terms, limit, layers, sessions, types, from, to] }
}
