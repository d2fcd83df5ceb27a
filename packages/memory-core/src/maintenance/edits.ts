import type { RecordBook } from '../records/record-book.ts'
import type { MemoryRecord, StoredRecord } from '../storage/records.ts'

/** What a record is to be; undefined leaves it. */
export type Edit = (record: MemoryRecord) => MemoryRecord | undefined

/** Where maintenance reads and changes records: the store, or a rehearsal over it. */
export interface Edits {
  get(ids: readonly string[]): Promise<StoredRecord[]>
  /** All or nothing, in the order of the ids; nothing when `edit` throws. Answers the changed records. */
  update(ids: readonly string[], edit: Edit): Promise<StoredRecord[]>
}

/** Changes the store. */
export function realEdits({ store, stored }: RecordBook): Edits {
  return {
    get: (ids) => store.get(ids),
    update: (ids, edit) =>
      store.update(ids, (record) => {
        const next = edit(record)
        return next && stored(next)
      }),
  }
}

/** Changes nothing but its own memory of what would have been changed. */
export function rehearsedEdits({ store, stored }: RecordBook): Edits {
  const changed = new Map<string, StoredRecord>()

  async function get(ids: readonly string[]): Promise<StoredRecord[]> {
    return (await store.get(ids)).map((record) => changed.get(record.id) ?? record)
  }

  return {
    get,
    async update(ids, edit) {
      const next = (await get(ids)).flatMap((record) => {
        const after = edit(record)
        return after ? [stored(after)] : []
      })
      for (const record of next) changed.set(record.id, record)
      return next
    },
  }
}
