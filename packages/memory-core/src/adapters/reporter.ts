import { MemoryError } from '../errors.ts'
import { shownBriefly } from './check-options.ts'

/** A reporter that never throws: a listener that fails must not make the call fail. */
export function createReporter(onError: (error: unknown) => void = warnOnceEach()): (error: unknown) => undefined {
  return (error) => {
    try {
      onError(error)
    } catch {
      // There is no one left to tell.
    }
  }
}

/** Maximum warnings that are remembered; then the oldest may be given again, so that a new one is never hidden. */
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
