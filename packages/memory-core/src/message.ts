import { type Clock, isoTime, parseTime } from './clock.ts'
import { checkMessage } from './message-checks.ts'

/** Who says a message. */
export type Role = (typeof roles)[number]

/** Every role. */
export const roles = ['user', 'assistant', 'system', 'tool'] as const

/** One part of a message that is more than plain text. */
export type ContentPart =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | {
      type: 'file'
      mediaType: string
      /** The file's name, if it has one. */
      name?: string
      /** Where the file is: a URL or the host's own id. The bytes themselves are not stored. */
      reference?: string
      /** Hex SHA-256 of the bytes, when the host had them. */
      hash?: string
    }

/** A tool that the assistant asked for. */
export interface ToolCall {
  id: string
  name: string
  /** The arguments as JSON values. */
  input: unknown
}

/** One message of a conversation, as a caller gives it. */
export interface Message {
  /** Unique within its session. The same id with the same content is stored once; with other content it replaces. Without one, the message gets an id and is stored, even when its text was said before. */
  id?: string
  role: Role
  content: string | readonly ContentPart[]
  /** The speaker's name, where there are more than two. */
  name?: string
  /** When it was said; may lie in the past. A string without a zone is UTC. @default now */
  createdAt?: string | Date
  /** The tools that an assistant message asked for. */
  toolCalls?: readonly ToolCall[]
  /** The call that a tool message answers. */
  toolCallId?: string
  /** The host's own JSON values; kept, never interpreted. */
  metadata?: Readonly<Record<string, unknown>>
  /** A framework's own shape of the message, for exact round trips. */
  native?: { framework: string; value: unknown }
}

/** A message as it is stored: with an id and a time (ISO 8601, UTC). */
export interface StoredMessage extends Omit<Message, 'createdAt'> {
  id: string
  createdAt: string
}

/**
 * Checks a message and gives it what it lacks: an id and a time. Fields that Daybook does not know are kept.
 * @param where what the message is called in errors
 * @throws MemoryError `bad-input`, naming the field, its value and what was expected
 */
export function toStored(message: Message, clock: Clock, where = 'message'): StoredMessage {
  checkMessage(message, where)
  const { createdAt, id, ...rest } = message
  return {
    id: id ?? crypto.randomUUID(),
    ...rest,
    createdAt: isoTime(createdAt === undefined ? clock() : parseTime(createdAt, `${where}.createdAt`)),
  }
}

/** What was said, as text: the text parts of a message, one per line, without reasoning and files. */
export function textOf(message: Pick<Message, 'content'>): string {
  if (typeof message.content === 'string') return message.content
  return message.content
    .filter((part) => part.type === 'text')
    .map((part) => part.text)
    .join('\n')
}
