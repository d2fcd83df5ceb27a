import type { ItemStore, StoredItem } from './items.ts'
import type { RecordStore } from './records.ts'

const pageSize = 500
/** Whatever expired later is answered. */
const beginning = '0000-01-01T00:00:00.000Z'

/** Every item, page by page, in the order of their keys; those that had expired before they were last written are none. */
export async function* itemPages(items: ItemStore): AsyncGenerator<StoredItem[]> {
  for (let offset = 0; ; offset += pageSize) {
    const page = await items.search({ prefix: [], order: 'key', limit: pageSize, offset, at: beginning })
    yield page.filter(({ expiresAt, updatedAt }) => expiresAt === undefined || expiresAt > updatedAt)
    if (page.length < pageSize) return
  }
}

/** Every mark of a record store, page by page. */
export async function* markPages(records: RecordStore): AsyncGenerator<Map<string, string>> {
  for (let after: string | undefined; ; ) {
    const page = await records.listMarks(after, pageSize)
    if (page.size === 0) return
    yield page
    after = [...page.keys()].at(-1)
  }
}
