import type { Message, StoredMessage } from '../message.ts'

/** A conversation, without its messages. */
export interface Session {
  key: string
  /** When it began; kept for life, through trims and clears. */
  createdAt: string
  /** The time of its newest message; when it has none, that of its beginning. */
  updatedAt: string
  title?: string
  metadata?: Record<string, unknown>
  /** What was consolidated away, in short. */
  summary?: string
  /** How many messages are in the window. */
  messageCount: number
  /** How many messages at the start of the window are consolidated already. */
  lastConsolidated: number
}

/** The first line of a session file. */
export interface SessionHeader {
  key: string
  createdAt: string
  lastConsolidated: number
  /** The newest time among the messages that were trimmed away. */
  updatedAt?: string
  /** `linkTo` the last message that went to the archive: found in the file, it was brought back by a merge. */
  archived?: string
  /** Whether the session was forgotten as a whole: it is none, until something is said in it again. */
  isForgotten?: boolean
  title?: string
  metadata?: Record<string, unknown>
  summary?: string
  /** What other systems wrote there: kept, never read. */
  extra?: Record<string, unknown>
}

/** How a visible conversation was matched with the stored one. */
export interface Alignment {
  /**
   * The stored counterparts of the visible messages, in their order, without system messages. Visible messages that
   * are older than everything stored (a host's own summary, what was said before the memory was attached to a running
   * session, what was removed on purpose) have none.
   */
  stored: StoredMessage[]
  /** Those of them that are new. */
  appended: StoredMessage[]
  /** Stored messages that the host has abandoned: out of the window, still listed with `archived`. */
  aside: StoredMessage[]
}

/** Which messages to list. */
export interface MessagesOptions {
  /** Also those that were trimmed away or set aside. Reads as many archive segments as `limit` needs. @default false */
  archived?: boolean
  /** Only the last so many. */
  limit?: number
  /** Only those before the message of this id. */
  before?: string
}

/** What of a stored message can be changed. */
export type MessageChange = Partial<Pick<Message, 'content' | 'metadata' | 'name' | 'toolCalls' | 'native'>>
