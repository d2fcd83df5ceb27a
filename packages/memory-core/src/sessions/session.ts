import { type Message, type StoredMessage, textOf } from '../message.ts'

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
export interface SessionHeader
  extends Pick<Session, 'key' | 'createdAt' | 'lastConsolidated' | 'title' | 'metadata' | 'summary'> {
  /** The newest time among the trimmed messages. */
  updatedAt?: string
  /** `linkTo` the last archived message. If that is in the file, a merge brought it back. */
  archived?: string
  /** Whether the session was forgotten as a whole; it does not exist until a new message is stored. */
  isForgotten?: boolean
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

/** The number of messages that stay when a session is trimmed, or a share of the window between two bounds. */
export type Keep = number | { share: number; min?: number; max?: number }

/** Options of the stored conversations. */
export interface SessionsOptions {
  /** The folder of the session files, relative to the memory's directory. @default 'sessions' */
  directory?: string
  /**
   * Maximum messages in a session before older ones are consolidated; 0 turns consolidation off. A larger window costs
   * longer prompts and later facts, a smaller one more model calls.
   * @default 50
   */
  window?: number
  /** The number of messages that stay in the window after a consolidation. @default { share: 0.5, min: 2 } */
  keep?: Keep
  /** The number of messages that stay when the window is 0 and sessions are only trimmed. @default 10 */
  keepWithoutConsolidation?: number
}

export const sessionsDefaults: Required<SessionsOptions> = {
  directory: 'sessions',
  window: 50,
  keep: { share: 0.5, min: 2 },
  keepWithoutConsolidation: 10,
}

/**
 * The number of messages that stay in the window after a consolidation: the number itself, or the share of the window,
 * rounded down, between `min` and `max`. The presets: Grip `{ share: 1 }`, Autobot `{ share: 0.5, min: 2, max: 10 }`
 * (that is min(10, max(2, ⌊window / 2⌋))), NeoClaw `{ share: 0.5 }`.
 */
export function keepCount(window: number, keep: Keep): number {
  if (typeof keep === 'number') return Math.max(0, Math.floor(keep))
  // 0.29 * 100 is 28.999999999999996, which must count as 29.
  const share = Math.floor(window * keep.share + 1e-9)
  return Math.min(keep.max ?? Number.POSITIVE_INFINITY, Math.max(keep.min ?? 0, share, 0))
}

/** Moves the cutoff earlier until it separates no call from its results, and no call that waits for them. Linear. */
export function safeCutoff(messages: readonly StoredMessage[], cutoff: number): number {
  const wanted = Math.max(0, Math.min(Math.floor(cutoff), messages.length))
  const answered = callsAnswered(messages)
  // The earliest call that a message from `place` on answers, or that waits for an answer.
  let earliest = waitingCall(messages)
  for (let place = messages.length; place > 0; place--) {
    earliest = Math.min(earliest, answered[place] ?? Number.POSITIVE_INFINITY)
    if (place <= wanted && place <= earliest) return place
  }
  return 0
}

/** For each tool result the position of the call that it answers, if that is present. */
function callsAnswered(messages: readonly StoredMessage[]): (number | undefined)[] {
  const places = new Map<string, number>()
  let latest: number | undefined
  return messages.map((message, place) => {
    for (const call of message.toolCalls ?? []) places.set(call.id, place)
    if (message.toolCalls?.length) latest = place
    if (message.role !== 'tool') return undefined
    return message.toolCallId === undefined ? latest : places.get(message.toolCallId)
  })
}

/** The position of the call whose result is still missing at the end of the conversation; infinite if there is none. */
function waitingCall(messages: readonly StoredMessage[]): number {
  const place = messages.findLastIndex((message) => message.role !== 'tool')
  const open = new Set(messages[place]?.toolCalls?.map((call) => call.id))
  for (const result of messages.slice(place + 1)) if (result.toolCallId !== undefined) open.delete(result.toolCallId)
  return open.size > 0 ? place : Number.POSITIVE_INFINITY
}

/** The number of tokens in the texts and tool calls of these messages. */
export function tokensOf(messages: readonly StoredMessage[], countTokens: (text: string) => number): number {
  const texts = messages.flatMap((message) => {
    const calls = message.toolCalls?.map((call) => `${call.name} ${JSON.stringify(call.input)}`) ?? []
    return [textOf(message), calls.join('\n')]
  })
  return texts.reduce((sum, text) => sum + (text === '' ? 0 : countTokens(text)), 0)
}
