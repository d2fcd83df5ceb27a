import { MemoryError } from '../errors.ts'
import { itemPages, recordPages } from '../storage/every-row.ts'
import type { Finding, Storage } from '../storage/storage.ts'

/** Reads every record and item through the ports: what a storage with no check of its own can be asked. */
export async function checkRows({ records, items }: Storage, signal: AbortSignal | undefined): Promise<Finding[]> {
  return [
    ...(await readable('records', async () => {
      for await (const _ of recordPages(records)) signal?.throwIfAborted()
    })),
    ...(await readable('items', async () => {
      for await (const _ of itemPages(items)) signal?.throwIfAborted()
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
