import { MemoryError } from '../errors.ts'
import type { FileStore } from './files.ts'
import { checkItemWrites, checkPutOptions } from './item-checks.ts'
import type { ItemStore } from './items.ts'
import type { PassageIndex } from './passages.ts'
import type { RecordStore } from './records.ts'
import type { Lease, Storage } from './storage.ts'
import type { VectorIndex } from './vectors.ts'

/** The parts of a storage that do not care whether it is closed. */
export interface StorageParts extends Omit<Storage, 'close'> {
  inFlight: InFlight
  /** Lets go of every handle; called once, when nothing runs any more. */
  release(): void | Promise<void>
}

/** Puts the parts together: closing waits for every call under way, and every call after it throws `closed`. */
export function guardedStorage({ inFlight, release, ...parts }: StorageParts): Storage {
  const { lock, lease, purge, check, backup, onDamage, isReadOnly, isVersioned, writer } = parts
  return {
    ...(isReadOnly === undefined ? {} : { isReadOnly }),
    ...(onDamage && { onDamage }),
    ...(isVersioned && { isVersioned }),
    ...(writer && { writer }),
    ...(check && { check: (request) => inFlight.begin(() => check(request)) }),
    ...(backup && { backup: (directory, request) => inFlight.begin(() => backup(directory, request)) }),
    files: guardedFiles(parts.files, inFlight),
    records: guardedRecords(parts.records, inFlight),
    items: guardedItems(parts.items, inFlight),
    passages: guardedPassages(parts.passages, inFlight),
    ...(parts.vectors ? { vectors: guardedVectors(parts.vectors, inFlight) } : {}),
    lock: (names, fn, options) => inFlight.begin(() => lock(names, fn, options)),
    lease: (name) => inFlight.begin(async () => guardedLease(await lease(name), inFlight)),
    purge: (options) => inFlight.begin(() => purge(options)),
    close: () => inFlight.close(release),
  }
}

function guardedFiles(files: FileStore, { run }: InFlight): FileStore {
  return {
    read: (path) => run(() => files.read(path)),
    readMany: (paths) => run(() => files.readMany(paths)),
    readRange: (path, start, end) => run(() => files.readRange(path, start, end)),
    stat: (path) => run(() => files.stat(path)),
    write: (path, text, options) => run(() => files.write(path, text, options)),
    append: (path, text, options) => run(() => files.append(path, text, options)),
    rename: (from, to) => run(() => files.rename(from, to)),
    list: (directory, options) => run(() => files.list(directory, options)),
    remove: (path) => run(() => files.remove(path)),
  }
}

function guardedRecords(records: RecordStore, { run }: InFlight): RecordStore {
  return {
    write: (edit) => run(() => records.write(edit)),
    update: (ids, change, options) => run(() => records.update(ids, change, options)),
    get: (ids, options) => run(() => records.get(ids, options)),
    list: (query) => run(() => records.list(query)),
    scopes: () => run(() => records.scopes()),
    revision: () => run(() => records.revision()),
    changes: (since, limit) => run(() => records.changes(since, limit)),
    count: () => run(() => records.count()),
    marks: (keys) => run(() => records.marks(keys)),
    listMarks: (after, limit) => run(() => records.listMarks(after, limit)),
    clear: () => run(() => records.clear()),
  }
}

function guardedItems(items: ItemStore, { run }: InFlight): ItemStore {
  return {
    get: (namespace, keys, options) => run(() => items.get(namespace, keys, options)),
    put: (writes, options = {}) =>
      run(() => {
        checkItemWrites(writes)
        checkPutOptions(options)
        return items.put(writes, options)
      }),
    remove: (namespace, keys) => run(() => items.remove(namespace, keys)),
    clear: (prefix) => run(() => items.clear(prefix)),
    search: (query) => run(() => items.search(query)),
    namespaces: (query) => run(() => items.namespaces(query)),
    count: (prefix, at) => run(() => items.count(prefix, at)),
    prune: (prefix, options) => run(() => items.prune(prefix, options)),
  }
}

function guardedPassages(passages: PassageIndex, { run }: InFlight): PassageIndex {
  return {
    ...(passages.life && { life: () => passages.life?.() }),
    update: (change) => run(() => passages.update(change)),
    search: (query) => run(() => passages.search(query)),
    candidates: (query) => run(() => passages.candidates(query)),
    timed: (query) => run(() => passages.timed(query)),
    read: (numbers) => run(() => passages.read(numbers)),
    ids: (origin) => run(() => passages.ids(origin)),
    watermarks: () => run(() => passages.watermarks()),
    clear: () => run(() => passages.clear()),
  }
}

function guardedVectors(vectors: VectorIndex, { run }: InFlight): VectorIndex {
  return {
    model: () => run(() => vectors.model()),
    missing: (name, limit) => run(() => vectors.missing(name, limit)),
    put: (model, given) => run(() => vectors.put(model, given)),
    nearest: (query) => run(() => vectors.nearest(query)),
  }
}

function guardedLease(lease: Lease | undefined, { run }: InFlight): Lease | undefined {
  return lease && { fence: lease.fence, check: () => run(() => lease.check()), release: () => lease.release() }
}

/** Counts what is under way, so that closing waits for it and later calls are refused. */
export interface InFlight {
  /** Runs a short call. While the storage is closing it still runs, as a part of the long work that is waited for. */
  run<T>(call: () => T | Promise<T>): Promise<T>
  /** Runs long work: refused as soon as closing has begun. */
  begin<T>(work: () => Promise<T>): Promise<T>
  /** Refuses new work, waits for what runs, then calls `release` once. A second call waits for the first. */
  close(release: () => void | Promise<void>): Promise<void>
}

/** An {@link InFlight}; its errors speak of `what` ("storage"). */
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
    if (running > 0) {
      await new Promise<void>((resolve) => {
        drained = resolve
      })
    }
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
