import { MemoryError } from './errors.ts'

/** Does the works of one key one after the other; the first of them begins at once. */
export type Queues = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** Makes queues that forget a key as soon as nothing is under way for it. */
export function createQueues(): Queues {
  const tails = new Map<string, Promise<void>>()

  return (key, work) => {
    const before = tails.get(key)
    const result = before === undefined ? work() : before.then(work)
    const done = (): void => {
      if (tails.get(key) === tail) tails.delete(key)
    }
    const tail: Promise<void> = result.then(done, done)
    tails.set(key, tail)
    return result
  }
}

/** How long to wait. */
export interface Patience {
  timeoutMs: number
  /** Ends the waiting before its time. */
  signal?: AbortSignal | undefined
}

/**
 * Waits for work, but no longer than there is patience; the work hears of its end by the signal that it gets.
 * @throws the reason of the caller's signal, or MemoryError `storage-failed` when the time is over
 */
export async function within<T>(patience: Patience, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { timeoutMs, signal } = patience
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(tooSlow(timeoutMs)), timeoutMs)
  const either = signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal
  try {
    return await unlessAborted(either, work(either))
  } finally {
    clearTimeout(timer)
  }
}

/** Waits for work, or for the signal, if there is one: then it rejects with the signal's reason, and the work goes on unheard. */
export function unlessAborted<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

function tooSlow(timeoutMs: number): MemoryError {
  return new MemoryError(
    'storage-failed',
    `the memory took longer than ${timeoutMs} ms and was not waited for any longer; the option timeoutMs sets how long`,
  )
}
