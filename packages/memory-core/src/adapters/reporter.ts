import { MemoryError } from '../errors.ts'
import { shownBriefly } from './check-options.ts'

/** Creates a reporter that never throws, so that a failing listener cannot make the call fail. */
export function createReporter(onError: (error: unknown) => void = warnOnceEach()): (error: unknown) => undefined {
  return (error) => {
    try {
      onError(error)
    } catch {
      // Nothing is left to report it to.
    }
  }
}

/** Maximum warnings that are remembered. Beyond it the oldest may be repeated, so that a new one is never hidden. */
const maxWarnings = 100

function warnOnceEach(): (error: unknown) => void {
  const warned = new Set<string>()
  return (error) => {
    const kind = kindOf(error)
    if (warned.has(kind)) return
    warned.add(kind)
    const [oldest] = warned
    if (warned.size > maxWarnings && oldest !== undefined) warned.delete(oldest)
    console.warn('daybook: the memory failed, the call goes on without it:', error)
  }
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return shownBriefly(error)
  return JSON.stringify([MemoryError.isInstance(error) ? error.code : error.name, error.message])
}
