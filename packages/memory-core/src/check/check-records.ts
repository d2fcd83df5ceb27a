import { MemoryError } from '../errors.ts'
import type { Finding } from '../storage/finding.ts'
import type { Storage } from '../storage/storage.ts'

const pageSize = 500
const beginning = '0000-01-01T00:00:00.000Z'

/** Reads every record and item through the ports: what a storage with no check of its own can be asked. */
export async function checkRows({ records, items }: Storage, signal: AbortSignal | undefined): Promise<Finding[]> {
  return [
    ...(await readable('records', async () => {
      for (let since = 0; ; ) {
        signal?.throwIfAborted()
        const page = await records.changes(since, pageSize)
        if (page.revision <= since) return
        since = page.revision
      }
    })),
    ...(await readable('items', async () => {
      for (let offset = 0; ; offset += pageSize) {
        signal?.throwIfAborted()
        const page = await items.search({ prefix: [], order: 'key', limit: pageSize, offset, at: beginning })
        if (page.length < pageSize) return
      }
    })),
  ]
}

async function readable(place: string, read: () => Promise<void>): Promise<Finding[]> {
  try {
    await read()
    return []
  } catch (error) {
    if (!MemoryError.isInstance(error)) throw error
    return [{ severity: 'error', place, problem: error.message, remedy: 'restore a backup' }]
  }
}
