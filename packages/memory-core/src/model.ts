/** The request to a {@link PromptFunction}. */
export interface PromptRequest {
  /** The system text, if the task has one. */
  system?: string
  /** The text to answer. It quotes conversations: treat it as untrusted data. */
  prompt: string
  /** Maximum tokens of the answer. */
  maxTokens?: number
  temperature?: number
  /** Aborted when the caller no longer waits: pass it on to the model call. */
  signal?: AbortSignal
}

/**
 * The interface to a language model: text in, text out. Used for consolidation only, never while a message is stored. It
 * may throw or never answer: the messages stay, and are consolidated later.
 */
export type PromptFunction = (request: PromptRequest) => Promise<string>

/** A vector as an embedder returns it; all of one length. */
export type Vector = Float32Array | readonly number[]

/**
 * The interface to an embedder: texts to vectors, one for each, in order. `use` says what the texts are, for models that
 * distinguish questions from documents. It may throw or never answer: recall then uses words only.
 */
export type EmbedFunction = (
  texts: readonly string[],
  signal?: AbortSignal,
  use?: 'document' | 'query',
) => Promise<readonly Vector[]>

/** An embedder with its options. */
export interface EmbedOptions {
  embed: EmbedFunction
  /** The model's name. With another, or vectors of another length, all texts are embedded again. @default 'unnamed' */
  name?: string | undefined
  /** The length of its vectors; others are refused. @default that of the first vector */
  dimensions?: number | undefined
  /** Number of texts in one call. @default 64 */
  batch?: number | undefined
  /** Maximum characters of a text that are embedded. @default 8000 */
  maxChars?: number | undefined
  /** Maximum milliseconds of one call. @default 30000 */
  batchTimeoutMs?: number | undefined
  /** Maximum milliseconds that a question waits for its vector before it is answered by words alone. @default 800 */
  timeoutMs?: number | undefined
  /** The weight of meaning relative to words, from 0 to 1. @default 0.2 */
  weight?: number | undefined
  /**
   * Minimum cosine of results that have no word in common with the question, from 0 to 1. Below it, even the most
   * similar text is not an answer; the right value depends on the embedder. @default 0.35
   */
  least?: number | undefined
}

/** Scores how well each text answers a query: one score for each, in order; higher is better. */
export type RerankFunction = (
  query: string,
  texts: readonly string[],
  signal?: AbortSignal,
) => Promise<readonly number[]>

/** A reranker with its options. */
export interface RerankOptions {
  rerank: RerankFunction
  /** Number of the best results that it gets. @default 30 */
  candidates?: number | undefined
  /** Maximum milliseconds that a recall waits for it. @default 2000 */
  timeoutMs?: number | undefined
}
