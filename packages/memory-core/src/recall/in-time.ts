import { MemoryError } from '../errors.ts'

/** Longer timers would fire at once. */
const longestTimer = 2_147_483_647

/**
 * Runs `work` with a signal that is aborted after `ms`, or when `outer` is; rejects at that moment, whether `work` heeds the
 * signal or not. `what` is said in the error.
 * @throws MemoryError `model-failed` after the time; the reason of `outer` when that was aborted
 */
export async function inTime<T>(
  work: (signal: AbortSignal) => T | Promise<T>,
  ms: number,
  what: string,
  outer?: AbortSignal,
): Promise<T> {
  const controller = new AbortController()
  const { promise: over, reject } = Promise.withResolvers<never>()
  const end = (reason: unknown): void => {
    reject(reason)
    controller.abort(reason)
  }
  const forward = (): void => end(outer?.reason)
  const timer = setTimeout(
    () => end(new MemoryError('model-failed', `${what} did not answer within ${ms} ms`)),
    Math.min(ms, longestTimer),
  )
  outer?.addEventListener('abort', forward, { once: true })
  try {
    if (outer?.aborted) forward()
    return await Promise.race([over, (async () => work(controller.signal))()])
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', forward)
  }
}
