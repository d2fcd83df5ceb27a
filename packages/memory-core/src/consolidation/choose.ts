import type { StoredMessage } from '../message.ts'
import type { ResolvedSessionsOptions } from '../sessions/sessions-options.ts'
import { keepCount, safeCutoff, tokensOf } from '../sessions/window.ts'
import type { CountTokens } from '../text/count-tokens.ts'
import type { ResolvedConsolidationOptions } from './consolidation-options.ts'

/** How far a consolidation goes: what is due, all but keeping the window's newest, or all and emptying the window. */
export type Reach = 'due' | 'all' | 'reset'

/** What to consolidate. */
export interface Choice {
  /** Oldest first. Empty when messages only have to leave the window. */
  messages: readonly StoredMessage[]
  /** The ids that leave the window. */
  trim: readonly string[]
  /** So many of the first messages are not in the window: a reset that failed has moved them to the archive. */
  overdue: number
}

/** What the choice depends on. */
export interface ChoiceOptions {
  sessions: ResolvedSessionsOptions
  consolidation: Pick<ResolvedConsolidationOptions, 'trigger'>
  countTokens: CountTokens
}

/**
 * Chooses what to consolidate from a window of which the first `done` messages are consolidated already, and what is
 * `overdue` from a failed reset; undefined when there is nothing to do. Never parts a tool call from its result.
 */
export function choose(
  window: readonly StoredMessage[],
  done: number,
  overdue: readonly StoredMessage[],
  reach: Reach,
  options: ChoiceOptions,
): Choice | undefined {
  const own = chooseFromWindow(window, done, reach, options)
  if (!own && overdue.length === 0) return undefined
  return { messages: [...overdue, ...(own?.messages ?? [])], trim: own?.trim ?? [], overdue: overdue.length }
}

function chooseFromWindow(
  window: readonly StoredMessage[],
  done: number,
  reach: Reach,
  options: ChoiceOptions,
): Pick<Choice, 'messages' | 'trim'> | undefined {
  if (window.length === 0 || (reach === 'due' && !isDue(window, options))) return undefined
  const keptFrom = reach === 'reset' ? window.length : safeCutoff(window, window.length - kept(window, options))
  const until = reach === 'due' ? keptFrom : reach === 'reset' ? window.length : safeCutoff(window, window.length)
  const messages = window.slice(done, until)
  const trim = window.slice(0, Math.min(keptFrom, until)).map((message) => message.id)
  return messages.length === 0 && trim.length === 0 ? undefined : { messages, trim }
}

/** Whether a window has grown too large, by messages or by tokens [X1]. A window of 0 is never due [B11]. */
export function isDue(window: readonly StoredMessage[], options: ChoiceOptions): boolean {
  const { factor, tokens } = options.consolidation.trigger
  const size = options.sessions.window
  if (size === 0) return false
  return window.length > size * factor || (tokens > 0 && tokensOf(window, options.countTokens) > tokens)
}

/** How many of the newest messages stay: the window's share, and no more than half of the tokens that trigger. */
function kept(window: readonly StoredMessage[], options: ChoiceOptions): number {
  const { sessions, consolidation, countTokens } = options
  const count = Math.max(0, Math.min(keepCount(sessions.window, sessions.keep), window.length))
  const { tokens } = consolidation.trigger
  if (tokens === 0 || tokensOf(window, countTokens) <= tokens) return count
  let left = tokens / 2
  let fitting = 0
  for (const message of window.slice(window.length - count).reverse()) {
    left -= tokensOf([message], countTokens)
    if (left < 0) break
    fitting++
  }
  return Math.max(fitting, Math.min(2, count))
}
