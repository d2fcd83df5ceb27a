import { createAfterQuiet, createSerialQueue } from '../async.ts'
import { isoTime } from '../clock.ts'
import { MemoryError } from '../errors.ts'
import type { Setting } from '../storage/setting.ts'
import type { BookStore } from './record-book.ts'
import { later } from './record-changes.ts'

interface Access {
  count: number
  atMs: number
}

const pageSize = 1_000

/**
 * Buffers accesses in memory, so that reading does not write, and writes them after `flushMs`. A failure is reported
 * once; the write is retried after the same time, until it succeeds or the storage is closed.
 */
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

  async function writePage(page: ReadonlyMap<string, Access>): Promise<void> {
    await store.update(
      [...page.keys()],
      (record) => {
        const { count, atMs } = page.get(record.id) ?? { count: 0, atMs: 0 }
        const reinforcementCount = record.reinforcementCount + count
        return { ...record, reinforcementCount, accessedAt: later(record.accessedAt, isoTime(atMs)) }
      },
      { quietly: true },
    )
  }

  async function writeAll(): Promise<void> {
    pause.cancel()
    const accesses = [...collected]
    collected = new Map()
    for (let start = 0; start < accesses.length; start += pageSize) {
      try {
        await writePage(new Map(accesses.slice(start, start + pageSize)))
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
  function flush(): Promise<void> {
    return queue.run(writeAll)
  }

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
