import { afterPacked, packKey, unpackKey } from '../storage/pack-key.ts'
import { changedBody, checkedEdit, recordOf } from '../storage/record-body.ts'
import { checkChanges, checkMarkPage, checkRecordQuery, checkTexts } from '../storage/record-checks.ts'
import type { RecordChanges, RecordCount, RecordQuery, RecordStore, StoredRecord } from '../storage/records.ts'
import type { DamagedRows } from './damaged-rows.ts'
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

/** Makes a record of a row; undefined for one that is passed over. */
type ReadRow = (row: RecordRow) => StoredRecord | undefined

interface CountRow extends Omit<RecordCount, 'archived'> {
  archived: number
}

/** The records in a store's database; see `recordSchema`. What is read by the way goes without `damaged` rows. */
export function createLocalRecords(store: StoreFile, damaged: DamagedRows): RecordStore {
  async function readSound<T>(work: (statement: Statements) => T): Promise<T> {
    const found = await store.read(work)
    damaged.tell()
    return found
  }

  const readerOf = (skipDamaged = false): ReadRow =>
    skipDamaged ? (row) => damaged.sound('records', row.id, () => toRecord(row)) : toRecord

  return {
    async write(edit) {
      const checked = checkedEdit(edit)
      return store.write((statement) => applyEdit(statement, checked), { purge: checked.remove.length > 0 })
    },
    async update(ids, change, options) {
      const wanted = checkedIds(ids)
      const { quietly = false, skipDamaged = false } = options ?? {}
      const read = readerOf(skipDamaged)
      const changed = await store.write((statement) => applyChange(statement, wanted, change, { quietly, read }))
      damaged.tell()
      return changed
    },
    async get(ids, options) {
      const wanted = checkedIds(ids)
      const read = readerOf(options?.skipDamaged)
      return readSound((statement) =>
        wanted.flatMap((id) => {
          const row = findRow(statement, id)
          return (row && read(row)) ?? []
        }),
      )
    },
    async list(query) {
      checkRecordQuery(query)
      const wanted = structuredClone(query)
      return readSound((statement) => listSound(statement, wanted, damaged))
    },
    async scopes() {
      const rows = await store.read((statement) => statement(scopesSql).all())
      return rows.map((row) => unpackKey(String(row['scope'])))
    },
    revision: () => store.read(lastRevision),
    async changes(since, limit) {
      checkChanges(since, limit)
      return readSound((statement) => changesSince(statement, since, Math.min(limit, 1_000_000_000), damaged))
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
  { quietly, read }: { quietly: boolean; read: ReadRow },
): StoredRecord[] {
  const changed: StoredRecord[] = []
  countRevisions(statement, (next) => {
    for (const id of ids) {
      const row = findRow(statement, id)
      const record = row && read(row)
      const body = record && changedBody(record, change)
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

/** In the place of those that are damaged, others are read. */
function listSound(statement: Statements, query: RecordQuery, damaged: DamagedRows): StoredRecord[] {
  for (let limit = query.limit; ; ) {
    const numbers = findRecords(statement, { ...query, limit })
    const found = numbers.flatMap((number) => {
      const row = statement(readSql).get(number) as unknown as RecordRow
      return damaged.sound('records', row.id, () => toRecord(row)) ?? []
    })
    if (found.length >= query.limit || numbers.length < limit) return found.slice(0, query.limit)
    limit += numbers.length - found.length
  }
}

function toCount({ type, kind, archived, records, tokens }: CountRow): RecordCount {
  return { type, kind, archived: archived === 1, records, tokens }
}

/** Records and removals share one counter, so that the page ends at the same revision in both. */
function changesSince(statement: Statements, since: number, limit: number, damaged: DamagedRows): RecordChanges {
  const records = statement(changedSql).all(since, limit) as unknown as RecordRow[]
  const removed = statement(removedSql).all(since, limit) as unknown as { id: string; revision: number }[]
  const revisions = [...records, ...removed].map(({ revision }) => revision).sort((a, b) => a - b)
  const last = lastRevision(statement)
  const isCut = revisions.length >= limit && since < last
  const upTo = isCut ? (revisions[limit - 1] ?? since) : last
  const isOn = ({ revision }: { revision: number }): boolean => revision <= upTo
  const hasMore = isCut && (revisions.length > limit || revisions.at(-1) !== last)
  return {
    records: records.filter(isOn).flatMap((row) => damaged.sound('records', row.id, () => toRecord(row)) ?? []),
    removed: removed.filter(isOn).map(({ id }) => unpackKey(id)),
    revision: hasMore ? upTo : last,
  }
}

function findMark(statement: Statements, key: string): [string, string][] {
  const found = statement(findMarkSql).get(packKey(key))
  return found === undefined ? [] : [[key, unpackKey(String(found['value']))]]
}
