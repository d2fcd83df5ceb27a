import { MemoryError } from '../errors.ts'
import type { Redact } from '../privacy/redact.ts'

/** Causes are followed so far. */
const deepest = 8

/**
 * An error as it may be shown: itself when it says no secret; else one of the same name and code whose message, stack and
 * causes say none. What else a library has put on it (requests, answers) is left out of that one.
 */
export function redactedError(error: unknown, redact: Redact, depth = 0): unknown {
  if (typeof error === 'string') return redact(error).text
  if (!(error instanceof Error)) return error
  const safe = (text: string): string => redact(text).text
  const cause = depth < deepest ? redactedError(error.cause, redact, depth + 1) : undefined
  const message = safe(error.message)
  const stack = safe(error.stack ?? '')
  if (message === error.message && stack === (error.stack ?? '') && cause === error.cause && !saysMore(error, redact))
    return error
  const options = cause === undefined ? {} : { cause }
  const shown = MemoryError.isInstance(error)
    ? new MemoryError(error.code, message, options)
    : Object.assign(new Error(message, options), { name: error.name }, codeOf(error))
  return Object.assign(shown, { stack })
}

/** Whether a field of the error holds a secret. */
function saysMore(error: Error, redact: Redact): boolean {
  try {
    return redact(JSON.stringify({ ...error, cause: undefined })).found.length > 0
  } catch {
    return true // too deep to be looked through
  }
}

function codeOf(error: Error): { code?: string | number } {
  const code = 'code' in error ? error.code : undefined
  return typeof code === 'string' || typeof code === 'number' ? { code } : {}
}
