import { createHash } from 'node:crypto'
import type { RecordStore, Storage, StoredRecord } from '@daybook/memory-core'
import { compareTexts, itemPages, markPages } from '@daybook/memory-core/storage'

/** The content of a storage in numbers. */
export interface MemorySummary {
  paths: string[]
  records: number
  items: number
  marks: number
  /** Over the contents, independent of their order. */
  checksum: string
}

const pageSize = 500
/** A folder's databases are derived, and their content is read through the other ports. */
const database = /^state\/[^/]+\.db/i

/** Reads everything. */
export async function summarise(storage: Storage, signal?: AbortSignal): Promise<MemorySummary> {
  const listed = await storage.files.list('', { deep: true })
  const paths = listed.map(({ path }) => path).filter((path) => !database.test(path))
  const hashes: string[] = []
  for (const path of paths) {
    signal?.throwIfAborted()
    hashes.push(hashOf(['file', path, (await storage.files.read(path))?.text]))
  }
  let records = 0
  for await (const page of recordsOf(storage.records)) {
    signal?.throwIfAborted()
    records += page.length
    for (const record of page) hashes.push(hashOf(['record', ...sortedFields(record)]))
  }
  let items = 0
  for await (const page of itemPages(storage.items)) {
    signal?.throwIfAborted()
    items += page.length
    for (const item of page) hashes.push(hashOf(['item', ...sortedFields(item)]))
  }
  let marks = 0
  for await (const page of markPages(storage.records)) {
    signal?.throwIfAborted()
    marks += page.size
    for (const mark of page) hashes.push(hashOf(['mark', ...mark]))
  }
  return { paths, records, items, marks, checksum: hashOf(hashes.sort(compareTexts)) }
}

/** Every record in the order of the last changes. */
async function* recordsOf(records: RecordStore): AsyncGenerator<StoredRecord[]> {
  for (let since = 0; ; ) {
    const page = await records.changes(since, pageSize)
    if (page.records.length > 0) yield page.records
    if (page.revision === since || page.records.length + page.removed.length === 0) return
    since = page.revision
  }
}

function sortedFields(stored: object): unknown[] {
  return Object.entries(stored).sort(([a], [b]) => (a < b ? -1 : 1))
}

function hashOf(value: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}
