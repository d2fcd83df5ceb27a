import { MemoryError } from '../errors.ts'

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
