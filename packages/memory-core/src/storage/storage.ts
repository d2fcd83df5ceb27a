import type { MemoryError } from '../errors.ts'
import type { FileStore } from './files.ts'
import type { ItemStore } from './items.ts'
import type { PassageIndex } from './passages.ts'
import type { RecordStore } from './records.ts'
import type { VectorIndex } from './vectors.ts'

/**
 * Everything a memory needs from the outside, swapped as one: a folder (`localStorage`), a process's own RAM
 * (`inMemoryStorage`), or an implementation of yours, proved by the suites in `@daybook/memory-core/testing`.
 */
export interface Storage {
  /** Text files: the truth. */
  readonly files: FileStore
  /** Typed rows: the truth of the records. */
  readonly records: RecordStore
  /** Values by namespace and key: the truth of what is kept there. */
  readonly items: ItemStore
  /** The search index: derived from the files, may be lost at any time. */
  readonly passages: PassageIndex
  /** The vectors of its passages; without them, the option `embed` is refused. */
  readonly vectors?: VectorIndex
  /**
   * Runs `fn` while no other holder of any of `names` runs, in this or any other process. Not re-entrant: never call it
   * from inside `fn`. Meant for milliseconds, never for the length of a model call: that is what {@link lease} is for.
   * An implementation may be coarser than the names (local storage has one lock for all).
   * @throws MemoryError `locked` when the wait exceeds the implementation's limit; the signal's reason when aborted
   */
  lock<T>(names: readonly string[], fn: () => Promise<T>, options?: { signal?: AbortSignal | undefined }): Promise<T>
  /** Takes the lease of that name for long work, or answers undefined while another holder has it. */
  lease(name: string): Promise<Lease | undefined>
  /** Whether nothing can be written: a read-only disk, or a folder of another user. @default false */
  readonly isReadOnly?: boolean
  /**
   * Whether a version control may know the files: a file that was removed in one copy and appended to in another would be a
   * conflict, so that what is forgotten leaves its file, with a header. @default false
   */
  isVersioned?(): boolean
  /** The id of this copy of the memory, where there may be others: a folder that was cloned or copied has another one. */
  writer?(): Promise<string>
  /**
   * Calls `told` with an error for each row that was left out because it is damaged, by `records.list`, `records.changes` and
   * `items.search`, and where damaged rows are skipped: once for each, at once for those that are known. Answers how to stop.
   * For storages that can tell.
   */
  onDamage?(told: (table: 'records' | 'items', errors: readonly MemoryError[]) => void): () => void
  /** Looks through what the storage keeps in a form of its own (databases); a storage without such has no check. */
  check?(request: CheckRequest): Promise<Finding[]>
  /**
   * Copies all that is stored of a memory, but nothing derived, into a new folder that `localStorage` opens. Writing goes on during the copy;
   * what was acknowledged before the call is in the copy. Without it, a copy is made through the other ports.
   */
  backup?(directory: string, request: BackupRequest): Promise<void>
  /**
   * Makes what was removed unreadable wherever this storage keeps bytes: logs of its databases, free pages, half-written
   * files of dead processes. Answers, in words, where removed bytes may still stand and why; [] when there is no such place.
   * Seldom called: it may take as long as reading the search index. With `logsOnly`, it empties the logs of the databases
   * and no more: that costs one fsync, and is what a removed message needs.
   */
  purge(options?: { logsOnly?: boolean }): Promise<string[]>
  /** Waits for what is under way, then lets go of every handle. Calls after it throw MemoryError `closed`. */
  close(): Promise<void>
}

/**
 * The right to do one long piece of work (a consolidation with its model call), across processes. It is renewed in the
 * background and expires when its holder dies or is suspended; every new holder gets a higher fencing number, so that
 * a holder that slept too long finds out before it writes.
 */
export interface Lease {
  /** Higher than that of every earlier holder of the same name. */
  readonly fence: number
  /**
   * Call it inside `storage.lock`, before writing.
   * @throws MemoryError `lease-lost` when another holder has taken over
   */
  check(): Promise<void>
  /** Gives the lease back; harmless when it was lost. */
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

/** One thing that a check found. */
export interface Finding {
  /** `error`: something is lost or cannot be read; `warn`: damage without loss; `info`: no damage, but good to know. */
  severity: 'error' | 'warn' | 'info'
  /** The layer or the part of the storage: `sessions`, `facts`, `store`, `search index` … */
  place: string
  /** The file, relative to the storage's root. */
  path?: string
  problem: string
  /** What to do about it; with `repair`, what was done. */
  remedy: string
  /** Whether it was repaired; absent when no repair was asked for, or there is none. */
  repaired?: boolean
}

/** How to look, for a part that checks itself. */
export interface CheckRequest {
  /** Whether to do what the findings' remedies say, as far as that loses nothing. */
  repair: boolean
  /** The folders of the memory; anything beside them belongs to others. */
  folders: readonly string[]
  signal?: AbortSignal | undefined
}

/** How to copy, for a storage that copies itself. */
export interface BackupRequest {
  /** The folders that belong to the memory. */
  folders: readonly string[]
  signal?: AbortSignal | undefined
}
