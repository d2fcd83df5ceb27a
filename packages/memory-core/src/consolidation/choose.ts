import { type StoredMessage, textOf } from '../message.ts'
import { keepCount, type ResolvedSessionsOptions, safeCutoff, tokensOf } from '../sessions/window.ts'
import type { CountTokens } from '../text/count-tokens.ts'
import { consolidationDefaults, type ResolvedConsolidationOptions } from './consolidation-options.ts'

/** Maximum characters of a message in a prompt, so that a pasted log does not prevent consolidation. */
const longestText = 8_000

/** A message as a prompt quotes it. */
export function clipped(message: StoredMessage): StoredMessage {
  const text = textOf(message)
  return text.length <= longestText
    ? message
    : { ...message, content: `${text.slice(0, longestText)} […]`.toWellFormed() }
}

/** `due`: the due ones; `all`, `silent`: all but the window's newest; `reset`: all, emptying the window. */
export type Reach = 'due' | 'all' | 'silent' | 'reset'

export interface MessageChoice {
  /** Oldest first. Empty if messages only have to leave the window. */
  messages: readonly StoredMessage[]
  /** The ids that leave the window. */
  trim: readonly string[]
  /** Number of messages at the start that are in the archive and not in the window, because a reset failed. */
  overdue: number
  /** Ids of overdue messages after these. */
  waiting: readonly string[]
}

export interface ChoiceOptions {
  sessions: ResolvedSessionsOptions
  consolidation: Pick<ResolvedConsolidationOptions, 'trigger'>
  countTokens: CountTokens
}

/** Maximum messages in one prompt, and maximum tokens as a multiple of the tokens that trigger a consolidation. */
const mostMessages = 100
const tokensOfBatch = 2

/** The first `done` messages of the window are consolidated already. Never separates a tool call from its result. */
export function choose(
  window: readonly StoredMessage[],
  done: number,
  overdue: readonly StoredMessage[],
  reach: Reach,
  options: ChoiceOptions,
): MessageChoice | undefined {
  const isReset = reach === 'reset'
  const isEarly = reach === 'due' && !isDue(window, options)
  const end = isReset ? window.length : safeCutoff(window, window.length)
  const keptFrom = isReset || isEarly ? end : safeCutoff(window, window.length - kept(window, options))
  const until = isEarly ? 0 : reach === 'due' ? keptFrom : end
  const messages = [...overdue, ...window.slice(done, until)]
  const trim = window.slice(0, Math.min(keptFrom, until)).map((message) => message.id)
  if (messages.length === 0 && trim.length === 0) return undefined
  return { messages, trim, overdue: overdue.length, waiting: [] }
}

/** The part of a choice for one prompt: a backlog could exceed the model's context and the shrink guard's limits. */
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

/** The number of messages in a batch. A chain of tool calls and results is not split, even if it exceeds the limits. */
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

/** Whether a window is too large, by messages or by tokens [X1]. A window of 0 is never due [B11]. */
export function isDue(window: readonly StoredMessage[], options: ChoiceOptions): boolean {
  const { factor, tokens } = options.consolidation.trigger
  const size = options.sessions.window
  if (size === 0) return false
  return window.length > size * factor || (tokens > 0 && tokensOf(window, options.countTokens) > tokens)
}

/** Number of newest messages that stay: the window's share, but no more than half of the tokens that trigger. */
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
