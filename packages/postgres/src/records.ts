import type { RecordChanges, RecordCount, RecordStore } from '@daybook/memory-core'
import {
  changedBody,
  checkedEdit,
  compareTexts,
  packedKeys,
  type RecordBody,
  recordOf,
} from '@daybook/memory-core/storage'
import type { Database } from './database.ts'
import { indexKey, isCut, wholeKey } from './index-key.ts'
import { findMarks, type MarkRow, marksOf, moveMarks } from './marks.ts'
import { listStatement } from './record-list.ts'
import { type RecordRow, recordColumns, toRecord } from './record-row.ts'
import * as sql from './record-sql.ts'
import type { Session } from './session.ts'

interface ChangeRow extends RecordRow {
  whole: string | null
  revision: string | number
}

interface CountRow extends Omit<RecordCount, 'archived' | 'records' | 'tokens'> {
  is_archived: boolean
  records: string | number
  tokens: string | number
}

const writing = { lock: 'records' }

/** The records of a namespace. Writes are serialised, so that revisions have no gap that a reader could miss. */
export function createPostgresRecords(database: Database): RecordStore {
  return {
    async write(edit) {
      const checked = checkedEdit(edit)
      return database.write((session) => applyEdit(session, checked), writing)
    },
    update: (ids, change, { quietly = false } = {}) =>
      database.write(async (session) => {
        const [rows, before] = await Promise.all([findRows(session, ids), quietly ? 0 : lastRevision(session)])
        let last = before
        const changed = rows.flatMap((row) => {
          const body = changedBody(toRecord(row), change)
          return body ? [{ body, revision: quietly ? Number(row.revision) : ++last }] : []
        })
        await Promise.all([
          changed.length > 0 && session.run(sql.putRecordsSql, recordColumns(changed)),
          last > before && session.run(sql.moveRevisionSql, [last]),
        ])
        return changed.map(({ body }) => recordOf(body))
      }, writing),
    async get(ids) {
      if (ids.length === 0) return []
      return (await database.read((session) => findRows(session, ids))).map(toRecord)
    },
    async list(query) {
      const listed = listStatement(query)
      return (await database.read((session) => session.joined<RecordRow>(listed.sql, listed.values))).map(toRecord)
    },
    scopes: () => database.read(findScopes),
    revision: () => database.read(lastRevision),
    changes: (since, limit) => database.read((session) => changesSince(session, since, limit)),
    async count() {
      const rows = await database.read((session) => session.rows<CountRow>(sql.countRecordsSql))
      return rows.map(({ is_archived: archived, records, tokens, ...row }) => {
        return { ...row, archived, records: Number(records), tokens: Number(tokens) }
      })
    },
    async marks(keys) {
      return keys.length === 0 ? new Map() : database.read((session) => findMarks(session, 'record_marks', keys))
    },
    async listMarks(after, limit) {
      const values = [after === undefined ? '' : packedKeys.afterPacked(indexKey(after)), limit]
      return marksOf(await database.read((session) => session.joined<MarkRow>(sql.listMarksSql, values)))
    },
    async clear() {
      await database.write((session) => session.run(sql.clearRecordsSql), writing)
    },
  }
}

async function findRows(session: Session, ids: readonly string[]): Promise<ChangeRow[]> {
  if (ids.length === 0) return []
  const rows = await session.joined<ChangeRow>(sql.findRecordsSql, [ids.map(indexKey)])
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => found.get(indexKey(id)) ?? [])
}

async function lastRevision(session: Session): Promise<number> {
  const [row] = await session.joined<{ last: string | number }>(sql.revisionSql)
  return Number(row?.last ?? 0)
}

/** Removes first, then puts, then inserts; each counts one revision. */
async function applyEdit(
  session: Session,
  { remove, put, insert, marks }: ReturnType<typeof checkedEdit>,
): Promise<{ inserted: string[] }> {
  const [before, known] = await Promise.all([
    lastRevision(session),
    knownIds(session, [...remove, ...insert.map(idOf)]),
  ])
  let last = before
  const removed = new Map<string, number>()
  for (const id of remove) if (known.delete(id)) removed.set(id, ++last)
  const rows = new Map<string, { body: RecordBody; revision: number }>()
  for (const body of put) rows.set(idOf(body), { body, revision: ++last })
  const inserted: string[] = []
  for (const body of insert) {
    const id = idOf(body)
    if (known.has(id) || rows.has(id)) continue
    rows.set(id, { body, revision: ++last })
    inserted.push(id)
  }
  const gone = [...removed.keys()]
  // Executed in this order, however early they are sent.
  await Promise.all([
    removed.size > 0 &&
      session.run(sql.removeRecordsSql, [gone.map(indexKey), gone.map(wholeKey), [...removed.values()]]),
    rows.size > 0 && session.run(sql.putRecordsSql, recordColumns([...rows.values()])),
    moveMarks(session, 'record_marks', marks),
    last > before && session.run(sql.moveRevisionSql, [last]),
  ])
  return { inserted }
}

async function knownIds(session: Session, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const names = new Map(ids.map((id) => [indexKey(id), id]))
  const rows = await session.joined<{ id: string }>(sql.knownRecordsSql, [[...names.keys()]])
  return new Set(rows.flatMap(({ id }) => names.get(id) ?? []))
}

function idOf(body: RecordBody): string {
  return recordOf(body).id
}

async function findScopes(session: Session): Promise<string[]> {
  const keys = (await session.rows<{ scope: string }>(sql.scopesSql)).map(({ scope }) => scope)
  const long = keys.filter(isCut)
  const rows = long.length === 0 ? [] : await session.rows<RecordRow>(sql.scopedRecordsSql, [long])
  const whole = rows.map((row) => toRecord(row).scope ?? '')
  const short = keys.filter((key) => !isCut(key)).map((key) => packedKeys.unpackKey(key).slice(1))
  return [...short, ...whole].sort(compareTexts)
}

async function changesSince(session: Session, since: number, limit: number): Promise<RecordChanges> {
  const [rows, last] = await Promise.all([
    session.joined<ChangeRow & { body: string | null }>(sql.changesSql, [since, limit + 1]),
    lastRevision(session),
  ])
  const page = rows.slice(0, limit)
  return {
    records: page.flatMap((row) => (row.body === null ? [] : [toRecord(row)])),
    removed: page.flatMap((row) => (row.body === null ? [packedKeys.unpackKey(row.whole ?? row.id)] : [])),
    revision: rows.length > limit ? Number(page.at(-1)?.revision ?? since) : last,
  }
}
