import type { MemoryEvent } from '../events.ts'
import { inMemoryStorage } from '../in-memory/storage.ts'
import type { RecordStore } from '../storage/records.ts'
import type { Setting, Storage } from '../storage/storage.ts'
import { type FixedClock, fixedClock } from '../testing/fixed-clock.ts'
import { bareWords } from '../text/comparison.ts'
import { createRecordBook, type RecordBook } from './record-book.ts'
import { type RecordsOptions, recordsDefaults } from './record-types.ts'
import { createRecords, type Records, type SearchRecords } from './records.ts'

/** Records over a real store, with everything that tests inspect. */
export interface OpenRecords {
  records: Records
  book: RecordBook
  storage: Storage
  setting: Setting
  clock: FixedClock
  events: MemoryEvent[]
  /** The names of the calls that wrote. */
  writes: string[]
  /** Called before each write of the store; may throw. */
  beforeWrite: { call: (write: number) => void }
}

/** Counts one token for each word. */
const countTokens = (text: string): number => text.split(/\s+/).length

/** Opens records, in memory unless a storage is given. */
export function openRecords(options: Partial<Required<RecordsOptions>> = {}, given?: Storage): OpenRecords {
  const storage = given ?? inMemoryStorage()
  const clock = fixedClock()
  const events: MemoryEvent[] = []
  const writes: string[] = []
  const beforeWrite = { call: (_write: number): void => undefined }
  const records = watched(storage.records, (name) => {
    writes.push(name)
    beforeWrite.call(writes.length)
  })
  const setting: Setting = { storage: { ...storage, records }, clock, report: (event) => void events.push(event) }
  const book = createRecordBook({ ...setting, countTokens }, { ...recordsDefaults, ...options })
  const face = createRecords(setting, book, searchIn(storage.records), async () => undefined)
  return { records: face, book, storage, setting, clock, events, writes, beforeWrite }
}

/** A store that calls `told` before each write. */
export function watched(store: RecordStore, told: (name: string) => void): RecordStore {
  return {
    ...store,
    async write(edit) {
      told('write')
      return store.write(edit)
    },
    async update(...args) {
      told('update')
      return store.update(...args)
    },
  }
}

/** Finds records by the number of query words they contain, archived ones included. */
function searchIn(store: RecordStore): SearchRecords {
  return async (query, { limit, types }) => {
    const wanted = bareWords(query).split(' ')
    const all = await store.list({ archived: 'all', limit: 100_000, ...(types ? { types } : {}) })
    const scored = all.map(({ id, text }) => {
      const words = new Set(bareWords(text).split(' '))
      return { id, score: wanted.filter((word) => words.has(word)).length }
    })
    return scored
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, limit)
  }
}
