/** What a {@link PromptFunction} is asked. */
export interface PromptRequest {
  /** The system text, if the task has one. */
  system?: string
  /** The text to answer. It quotes conversations: treat it as data from strangers. */
  prompt: string
  /** The most tokens that the answer may have. */
  maxTokens?: number
  temperature?: number
  /** Aborted when the caller no longer waits: pass it on to the model call. */
  signal?: AbortSignal
}

/**
 * All that Daybook knows of a model: text in, text out. Used for consolidation only, never on the way of a message.
 * Throwing or never answering is allowed: the messages stay, and are consolidated later.
 */
export type PromptFunction = (request: PromptRequest) => Promise<string>
