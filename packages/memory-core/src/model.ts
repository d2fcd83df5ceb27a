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

/** A vector as an embedder gives it; of any length above 0, but of one length for all texts. */
export type Vector = Float32Array | readonly number[]

/**
 * All that Daybook knows of an embedder: texts to vectors, one for each, in their order. `use` says what the texts are, for
 * models that tell a question from what answers it. Throwing or never answering is allowed: recall goes by words then.
 */
export type EmbedFunction = (
  texts: readonly string[],
  signal?: AbortSignal,
  use?: 'document' | 'query',
) => Promise<readonly Vector[]>

/** An embedder, and how it is used. */
export interface EmbedOptions {
  embed: EmbedFunction
  /**
   * Which model it is. Another name, or vectors of another length, and every text is embedded anew.
   * @default 'unnamed'
   */
  name?: string | undefined
  /** How long its vectors are; others are refused. @default whatever the first vector says */
  dimensions?: number | undefined
  /** How many texts it is given at a time. @default 64 */
  batch?: number | undefined
  /** Maximum characters of a text that are embedded. @default 8000 */
  maxChars?: number | undefined
  /** How many milliseconds a batch may take. @default 30000 */
  batchTimeoutMs?: number | undefined
  /** How many milliseconds a question waits for its vector before it is answered by words alone. @default 800 */
  timeoutMs?: number | undefined
  /** How much the meaning counts beside the words, from 0 to 1. @default 0.2 */
  weight?: number | undefined
  /**
   * From which cosine on something is found that has no word in common with the question, from 0 to 1. What is unlike the
   * question is no answer to it, even if it is the likest; the right value is the embedder's own. @default 0.35
   */
  least?: number | undefined
}

/** Says how well each text answers a query: one score for each, in their order; higher is better. */
export type RerankFunction = (
  query: string,
  texts: readonly string[],
  signal?: AbortSignal,
) => Promise<readonly number[]>

/** A reranker, and how it is used. */
export interface RerankOptions {
  rerank: RerankFunction
  /** How many of what was found best it is given. @default 30 */
  candidates?: number | undefined
  /** How many milliseconds a recall waits for it. @default 2000 */
  timeoutMs?: number | undefined
}
