import { checkedClock, systemClock } from '../clock.ts'
import { MemoryError } from '../errors.ts'
import type { MemoryEvent, Report } from '../events.ts'
import type { BehaviourOptions, ResolvedLayers } from '../options.ts'
import { type Redact, redact } from '../privacy/redact.ts'
import type { Setting } from '../storage/setting.ts'
import type { Storage } from '../storage/storage.ts'
import { type CountTokens, checkedCount, estimateTokens } from '../text/count-tokens.ts'

/** What the options say of the outside: the clock, the listeners, how tokens are counted. */
export function settingOf(storage: Storage, options: BehaviourOptions): Setting & { countTokens: CountTokens } {
  return {
    storage,
    clock: checkedClock(options.clock ?? systemClock),
    report: reporter(options),
    countTokens: checkedCount(options.countTokens ?? estimateTokens),
  }
}

/** Passes events to their listeners. A listener that throws does not make the memory fail. */
export function reporter({ onEvent, logger }: Pick<BehaviourOptions, 'onEvent' | 'logger'>): Report {
  return (given: MemoryEvent) => {
    try {
      // What an error or a model says is repeated in messages; nothing of it may be a secret.
      const error = 'error' in given ? { error: redactedError(given.error, redact) } : {}
      const event = { ...given, message: redact(given.message).text, ...error }
      onEvent?.(event)
      const about = event.session ?? event.path
      logger?.[event.level](`daybook: ${event.message}${about === undefined ? '' : ` (${about})`}`)
    } catch {
      // A listener that throws has no one to tell.
    }
  }
}

/** What a memory does by itself, switched off where nothing can be written; what is asked for fails and says why. */
export function readOnlyLayers(layers: ResolvedLayers): ResolvedLayers {
  const { capture, consolidation, maintenance, records } = layers
  return {
    ...layers,
    capture: { ...capture, auto: false },
    consolidation: { ...consolidation, auto: false },
    maintenance: { ...maintenance, auto: false },
    records: { ...records, touchOn: [] },
  }
}

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
