import type { Layer } from '../storage/passages.ts'

/** What to build a context block for. */
export interface ContextRequest {
  /** The conversation that the model is about to continue. Without it the block has no recap and no summary. */
  session?: string
  /** What to recall for. @default the session's last user message */
  query?: string
  /** The file that the user is at: brings in the records that apply to it. */
  filePath?: string
  /** The most tokens of both parts together. @default the memory's own budget */
  budget?: number
  /**
   * What of this session the host sends to the model anyway: `nothing` adds a recap of the window, `window` none and
   * recalls nothing of the window either, `all` recalls nothing of the session. @default 'nothing'
   */
  hostSends?: 'nothing' | 'window' | 'all'
  /**
   * Messages and items that are not recalled, by id: for instance the messages that the host sends. The volatile part is
   * made without them; the stable part says the facts all the same, so that it stays the same from turn to turn. To have a
   * fact gone, give its id to `forget`.
   */
  exclude?: readonly string[]
  signal?: AbortSignal
}

/** Why something is, or is not, in a context block. */
export interface ContextItem {
  layer: Layer
  /** Of a fact, a record or a recalled passage the id that `recall` gives it: `exclude` and `forget` take it. */
  id: string
  text: string
  /** The recall score, or a record's own; 1 for what is always there. */
  score: number
  /** One short phrase for a person. */
  reason: string
}

/** The text handed to the model. */
export interface ContextBlock {
  /** Goes behind the host's system prompt. The same from turn to turn, until a consolidation, a changed note or knowledge entry, a new session, or a line that is taken out of MEMORY.md. */
  stable: string
  /** Goes to the end of the last user message. Made for this one question. */
  volatile: string
  /** Of both parts together, by the memory's `countTokens`. Never above the budget. */
  tokens: number
  /** `indexing` when the search index was not complete yet: what it does not have is not recalled. */
  degraded?: string
  /** What the block says, in the order in which it says it. */
  items: ContextItem[]
  /** What would have belonged there, and why it does not stand there. */
  dropped: ContextItem[]
}
