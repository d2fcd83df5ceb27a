import { type StoredMessage, textOf } from '../message.ts'
import type { ResolvedSessionsOptions } from '../sessions/sessions-options.ts'
import { keepCount, safeCutoff, tokensOf } from '../sessions/window.ts'
import type { CountTokens } from '../text/count-tokens.ts'
import { consolidationDefaults, type ResolvedConsolidationOptions } from './consolidation-options.ts'

/** Of a longer text the model sees the beginning: a pasted log must not keep a session from ever being consolidated. */
const longestText = 8_000

/** A message as a model is shown it. */
export function clipped(message: StoredMessage): StoredMessage {
  const text = textOf(message)
  return text.length <= longestText
    ? message
    : { ...message, content: `${text.slice(0, longestText)} […]`.toWellFormed() }
}

/**
 * How far a consolidation goes: what is due, all but keeping the window's newest, the same for a session that fell silent,
 * or all and emptying the window.
 */
export type Reach = 'due' | 'all' | 'silent' | 'reset'

/** What to consolidate. */
export interface MessageChoice {
  /** Oldest first. Empty when messages only have to leave the window. */
  messages: readonly StoredMessage[]
  /** The ids that leave the window. */
  trim: readonly string[]
  /** How many of the first messages are not in the window: a reset that failed has moved them to the archive. */
  overdue: number
  /** What is overdue and comes after these messages, by id. */
  waiting: readonly string[]
}

/** What the choice depends on. */
export interface ChoiceOptions {
  sessions: ResolvedSessionsOptions
  consolidation: Pick<ResolvedConsolidationOptions, 'trigger'>
  countTokens: CountTokens
}

/** Maximum messages in one call of the model, and maximum tokens as a multiple of those that trigger a consolidation. */
const mostMessages = 100
const tokensOfBatch = 2

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
): MessageChoice | undefined {
  const own = chooseFromWindow(window, done, reach, options)
  if (!own && overdue.length === 0) return undefined
  const messages = [...overdue, ...(own?.messages ?? [])]
  return { messages, trim: own?.trim ?? [], overdue: overdue.length, waiting: [] }
}

/**
 * As much of a choice as a model is asked about at once, oldest first; the choice itself when that is all. What piled up
 * while a model was away would be more than it can read, and more than the shrink guard believes that it can have found.
 */
export function firstBatch(choice: MessageChoice, options: ChoiceOptions): MessageChoice {
  const { messages, trim, overdue } = choice
  const count = batchLength(messages, options)
  const next = messages[count]
  if (!next) return choice
  const waiting = messages.slice(count, overdue).map(({ id }) => id)
  const until = trim.indexOf(next.id)
  const left = waiting.length > 0 ? 0 : until < 0 ? trim.length : until
  return { messages: messages.slice(0, count), trim: trim.slice(0, left), overdue: Math.min(overdue, count), waiting }
}

/** A chain of tool calls and results that is longer than a batch is not parted. */
function batchLength(messages: readonly StoredMessage[], { consolidation, countTokens }: ChoiceOptions): number {
  const most = tokensOfBatch * (consolidation.trigger.tokens || consolidationDefaults.trigger.tokens)
  let tokens = 0
  let count = 0
  for (const message of messages.slice(0, mostMessages)) {
    tokens += countTokens(textOf(clipped(message)))
    if (count > 0 && tokens > most) break
    count++
  }
  for (let end = count; end < messages.length; end *= 2) {
    const safe = safeCutoff(messages, end)
    if (safe > 0) return safe
  }
  return messages.length
}

function chooseFromWindow(
  window: readonly StoredMessage[],
  done: number,
  reach: Reach,
  options: ChoiceOptions,
): Pick<MessageChoice, 'messages' | 'trim'> | undefined {
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
