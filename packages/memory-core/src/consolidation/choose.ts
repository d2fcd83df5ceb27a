import { type StoredMessage, textOf } from '../message.ts'
import type { PromptFunction } from '../model.ts'
import { keepCount, type SessionsOptions, safeCutoff, tokensOf } from '../sessions/session.ts'
import type { CountTokens } from '../text/count-tokens.ts'

/** How old messages become a history entry and better facts. */
export interface ConsolidationOptions {
  /** Whether it runs by itself when a session exceeds its window; `memory.consolidate` always works. @default true */
  auto?: boolean
  /**
   * When a session is due: more than `factor` × window messages, or more than `tokens` tokens, whichever comes first.
   * One call of the model gets at most 100 messages and twice these tokens (of 16,000 without a limit); more goes out
   * in several.
   */
  trigger?: {
    /** @default 1 */
    factor?: number
    /** 0 for no limit by tokens. @default 16000 */
    tokens?: number
  }
  /** `background`: `addMessages` does not wait. `inline`: it does, model call included. @default 'background' */
  mode?: 'background' | 'inline'
  /**
   * In the background, milliseconds without a write after which it begins, so that it does not delay a host that stores
   * many messages. After five seconds of writing it begins anyway; `flush`, `close`, `consolidate` and `resetSession`
   * do not wait. If the process ends first, the next open does it. @default 250
   */
  quietMs?: number
  /**
   * What the model is asked for. `json`: a history entry and the whole of the new MEMORY.md. `bullets`: new facts only,
   * as a list that is appended; the history entry is then written by rule. @default 'json'
   */
  reply?: 'json' | 'bullets'
  /** A model for this work alone, for instance a cheaper one. @default the memory's own model */
  model?: PromptFunction
  /** Maximum milliseconds of one model call. @default 30000 */
  timeoutMs?: number
  /**
   * What happens with messages that could not be consolidated. `raw-fallback`: a history entry quotes the last ten, and
   * all of them stay due for a retry. `keep`: they stay due. `drop`: they go to the archive unconsolidated. In each
   * case they stay in the session's files and can be recalled. @default 'raw-fallback'
   */
  onFailure?: 'raw-fallback' | 'keep' | 'drop'
  /** Maximum times the model is asked again if MEMORY.md changed while it answered. @default 2 */
  redo?: number
  /**
   * Milliseconds of silence after which a session is consolidated as by `consolidate`: its newest messages stay in the
   * window, and it may go on. Silent sessions are searched for when the memory is opened or called, at most once a
   * minute, two at a time; those that only another copy of the memory wrote to are left to it. 0 disables it,
   * permanently for what is said until it is enabled.
   * @default 3600000; 0 in the profiles that reproduce a described system
   */
  silentAfterMs?: number
  /** Whether the last history entry (with `bullets`, the new facts) becomes the session's summary. @default true */
  summary?: boolean
}

/** {@link ConsolidationOptions} with the defaults filled in. */
export type ResolvedConsolidationOptions = Required<Omit<ConsolidationOptions, 'model' | 'trigger'>> & {
  trigger: { factor: number; tokens: number }
  model: PromptFunction | undefined
}

export const consolidationDefaults: ResolvedConsolidationOptions = {
  auto: true,
  trigger: { factor: 1, tokens: 16_000 },
  mode: 'background',
  quietMs: 250,
  reply: 'json',
  model: undefined,
  timeoutMs: 30_000,
  onFailure: 'raw-fallback',
  redo: 2,
  silentAfterMs: 3_600_000,
  summary: true,
}

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
  sessions: Required<SessionsOptions>
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
