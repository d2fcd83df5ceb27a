import type { Clock } from '../clock.ts'
import { MemoryError, shown } from '../errors.ts'
import type { MemoryEvent, Report } from '../events.ts'
import type { BehaviourOptions } from '../options.ts'
import { redact } from '../privacy/redact.ts'
import type { Setting } from '../storage/setting.ts'
import type { Storage } from '../storage/storage.ts'
import { type CountTokens, estimateTokens } from '../text/count-tokens.ts'
import { redactedError } from './redact-error.ts'

/** What the options say of the outside: the clock, the listeners, how tokens are counted. */
export function settingOf(storage: Storage, options: BehaviourOptions): Setting & { countTokens: CountTokens } {
  return {
    storage,
    clock: checkedClock(options.clock ?? systemClock),
    report: reporter(options),
    countTokens: checkedCount(options.countTokens ?? estimateTokens),
  }
}

/** The last time that a Date can hold. */
const latestMs = 8.64e15

const systemClock: Clock = () => Date.now()

/** A clock that answers no time would be found out at the first date that is written. */
function checkedClock(clock: Clock): Clock {
  return () => {
    const ms = clock()
    if (Number.isFinite(ms) && Math.abs(ms) <= latestMs) return ms
    throw new MemoryError(
      'bad-option',
      `clock answered ${shown(ms)}, expected milliseconds since 1970 as Date.now gives them`,
    )
  }
}

/** A count that budgets can be kept with: nothing costs nothing, and what is no number is refused. */
function checkedCount(countTokens: CountTokens): CountTokens {
  return (text) => {
    const count = text === '' ? 0 : countTokens(text)
    if (Number.isFinite(count) && count >= 0) return count
    throw new MemoryError('bad-option', `countTokens answered ${shown(count)}, expected a number of tokens from 0`)
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
