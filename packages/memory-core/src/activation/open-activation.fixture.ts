import { inMemoryStorage } from '../in-memory/storage.ts'
import { passageOfRecord } from '../indexing/passages-of.ts'
import { createRecordSearch } from '../memory/record-layer.ts'
import { type OpenRecords, watched } from '../records/open-records.fixture.ts'
import { createRecordBook } from '../records/record-book.ts'
import { printRecord, type RecordsOptions, recordsDefaults } from '../records/record-types.ts'
import { createRecords, type SearchRecords } from '../records/records.ts'
import { compareTexts } from '../storage/compare-texts.ts'
import type { StoredRecord } from '../storage/records.ts'
import type { Setting, Storage } from '../storage/storage.ts'
import { fixedClock } from '../testing/fixed-clock.ts'
import { estimateTokens } from '../text/count-tokens.ts'
import { type Activated, type ActivationRequest, createActivation } from './activate.ts'
import { type ActivationOptions, activationDefaults } from './candidates.ts'

/** An activation over real records and a real index. */
export interface OpenActivation extends Pick<OpenRecords, 'records' | 'book' | 'storage' | 'clock'> {
  activate: (request?: Partial<ActivationRequest>) => Promise<Activated>
  /** The same memory under other options. */
  withOptions(options: Partial<Required<ActivationOptions>>): OpenActivation['activate']
  /** Rows that were read and searches that were made since it was last set to 0. */
  cost: { rows: number; hits: number; searches: number; writes: number }
}

/** Opens one; in memory, if no storage is given. */
export function openActivation(
  options: Partial<Required<ActivationOptions>> = {},
  given?: { storage?: Storage; records?: Partial<Required<RecordsOptions>> },
): OpenActivation {
  const storage = given?.storage ?? inMemoryStorage()
  const clock = fixedClock()
  const cost = { rows: 0, hits: 0, searches: 0, writes: 0 }
  const setting: Setting = { storage: counted(storage, cost), clock, report: () => undefined }
  const resolved = { ...recordsDefaults, ...given?.records }
  const book = createRecordBook({ ...setting, countTokens: estimateTokens }, resolved)
  const search = indexSearch(storage, cost)
  const withOptions: OpenActivation['withOptions'] = (others) => {
    const all = { ...activationDefaults, ...options, ...others }
    const choose = createActivation(setting, book, search, all)
    const price: ActivationRequest['price'] = (record) => estimateTokens(printRecord(record)) + 1
    const defaults = {
      query: '',
      budget: all.budget,
      price,
      exclude: new Set<string>(),
      said: () => false,
      isTellable: () => true,
    }
    return (request) => choose({ ...defaults, ...request })
  }
  const records = createRecords(setting, book, search, async () => undefined)
  return { activate: withOptions({}), records, book, storage, clock, withOptions, cost }
}

/** What was chosen, as `layer text`. */
export function activatedTexts({ chosen }: Activated): string[] {
  return chosen.map(({ layer, record }) => `${layer} ${record.name ?? record.text}`)
}

/** The same, sorted. */
export function sortedTexts(activated: Activated): string[] {
  return activatedTexts(activated).sort(compareTexts)
}

/** Why a record with this text was chosen or dropped. */
export function reasonOf({ chosen, dropped }: Activated, text: string): string | undefined {
  return [...chosen, ...dropped].find(({ record }) => record.text === text)?.reason
}

function counted(storage: Storage, cost: OpenActivation['cost']): Storage {
  const { list, get } = storage.records
  const read = async (reading: Promise<StoredRecord[]>): Promise<StoredRecord[]> => {
    const rows = await reading
    cost.rows += rows.length
    return rows
  }
  const records = watched(storage.records, () => {
    cost.writes += 1
  })
  return {
    ...storage,
    records: { ...records, list: (query) => read(list(query)), get: (ids) => read(get(ids)) },
  }
}

/** The memory's own search in an index that is filled from the store before. */
function indexSearch({ records, passages }: Storage, cost: OpenActivation['cost']): SearchRecords {
  let known = 0
  const search = createRecordSearch(passages, (work) => work())
  return async (query, options) => {
    while (known < (await records.revision())) {
      const page = await records.changes(known, 5_000)
      await passages.update({ upsert: page.records.map(passageOfRecord), remove: page.removed })
      known = page.revision
    }
    const hits = await search(query, options)
    cost.searches += 1
    cost.hits += hits.length
    return hits
  }
}
