/** How the responses of models are kept. */
export interface ResponsesOptions {
  /** Whether anything is answered and kept at all. @default true */
  enabled?: boolean
  /** How long a response is answered, in milliseconds. @default 3600000, an hour */
  ttlMs?: number
  /** Above so many responses, those that were used longest ago go. @default 500 */
  maxEntries?: number
  /**
   * What makes two requests the same. `full`: everything that the response depends on. `message-and-model`: the
   * message, in any case, and the model, as the described system does: it answers across users, conversations and
   * system prompts, so that it is for memories without any of these. @default 'full'
   */
  key?: 'full' | 'message-and-model'
  /**
   * What happens to a response with tool calls. `skip`: it is not kept, as running a tool again may answer something
   * else.
   * @default 'skip'
   */
  toolCalls?: 'skip' | 'store'
  /**
   * Keeps them in a file of their own, `state/semantic_cache.json`, as the described system does. Each response that is
   * kept writes the whole file, which has 4,000,000 characters at the most.
   * @default false
   */
  file?: boolean
}

/** {@link ResponsesOptions} with the defaults filled in. */
export type ResolvedResponsesOptions = Required<ResponsesOptions>

/** What an option is when it is not given. */
export const responsesDefaults: ResolvedResponsesOptions = {
  enabled: true,
  ttlMs: 3_600_000,
  maxEntries: 500,
  key: 'full',
  toolCalls: 'skip',
  file: false,
}
