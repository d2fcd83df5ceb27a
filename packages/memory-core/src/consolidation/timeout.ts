import { MemoryError } from '../errors.ts'

/** Longer timers would fire at once. */
const longestTimer = 2_147_483_647

/**
 * Runs `work` with a signal that is aborted after `ms`, or when `outer` is. Rejects at that moment, whether `work` heeds
 * the signal or not.
 * @throws MemoryError `model-failed` after the time; the reason of `outer` when that was aborted
 */
export async function withTimeout<T>(
  work: (signal: AbortSignal) => Promise<T>,
  ms: number,
  outer: AbortSignal | undefined,
): Promise<T> {
  const controller = new AbortController()
  const tooLate = new MemoryError(
    'model-failed',
    `the model did not answer within ${ms} ms; the messages stay and are tried again, or raise consolidation.timeoutMs`,
  )
  const timer = setTimeout(() => controller.abort(tooLate), Math.min(ms, longestTimer))
  const forward = (): void => controller.abort(outer?.reason)
  outer?.addEventListener('abort', forward, { once: true })
  if (outer?.aborted) forward()
  try {
    return await Promise.race([work(controller.signal), whenAborted(controller.signal)])
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', forward)
  }
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** Waits for `ms` milliseconds, or rejects with the signal's reason. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, ms)
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end, { once: true })
  })
}
