import { isoTime } from '../clock.ts'
import { MemoryError } from '../errors.ts'
import type { MemoryRecord, StoredRecord } from '../storage/records.ts'
import type { Setting } from '../storage/setting.ts'
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
 * succeeds or the storage is closed. `stored` computes the strength of a changed record.
 */
export function createTouches(
  { storage, clock, report }: Setting,
  { flushMs, stored }: { flushMs: number; stored: (record: MemoryRecord) => StoredRecord },
): Touches {
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
    await storage.records.update([...page.keys()], (record) => accessed(record, page.get(record.id)), { quietly: true })
  }

  function accessed(record: StoredRecord, access: Access | undefined): StoredRecord | undefined {
    if (!access) return undefined
    const { reinforcementCount, accessedAt } = record
    return stored({
      ...record,
      reinforcementCount: reinforcementCount + access.count,
      accessedAt: later(accessedAt, isoTime(access.atMs)),
    })
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
