import type { Message, StoredMessage } from '../message.ts'

/** A conversation, without its messages. */
export interface Session {
  key: string
  /** When it began; trims and clears keep it. */
  createdAt: string
  /** The time of its newest message; without messages, the time it began. */
  updatedAt: string
  title?: string
  metadata?: Record<string, unknown>
  /** A summary of the consolidated messages. */
  summary?: string
  /** The number of messages in the window. */
  messageCount: number
  /** The number of messages at the start of the window that are consolidated already. */
  lastConsolidated: number
}

/** The first line of a session file. */
export interface SessionHeader {
  key: string
  createdAt: string
  lastConsolidated: number
  /** The newest time among the trimmed messages. */
  updatedAt?: string
  /** `linkTo` the last archived message. If that is in the file, a merge brought it back. */
  archived?: string
  /** Whether the session was forgotten as a whole; it does not exist until a new message is stored. */
  isForgotten?: boolean
  title?: string
  metadata?: Record<string, unknown>
  summary?: string
  /** Fields of other systems: kept, never read. */
  extra?: Record<string, unknown>
}

/** The result of matching a visible conversation with the stored one. */
export interface Alignment {
  /**
   * The stored counterparts of the visible messages, in order, without system messages. Older ones than everything
   * stored have none: a host's own summary, messages before the memory was attached, messages removed on purpose.
   */
  stored: StoredMessage[]
  /** The new messages among them. */
  appended: StoredMessage[]
  /** Stored messages that the host has abandoned: no longer in the window, still listed with `archived`. */
  aside: StoredMessage[]
}

/** Options that select messages. */
export interface MessagesOptions {
  /** Includes messages that were trimmed or set aside. Reads the archive segments that `limit` needs. @default false */
  archived?: boolean | undefined
  /** Maximum messages, counted from the end. */
  limit?: number | undefined
  /** Only messages before the one with this id. */
  before?: string | undefined
}

/** The fields of a stored message that can be changed. */
export type MessageChange = Partial<Pick<Message, 'content' | 'metadata' | 'name' | 'toolCalls' | 'native'>>
