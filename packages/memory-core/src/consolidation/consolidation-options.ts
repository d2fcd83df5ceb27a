import type { PromptFunction } from '../model.ts'

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
