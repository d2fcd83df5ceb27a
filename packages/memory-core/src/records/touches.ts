import { isoTime } from '../clock.ts'
import { MemoryError } from '../errors.ts'
import type { Setting } from '../storage/setting.ts'
import type { BookStore } from './record-book.ts'
import { later } from './record-changes.ts'

/** Buffers accesses in memory, so that reading does not write. */
interface Touches {
  /** Counts one access of each record now. */
  touch(ids: readonly string[]): void
  /** Writes the buffer, one write for each 1,000 records. After a failure, unwritten accesses stay buffered. */
  flush(): Promise<void>
}

interface Access {
  count: number
  atMs: number
}

const pageSize = 1_000

/**
 * Writes accesses after `flushMs`. A failure is reported once; the write is retried after the same time, until it
 * succeeds or the storage is closed.
 */
export function createTouches(store: BookStore, { clock, report }: Setting, flushMs: number): Touches {
  let collected = new Map<string, Access>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> = Promise.resolve()
  let isFailing = false

  function add(id: string, { count, atMs }: Access): void {
    const known = collected.get(id)
    collected.set(id, { count: count + (known?.count ?? 0), atMs: Math.max(atMs, known?.atMs ?? atMs) })
  }

  function schedule(): void {
    timer ??= setTimeout(() => {
      timer = undefined
      flush().catch(() => undefined) // reported where it failed
    }, flushMs)
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
    clearTimeout(timer)
    timer = undefined
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
      schedule()
    }
    if (isFailing) return
    isFailing = true
    const message = `${accesses.length} accesses of records could not be written${isClosed ? '' : '; they will be retried'}`
    report({ type: 'records-unwritten', level: 'warn', message, details: { records: accesses.length }, error })
  }

  function flush(): Promise<void> {
    running = running.catch(() => undefined).then(writeAll)
    return running
  }

  return {
    touch(ids) {
      if (ids.length === 0) return
      const atMs = clock()
      for (const id of ids) add(id, { count: 1, atMs })
      schedule()
    },
    flush,
  }
}
