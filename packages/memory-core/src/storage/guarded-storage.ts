import { MemoryError } from '../errors.ts'
import type { Lease, Storage } from './storage.ts'

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
    records: guarded(parts.records, inFlight),
    items: guarded(parts.items, inFlight),
    passages: guarded(parts.passages, inFlight),
    ...(parts.vectors ? { vectors: guarded(parts.vectors, inFlight) } : {}),
    lock: (names, fn, options) => inFlight.begin(() => lock(names, fn, options)),
    lease: (name) => inFlight.begin(async () => guardedLease(await lease(name), inFlight)),
    purge: (options) => inFlight.begin(() => purge(options)),
    close: () => inFlight.close(release),
  }
}

/** A port whose calls are counted. `life` is synchronous and passes. */
function guarded<Port extends object>(port: Port, { run }: InFlight): Port {
  return new Proxy(port, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function' || name === 'life') return method
      return (...given: readonly unknown[]) => run(() => Reflect.apply(method, target, given))
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
