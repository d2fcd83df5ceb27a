import type { Clock } from '../clock.ts'
import { MemoryError } from '../errors.ts'
import type { Report } from '../events.ts'
import type { FileStore } from './files.ts'
import { itemCalls } from './item-checks.ts'
import type { ItemStore } from './items.ts'
import type { PassageIndex } from './passages.ts'
import { recordCalls } from './record-rows.ts'
import type { RecordStore } from './records.ts'
import { vectorCalls } from './vector-search.ts'
import type { VectorIndex } from './vectors.ts'

/**
 * All external parts of a memory, exchanged together: a folder (`localStorage`), RAM (`inMemoryStorage`), or your own
 * implementation, tested by the suites in `@daybook/memory-core/testing`.
 */
export interface Storage {
  /** Text files; not derived. */
  readonly files: FileStore
  /** Typed rows of records; not derived. */
  readonly records: RecordStore
  /** Values by namespace and key; not derived. */
  readonly items: ItemStore
  /** The search index: derived, and may be lost at any time. */
  readonly passages: PassageIndex
  /** The vectors of the passages. Without them, the option `embed` is refused. */
  readonly vectors?: VectorIndex
  /**
   * Runs `fn` while no other holder of any of `names` runs, in this or any other process. Not re-entrant: never call it
   * inside `fn`. Intended for milliseconds; for long work such as a model call use {@link lease}. An implementation may
   * be coarser than the names (local storage has one lock for all).
   * @throws MemoryError `locked` if the wait exceeds the implementation's limit; the signal's reason if aborted
   */
  lock<T>(names: readonly string[], fn: () => Promise<T>, options?: { signal?: AbortSignal | undefined }): Promise<T>
  /** Takes the lease with this name for long work. Returns undefined while another holder has it. */
  lease(name: string): Promise<Lease | undefined>
  /** Whether nothing can be written: a read-only disk, or another user's folder. @default false */
  readonly isReadOnly?: boolean
  /**
   * Whether the files may be under version control. A file deleted in one copy and appended to in another would be a
   * conflict, so forgotten content is removed from its file, and the file stays with a header. @default false
   */
  isVersioned?(): boolean
  /**
   * The number of the last change that each other copy of the memory has made to the records here, by the copy's id:
   * a cloned or copied folder has an id of its own. Absent if no copies can exist.
   */
  copies?(): Promise<ReadonlyMap<string, number>>
  /**
   * Calls `told` with an error for each damaged row that a read such as `records.list` or `items.search` leaves out:
   * once, and at once for those already known. Returns a function that stops it. For storages that can detect damage.
   */
  onDamage?(told: (table: 'records' | 'items', errors: readonly MemoryError[]) => void): () => void
  /** Checks data in the storage's own formats (databases). Absent for a storage without such data. */
  check?(request: CheckRequest): Promise<Finding[]>
  /**
   * Copies all but derived data into a new folder that `localStorage` can open: at least everything acknowledged before
   * the call; writes may continue. Without this method, the copy is made through the other ports.
   */
  backup?(directory: string, request: BackupRequest): Promise<void>
  /**
   * Makes removed content unreadable wherever this storage keeps bytes: logs of databases, free pages, half-written
   * files of dead processes. Returns, in words, where removed bytes may still be readable and why; [] if nowhere.
   * Called rarely: it may take as long as reading the search index. With `logsOnly`, it only empties the logs of the
   * databases, which costs one fsync and suffices for a removed message.
   */
  purge(options?: { logsOnly?: boolean }): Promise<string[]>
  /** Waits for running calls, then releases every handle. Later calls throw MemoryError `closed`. */
  close(): Promise<void>
}

/**
 * The right to do one long piece of work (a consolidation with its model call), across processes. It is renewed in the
 * background, and expires if its holder dies or is suspended. Every new holder gets a higher fencing number, so that a
 * holder that was suspended finds out before it writes.
 */
export interface Lease {
  /** Higher than that of every earlier holder of the same name. */
  readonly fence: number
  /** Call it inside `storage.lock`, before writing. @throws MemoryError `lease-lost` if another took over */
  check(): Promise<void>
  /** Releases the lease; does nothing if it was lost. */
  release(): Promise<void>
}

/** How many damaged rows this storage has left out so far; 0 if it cannot tell. */
export function knownDamage(storage: Storage): number {
  let rows = 0
  const stop = storage.onDamage?.((_, errors) => {
    rows += errors.length
  })
  stop?.()
  return rows
}

/** One finding of a check. */
export interface Finding {
  /** `error`: data was lost or cannot be read; `warn`: damage without loss; `info`: no damage, but worth knowing. */
  severity: 'error' | 'warn' | 'info'
  /** The layer or the part of the storage: `sessions`, `facts`, `store`, `search index` … */
  place: string
  /** The file, relative to the storage's root. */
  path?: string
  problem: string
  /** What to do about it; after a repair, what was done. */
  remedy: string
  /** Whether it was repaired; absent if no repair was requested, or none exists. */
  repaired?: boolean
}

/** Options of a backup, for a storage that copies itself. */
export interface BackupRequest {
  /** The folders that belong to the memory; other folders are not Daybook's. */
  folders: readonly string[]
  signal?: AbortSignal | undefined
}

