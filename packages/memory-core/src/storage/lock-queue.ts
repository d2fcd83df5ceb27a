import { MemoryError } from '../errors.ts'

/** How long to wait for a turn. */
export interface TurnOptions {
  signal?: AbortSignal | undefined
  /** Milliseconds from the call until the wait ends with `locked`. */
  timeoutMs: number
}

/** Turns within one process: first come, first served, by name. */
export interface LockQueue {
  /**
   * Runs `fn` when all earlier calls for one of the names have ended.
   * @throws MemoryError `locked` after the timeout; the signal's reason when aborted before its turn
   */
  run<T>(names: readonly string[], fn: () => Promise<T>, options: TurnOptions): Promise<T>
}

/** Creates a {@link LockQueue}. A turn that is given up does not change the order of the others. */
export function createLockQueue(): LockQueue {
  const tails = new Map<string, Promise<void>>()

  async function run<T>(names: readonly string[], fn: () => Promise<T>, options: TurnOptions): Promise<T> {
    options.signal?.throwIfAborted()
    const earlier = names.flatMap((name) => tails.get(name) ?? [])
    const ended = Promise.withResolvers<void>()
    const tail = earlier.length === 0 ? ended.promise : Promise.all(earlier).then(() => ended.promise)
    for (const name of names) tails.set(name, tail)
    try {
      if (earlier.length > 0) await turn(Promise.all(earlier), options)
      return await fn()
    } finally {
      ended.resolve()
      // Earlier turns may still run when this one is given up: its tail ends after them.
      void tail.then(() => forget(names, tail))
    }
  }

  function forget(names: readonly string[], tail: Promise<void>): void {
    for (const name of names) if (tails.get(name) === tail) tails.delete(name)
  }

  return { run }
}

function turn(earlier: Promise<unknown>, { signal, timeoutMs }: TurnOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle(() => reject(lockedError(timeoutMs))), timeoutMs)
    const abort = (): void => settle(() => reject(signal?.reason))
    function settle(end: () => void): void {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      end()
    }
    signal?.addEventListener('abort', abort)
    void earlier.then(() => settle(resolve))
  })
}

/** The error after a timeout; `holder` names the holder of the lock, if known. */
export function lockedError(timeoutMs: number, holder?: string): MemoryError {
  const held = holder === undefined ? '' : ` (held by ${holder})`
  return new MemoryError(
    'locked',
    `the lock was not free within ${timeoutMs} ms${held}: another holder works for longer than expected, or lock() was called ` +
      'inside lock(). Try again, or keep long work out of the lock',
  )
}
