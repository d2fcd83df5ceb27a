import { MemoryError } from './errors.ts'

/** Runs the tasks of one key one after the other; the first starts at once. */
export type Queues = <T>(key: string, task: () => Promise<T>) => Promise<T>

/** A key without running or waiting tasks uses no memory. */
export function createQueues(): Queues {
  const locks = createLockQueue()
  return (key, task) => locks.run([key], task)
}

/** Runs one task at a time, in the order of the calls. */
export function createSerialQueue() {
  let tail: Promise<unknown> = Promise.resolve()
  return {
    /** A task that throws rejects only its own caller. */
    run<T>(task: () => Promise<T>): Promise<T> {
      const result = tail.then(task)
      tail = result.catch(() => undefined)
      return result
    },
    /** Resolves when nothing is queued or running, including tasks added in between. Never rejects. */
    async idle(): Promise<void> {
      let seen: unknown
      while (seen !== tail) {
        seen = tail
        await tail
      }
    },
  }
}

/** How long to wait for work. */
export interface WaitLimits {
  timeoutMs: number
  /** Ends the wait early. */
  signal?: AbortSignal | undefined
  /** The error after the timeout. @default `storage-failed`, which names the option timeoutMs */
  tooLate?: ((timeoutMs: number) => MemoryError) | undefined
}

/** Longer timers would fire at once. */
const longestTimer = 2_147_483_647

/**
 * Waits for work until the timeout or until the signal is aborted, then rejects at once. The signal passed to the work
 * is aborted, too; work that ignores it continues, and its result is dropped.
 * @throws the reason of the caller's signal, or the error of `tooLate` after the timeout
 */
export async function within<T>(
  { timeoutMs, signal, tooLate = memoryTooSlow }: WaitLimits,
  work: (signal: AbortSignal) => T | Promise<T>,
): Promise<T> {
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(tooLate(timeoutMs)), Math.min(timeoutMs, longestTimer))
  const forward = (): void => ending.abort(signal?.reason)
  signal?.addEventListener('abort', forward, { once: true })
  if (signal?.aborted) forward()
  try {
    return await unlessAborted(ending.signal, (async () => work(ending.signal))())
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', forward)
  }
}

/** Waits for `what`, a model for example. @throws the signal's reason, or `model-failed` after the timeout */
export function inTime<T>(
  work: (signal: AbortSignal) => T | Promise<T>,
  timeoutMs: number,
  what: string,
  signal?: AbortSignal,
): Promise<T> {
  const tooLate = (ms: number): MemoryError => new MemoryError('model-failed', `${what} did not answer within ${ms} ms`)
  return within({ timeoutMs, signal, tooLate }, work)
}

function memoryTooSlow(timeoutMs: number): MemoryError {
  const message = `the memory took longer than ${timeoutMs} ms; raise the option timeoutMs to wait longer`
  return new MemoryError('storage-failed', message)
}

/** Waits for work or the signal. On an abort, rejects with the signal's reason and drops the result of the work. */
export function unlessAborted<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/** Waits for `ms` milliseconds, or rejects with the signal's reason. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  return unlessAborted(signal, promise).finally(() => clearTimeout(timer))
}

/** Yields to timers, the network and other calls. Costs about a millisecond. */
export function letOthersRun(): Promise<void> {
  return sleep(0)
}

/** How long work runs before it yields. */
const turnMs = 15

/** Returns a function to call between pieces of long work: it yields in time, then calls `goOn`, which may throw. */
export function takeTurns(signal?: AbortSignal, goOn?: () => Promise<void>): () => Promise<void> {
  let started = performance.now()
  return async () => {
    signal?.throwIfAborted()
    if (performance.now() - started < turnMs) return
    await letOthersRun()
    signal?.throwIfAborted()
    await goOn?.()
    started = performance.now()
  }
}