/** Options of a check, for a part that checks itself. */
export interface CheckRequest extends BackupRequest {
  /** Whether to apply the findings' remedies, as far as they lose nothing. */
  repair: boolean
}

/** A finding of severity `warn`; `done` is what a repair has done about it. */
export function warning(
  place: string,
  path: string,
  problem: string,
  remedy: string,
  done?: string | false,
): Finding & { path: string } {
  const found = { severity: 'warn', place, path, problem } as const
  return done ? { ...found, remedy: done, repaired: true } : { ...found, remedy }
}

/** A file that only a newer Daybook can read is a finding; other errors are thrown. */
export function newerFormat(place: string, path: string, error: unknown): Finding {
  if (!MemoryError.isInstance(error) || error.code !== 'newer-format') throw error
  return { severity: 'error', place, path, problem: error.message, remedy: 'upgrade @daybook/memory-core' }
}

/** Runs a change of the documents while no other runs, in any process; made of `storage.lock`. Not re-entrant. */
export type DocumentGuard = <T>(fn: () => Promise<T>) => Promise<T>

/** The parts that every layer needs: storage, clock, and the listener for events. */
export interface Setting {
  storage: Storage
  clock: Clock
  report: Report
}

/** The parts of a storage, which need not know whether it is closed. */
export interface StorageParts extends Omit<Storage, 'close'> {
  inFlight: InFlight
  /** Releases every handle; called once, after the last call has ended. */
  release(): void | Promise<void>
}

/** Assembles the parts: closing waits for all running calls, and later calls throw `closed`. */
export function guardedStorage({ inFlight, release, ...parts }: StorageParts): Storage {
  const { lock, lease, purge, check, backup } = parts
  return {
    ...parts,
    ...(check && { check: (request) => inFlight.begin(() => check(request)) }),
    ...(backup && { backup: (directory, request) => inFlight.begin(() => backup(directory, request)) }),
    files: guarded(parts.files, inFlight),
    records: guarded(parts.records, inFlight, recordCalls),
    items: guarded(parts.items, inFlight, itemCalls),
    passages: guarded(parts.passages, inFlight),
    ...(parts.vectors ? { vectors: guarded(parts.vectors, inFlight, vectorCalls) } : {}),
    lock: (names, fn, options) => inFlight.begin(() => lock(names, fn, options)),
    lease: (name) => inFlight.begin(async () => guardedLease(await lease(name), inFlight)),
    purge: (options) => inFlight.begin(() => purge(options)),
    close: () => inFlight.close(release),
  }
}

/**
 * The checks of the calls of a port, by method. A check throws MemoryError `bad-input`, or returns the arguments that the
 * port gets: copies of those that a caller could change while the call waits.
 */
export type CallChecks<Port> = {
  readonly [Method in keyof Port]?: Port[Method] extends (...given: infer Given) => unknown
    ? (...given: Given) => Given | undefined
    : never
}

/** A port whose calls are checked and counted. `life` is synchronous and passes. */
function guarded<Port extends object>(port: Port, { run }: InFlight, checks: CallChecks<Port> = {}): Port {
  return new Proxy(port, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function' || name === 'life') return method
      const check: unknown = Reflect.get(checks, name)
      return (...given: readonly unknown[]) =>
        run(() => {
          const own: unknown = typeof check === 'function' ? Reflect.apply(check, undefined, given) : undefined
          return Reflect.apply(method, target, Array.isArray(own) ? own : given)
        })
    },
  })
}

function guardedLease(lease: Lease | undefined, { run }: InFlight): Lease | undefined {
  return lease && { fence: lease.fence, check: () => run(() => lease.check()), release: () => lease.release() }
}

/** Counts running calls, so that closing can wait for them and later calls are refused. */
export interface InFlight {
  /** Runs a short call. It still runs while the storage closes, as part of work that closing waits for. */
  run<T>(call: () => T | Promise<T>): Promise<T>
  /** Runs long work; refused as soon as closing begins. */
  begin<T>(work: () => Promise<T>): Promise<T>
  /** Refuses new work, waits for running calls, then calls `release` once. A second call waits for the first. */
  close(release: () => void | Promise<void>): Promise<void>
}

/** Creates an {@link InFlight}; its errors name `what` ("storage"). */
export function createInFlight(what: string): InFlight {
  let running = 0
  let closing: Promise<void> | undefined
  let drained = (): void => undefined

  function refuse(): never {
    throw new MemoryError('closed', `the ${what} is closed: open a new one, and close it after its last call`)
  }

  async function counted<T>(call: () => T | Promise<T>): Promise<T> {
    running += 1
    try {
      return await call()
    } finally {
      running -= 1
      if (running === 0) drained()
    }
  }

  async function drain(release: () => void | Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    drained = resolve
    if (running > 0) await promise
    await release()
  }

  return {
    run: async (call) => (closing !== undefined && running === 0 ? refuse() : counted(call)),
    begin: async (work) => (closing !== undefined ? refuse() : counted(work)),
    close(release) {
      closing ??= drain(release)
      return closing
    },
  }
}

/** Runs work on a storage, which is closed if that fails. */
export async function orClosed<T>(storage: Storage, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await storage.close()
    throw error
  }
}
