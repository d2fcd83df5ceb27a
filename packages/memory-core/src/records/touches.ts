import { createAfterQuiet, createSerialQueue } from '../async.ts'
import { isoTime } from '../clock.ts'
import { MemoryError } from '../errors.ts'
import type { MemoryRecord } from '../storage/records.ts'
import type { Setting } from '../storage/setting.ts'
import type { BookStore } from './record-book.ts'
import { later } from './record-changes.ts'

interface Access {
  count: number
  atMs: number
}

const pageSize = 1_000

/** Buffers accesses, so that reading does not write. A failed write is retried until the storage is closed. */
export function createTouches(store: BookStore, { clock, report }: Setting, flushMs: number) {
  let collected = new Map<string, Access>()
  // A failure is reported by `keep`.
  const pause = createAfterQuiet(() => void flush().catch(() => undefined), { quietMs: flushMs, mostMs: flushMs })
  const queue = createSerialQueue()
  let isFailing = false

  function add(id: string, { count, atMs }: Access): void {
    const known = collected.get(id)
    collected.set(id, { count: count + (known?.count ?? 0), atMs: Math.max(atMs, known?.atMs ?? atMs) })
  }

  function accessed(record: MemoryRecord, { count, atMs }: Access): MemoryRecord {
    const reinforcementCount = record.reinforcementCount + count
    return { ...record, reinforcementCount, accessedAt: later(record.accessedAt, isoTime(atMs)) }
  }

  async function writeAll(): Promise<void> {
    pause.cancel()
    const accesses = [...collected]
    collected = new Map()
    for (let start = 0; start < accesses.length; start += pageSize) {
      try {
        const page = new Map(accesses.slice(start, start + pageSize))
        const change = (record: MemoryRecord) => accessed(record, page.get(record.id) ?? { count: 0, atMs: 0 })
        await store.update([...page.keys()], change, { quietly: true })
        isFailing = false
      } catch (error) {
        keep(accesses.slice(start), error)
        throw error
      }
    }
  }

  function keep(accesses: readonly [string, Access][], error: unknown): void {
    const isClosed = MemoryError.isInstance(error) && error.code === 'closed'
    if (!isClosed) {
      for (const [id, access] of accesses) add(id, access)
      pause.ask()
    }
    if (isFailing) return
    isFailing = true
    const message = `${accesses.length} accesses of records could not be written${isClosed ? '' : '; they will be retried'}`
    report({ type: 'records-unwritten', level: 'warn', message, details: { records: accesses.length }, error })
  }

  /** Writes the buffer, one write for each 1,000 records. After a failure, unwritten accesses stay buffered. */
  const flush = (): Promise<void> => queue.run(writeAll)

  return {
    touch(ids: readonly string[]): void {
      if (ids.length === 0) return
      const atMs = clock()
      for (const id of ids) add(id, { count: 1, atMs })
      pause.ask()
    },
    flush,
  }
}