/** Work that is done once calls pause, however often it was requested. */
export interface AfterQuiet {
  /** Requests the work: it starts when no call has come for a moment, or the first has waited long enough. */
  ask(): void
  /** Starts requested work at once; does nothing without a request. */
  begin(): void
  /** Drops the request. */
  cancel(): void
}

/** How long to wait, in milliseconds. */
export interface AfterQuietOptions {
  /** The pause after the last call. */
  quietMs: number
  /** The longest wait after the first call. */
  mostMs: number
  /** Whether a process with nothing else to do may exit without the work. @default false */
  optional?: boolean
}

/** Delays work until a pause, so that many writes cause it once and none waits for it. */
export function createAfterQuiet(work: () => void, { quietMs, mostMs, optional }: AfterQuietOptions): AfterQuiet {
  let timer: ReturnType<typeof setTimeout> | undefined
  let askedFirst = 0
  let askedLast = 0

  function wait(ms: number): void {
    timer = setTimeout(look, ms)
    // Only Node's timers keep a process alive; elsewhere a timer is a number.
    if (optional && typeof timer === 'object') timer.unref()
  }

  /** One timer serves many calls: it is set again only if a later call has moved the end. */
  function look(): void {
    const now = performance.now()
    const left = Math.min(askedLast + quietMs, askedFirst + mostMs) - now
    if (left > 0) wait(Math.ceil(left))
    else begin()
  }

  function begin(): void {
    if (timer === undefined) return
    cancel()
    work()
  }

  function cancel(): void {
    clearTimeout(timer)
    timer = undefined
  }

  return {
    ask() {
      askedLast = performance.now()
      if (timer !== undefined) return
      askedFirst = askedLast
      wait(Math.min(quietMs, mostMs))
    },
    begin,
    cancel,
  }
}

/** How long to wait for a turn. */
export interface TurnOptions {
  signal?: AbortSignal | undefined
  /** Milliseconds from the call until the wait ends with `locked`. */
  timeoutMs: number
}

/** Locks by name within one process, first come, first served. */
export interface LockQueue {
  /**
   * Runs `fn` when all earlier calls for one of the names have ended; without options, however long that takes.
   * @throws MemoryError `locked` after the timeout; the signal's reason when aborted before its turn
   */
  run<T>(names: readonly string[], fn: () => Promise<T>, options?: TurnOptions): Promise<T>
}

/** Creates a {@link LockQueue}. A turn that is given up does not change the order of the others. */
export function createLockQueue(): LockQueue {
  const tails = new Map<string, Promise<void>>()

  async function run<T>(names: readonly string[], fn: () => Promise<T>, options?: TurnOptions): Promise<T> {
    options?.signal?.throwIfAborted()
    const earlier = names.flatMap((name) => tails.get(name) ?? [])
    const isNext = earlier.length === 0
    const turn = Promise.all(earlier)
    const ended = Promise.withResolvers<void>()
    const tail = isNext ? ended.promise : turn.then(() => ended.promise)
    for (const name of names) tails.set(name, tail)
    try {
      if (!isNext) await (options ? within({ ...options, tooLate: lockedError }, () => turn) : turn)
      return await fn()
    } finally {
      ended.resolve()
      // Earlier turns may still run when this one is given up: its tail ends after them.
      void tail.then(() => {
        for (const name of names) if (tails.get(name) === tail) tails.delete(name)
      })
    }
  }

  return { run }
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

/**
 * Decides when an operation that failed may be retried: after a pause that doubles from `firstMs` to at most `longestMs`
 * with each failure in a row.
 */
export function createBackoff(firstMs: number, longestMs: number) {
  let pauseMs = 0
  let until = 0
  return {
    isOver: (): boolean => performance.now() >= until,
    failed(): void {
      pauseMs = Math.min(longestMs, Math.max(firstMs, pauseMs * 2))
      until = performance.now() + pauseMs
    },
    worked(): void {
      pauseMs = 0
      until = 0
    },
  }
}
