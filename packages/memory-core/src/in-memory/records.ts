import { compareTexts } from '../storage/compare-texts.ts'
import * as recordRows from '../storage/record-rows.ts'
import type { RecordCount, RecordStore, StoredRecord } from '../storage/records.ts'

interface HeldRecord extends recordRows.RankedRecord {
  record: StoredRecord
  body: recordRows.RecordBody
  revision: number
}

/** Records in RAM. Listing reads every record. */
export function createInMemoryRecords(): RecordStore {
  const held = new Map<string, HeldRecord>()
  const removed = new Map<string, number>()
  const kept = new Map<string, string>()
  let last = 0

  function put(body: recordRows.RecordBody, revision?: number): void {
    const record = recordRows.recordOf(body)
    const { id, strength, priority } = record
    last += revision === undefined ? 1 : 0
    held.set(id, { id, rank: recordRows.priorityRank(priority), strength, record, body, revision: revision ?? last })
    removed.delete(id)
  }

  function present(ids: readonly string[]): HeldRecord[] {
    return ids.flatMap((id) => held.get(id) ?? [])
  }

  return {
    async write(edit) {
      // Everything that can throw comes first: an edit is atomic.
      const checked = recordRows.checkedEdit(edit)
      for (const id of checked.remove) if (held.delete(id)) removed.set(id, ++last)
      for (const body of checked.put) put(body)
      const inserted: string[] = []
      for (const body of checked.insert) {
        const { id } = recordRows.recordOf(body)
        if (held.has(id)) continue
        put(body)
        inserted.push(id)
      }
      for (const [key, value] of checked.marks) value === undefined ? kept.delete(key) : kept.set(key, value)
      return { inserted }
    },
    async update(ids, change, options) {
      const changed = present(ids).flatMap(({ body, revision }) => {
        const next = recordRows.changedBody(recordRows.recordOf(body), change)
        return next ? [{ next, revision }] : []
      })
      for (const { next, revision } of changed) put(next, options?.quietly ? revision : undefined)
      return changed.map(({ next }) => recordRows.recordOf(next))
    },
    get: async (ids) => present(ids).map(({ body }) => recordRows.recordOf(body)),
    async list(query) {
      const wanted = [...held.values()].filter(({ record }) => recordRows.isWanted(record, query))
      const best = wanted.sort(recordRows.compareRecords(query.order)).slice(0, query.limit)
      return best.map(({ body }) => recordRows.recordOf(body))
    },
    async scopes() {
      const found = [...held.values()].filter(({ record }) => record.archivedAt === undefined)
      return [...new Set(found.flatMap(({ record }) => record.scope ?? []))].sort(compareTexts)
    },
    revision: async () => last,
    async changes(since, limit) {
      const removals = [...removed].map(([id, revision]) => ({ id, revision, body: undefined }))
      const later = [...held.values(), ...removals].filter(({ revision }) => revision > since)
      const page = later.sort((a, b) => a.revision - b.revision).slice(0, limit)
      return {
        records: page.flatMap(({ body }) => (body ? [recordRows.recordOf(body)] : [])),
        removed: page.flatMap(({ id, body }) => (body ? [] : [id])),
        revision: page.length < later.length ? (page.at(-1)?.revision ?? since) : last,
      }
    },
    count: async () => countRecords([...held.values()].map(({ record }) => record)),
    async marks(keys) {
      const wanted = new Set(keys)
      return new Map([...kept].filter(([key]) => wanted.has(key)))
    },
    async listMarks(after, limit) {
      const keys = [...kept.keys()].filter((key) => after === undefined || compareTexts(key, after) > 0)
      const page = keys.sort(compareTexts).slice(0, limit)
      return new Map(page.map((key) => [key, kept.get(key) ?? '']))
    },
    async clear() {
      for (const map of [held, removed, kept]) map.clear()
      last = 0
    },
  }
}

/** Counts records by type, kind, and whether they are archived; in that order. */
function countRecords(records: Iterable<StoredRecord>): RecordCount[] {
  const counts = new Map<string, RecordCount>()
  for (const { type, kind, archivedAt, tokens } of records) {
    const archived = archivedAt !== undefined
    const key = `${type} ${kind} ${archived ? 1 : 0}`
    const count = counts.get(key) ?? { type, kind, archived, records: 0, tokens: 0 }
    count.records += 1
    count.tokens += tokens
    counts.set(key, count)
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count)
}
