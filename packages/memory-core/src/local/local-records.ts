import { afterPacked, packKey, unpackKey } from '../storage/pack-key.ts'
import { changedBody, checkedEdit, recordOf } from '../storage/record-body.ts'
import { checkChanges, checkMarkPage, checkRecordQuery, checkTexts } from '../storage/record-checks.ts'
import type { RecordChanges, RecordCount, RecordStore, StoredRecord } from '../storage/records.ts'
import { findRecords } from './record-ranges.ts'
import { putRecord, type RecordRow, toRecord } from './record-rows.ts'
import {
  changedSql,
  clearSql,
  countSql,
  findMarkSql,
  findSql,
  knownSql,
  listMarksSql,
  markSql,
  moveRevisionSql,
  noteRemovalSql,
  readSql,
  removedSql,
  removeSql,
  revisionSql,
  scopesSql,
  unmarkSql,
} from './record-sql.ts'
import type { Statements, StoreFile } from './store-file.ts'

interface CountRow extends Omit<RecordCount, 'archived'> {
  archived: number
}

/** The records in a store's database; see `recordSchema`. */
export function createLocalRecords(store: StoreFile): RecordStore {
  return {
    async write(edit) {
      const checked = checkedEdit(edit)
      return store.write((statement) => applyEdit(statement, checked), { purge: checked.remove.length > 0 })
    },
    async update(ids, change, options) {
      const wanted = checkedIds(ids)
      const { quietly = false } = options ?? {}
      return store.write((statement) => applyChange(statement, wanted, change, quietly))
    },
    async get(ids) {
      const wanted = checkedIds(ids)
      return store.read((statement) => wanted.flatMap((id) => findRow(statement, id) ?? []).map(toRecord))
    },
    async list(query) {
      checkRecordQuery(query)
      const wanted = structuredClone(query)
      return store.read((statement) => findRecords(statement, wanted).map((number) => readRecord(statement, number)))
    },
    async scopes() {
      const rows = await store.read((statement) => statement(scopesSql).all())
      return rows.map((row) => unpackKey(String(row['scope'])))
    },
    revision: () => store.read(lastRevision),
    async changes(since, limit) {
      checkChanges(since, limit)
      return store.read((statement) => changesSince(statement, since, Math.min(limit, 1_000_000_000)))
    },
    async count() {
      const rows = await store.read((statement) => statement(countSql).all())
      return (rows as unknown as CountRow[]).map(toCount)
    },
    async marks(keys) {
      checkTexts(keys, 'keys')
      const wanted = [...keys]
      return store.read((statement) => new Map(wanted.flatMap((key) => findMark(statement, key))))
    },
    async listMarks(after, limit) {
      checkMarkPage(after, limit)
      const from = after === undefined ? '' : afterPacked(packKey(after))
      const rows = await store.read((statement) => statement(listMarksSql).all(from, Math.min(limit, 1_000_000_000)))
      return new Map(rows.map(({ key, value }) => [unpackKey(String(key)), unpackKey(String(value))]))
    },
    clear: () =>
      store.write(
        (statement) => {
          for (const sql of clearSql) statement(sql).run()
        },
        { purge: true },
      ),
  }
}

function checkedIds(ids: readonly string[]): string[] {
  checkTexts(ids, 'ids')
  return [...new Set(ids)]
}

function applyEdit(statement: Statements, edit: ReturnType<typeof checkedEdit>): { inserted: string[] } {
  const inserted: string[] = []
  countRevisions(statement, (next) => {
    for (const id of edit.remove) removeRecord(statement, id, next)
    for (const body of edit.put) putRecord(statement, body, next())
    for (const body of edit.insert) {
      const { id } = recordOf(body)
      if (statement(knownSql).get(packKey(id)) !== undefined) continue
      putRecord(statement, body, next())
      inserted.push(id)
    }
  })
  for (const [key, value] of edit.marks)
    value === undefined ? statement(unmarkSql).run(packKey(key)) : statement(markSql).run(packKey(key), packKey(value))
  return { inserted }
}

function applyChange(
  statement: Statements,
  ids: readonly string[],
  change: (record: StoredRecord) => StoredRecord | undefined,
  quietly: boolean,
): StoredRecord[] {
  const changed: StoredRecord[] = []
  countRevisions(statement, (next) => {
    for (const id of ids) {
      const row = findRow(statement, id)
      const body = row && changedBody(toRecord(row), change)
      if (!row || !body) continue
      putRecord(statement, body, quietly ? row.revision : next())
      changed.push(recordOf(body))
    }
  })
  return changed
}

/** Runs `work` with the store's counter, and keeps what it was counted to. */
function countRevisions(statement: Statements, work: (next: () => number) => void): void {
  const before = lastRevision(statement)
  let last = before
  work(() => {
    last += 1
    return last
  })
  if (last > before) statement(moveRevisionSql).run(last)
}

function lastRevision(statement: Statements): number {
  return Number(statement(revisionSql).get()?.['last'] ?? 0)
}

function removeRecord(statement: Statements, id: string, next: () => number): void {
  if (Number(statement(removeSql).run(packKey(id)).changes) > 0) statement(noteRemovalSql).run(packKey(id), next())
}

function findRow(statement: Statements, id: string): RecordRow | undefined {
  return statement(findSql).get(packKey(id)) as RecordRow | undefined
}

function readRecord(statement: Statements, number: number): StoredRecord {
  return toRecord(statement(readSql).get(number) as unknown as RecordRow)
}

function toCount({ type, kind, archived, records, tokens }: CountRow): RecordCount {
  return { type, kind, archived: archived === 1, records, tokens }
}

/** Records and removals share one counter, so that the page ends at the same revision in both. */
function changesSince(statement: Statements, since: number, limit: number): RecordChanges {
  const records = statement(changedSql).all(since, limit) as unknown as RecordRow[]
  const removed = statement(removedSql).all(since, limit) as unknown as { id: string; revision: number }[]
  const revisions = [...records, ...removed].map(({ revision }) => revision).sort((a, b) => a - b)
  const last = lastRevision(statement)
  const isCut = revisions.length >= limit && since < last
  const upTo = isCut ? (revisions[limit - 1] ?? since) : last
  const isOn = ({ revision }: { revision: number }): boolean => revision <= upTo
  const hasMore = isCut && (revisions.length > limit || revisions.at(-1) !== last)
  return {
    records: records.filter(isOn).map(toRecord),
    removed: removed.filter(isOn).map(({ id }) => unpackKey(id)),
    revision: hasMore ? upTo : last,
  }
}

function findMark(statement: Statements, key: string): [string, string][] {
  const found = statement(findMarkSql).get(packKey(key))
  return found === undefined ? [] : [[key, unpackKey(String(found['value']))]]
}
