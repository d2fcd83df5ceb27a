import { type Memory, type StoredMessage, textOf } from '@daybook/memory-core'
import type { MastraDBMessage } from '@mastra/core/agent/message-list'
import { framework, type NativeMessage } from './convert-messages.ts'
import type { ThreadRow } from './thread-rows.ts'

/** One of Mastra's messages, and whether Mastra itself stored it. */
interface ReadMessage {
  message: MastraDBMessage
  isOwn: boolean
}

/** Every message of a thread, by time; equal times in the order of storing. Reads the whole session. */
export async function readThread(memory: Memory, row: ThreadRow): Promise<MastraDBMessage[]> {
  const stored = await memory.sessions.messages(row.id, { archived: true })
  const messages = stored.map((one) => read(one, row)?.message).filter((message) => message !== undefined)
  return byTime(messages)
}

/** The newest messages of a thread that was stored in the order of times. */
export interface Tail {
  /** Oldest first. */
  messages: MastraDBMessage[]
  /** The number of messages in the thread. */
  total: number
}

/**
 * The last `count` messages, read from the end. Undefined if the whole thread must be read: its messages were not
 * stored in the order of their times, or another framework wrote into the session.
 */
export async function readTail(memory: Memory, row: ThreadRow, count: number): Promise<Tail | undefined> {
  if (!row.isInOrder) return undefined
  const session = await memory.sessions.get(row.id)
  if ((session?.messageCount ?? 0) > row.stored) return undefined
  const share = row.count > 0 ? row.stored / row.count : 1
  for (let limit = Math.ceil(count * share) + 2; ; limit *= 2) {
    const stored = await memory.sessions.messages(row.id, { archived: true, limit })
    // The row is written after the messages, and may have been lost.
    if ((stored.at(-1)?.id ?? '') !== row.last) return undefined
    const found = stored.map((one) => read(one, row)).filter((one) => one !== undefined)
    if (found.some(({ isOwn }) => !isOwn)) return undefined
    if (found.length >= count || stored.length < limit)
      return {
        messages: found.slice(Math.max(0, found.length - count)).map(({ message }) => message),
        total: row.count,
      }
  }
}

/** Sorts messages by time; equal times keep their order. */
export function byTime(messages: readonly MastraDBMessage[]): MastraDBMessage[] {
  return messages.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
}

function read(stored: StoredMessage, { id: threadId, resourceId }: ThreadRow): ReadMessage | undefined {
  const { id, native } = stored
  const place = { id, createdAt: new Date(stored.createdAt), threadId, resourceId }
  if (native?.framework !== framework) {
    const message = foreign(stored)
    return message && { message: { ...message, ...place }, isOwn: false }
  }
  const value = native.value as NativeMessage | { of: string } // written by convert-messages.ts
  return 'of' in value ? undefined : { message: { ...value, ...place }, isOwn: true }
}

/**
 * A message that another framework stored in the same session, with the files that a URL leads to. Tool results belong to
 * an answer; they are left out, and so is a message of which nothing can be shown.
 */
function foreign(stored: StoredMessage): NativeMessage | undefined {
  const { role, content } = stored
  const text = textOf(stored)
  const said = typeof content === 'string' ? [] : content
  const files = said.flatMap((part) =>
    part.type === 'file' && /^https?:/i.test(part.reference ?? '')
      ? [{ type: 'file' as const, mimeType: part.mediaType, data: part.reference ?? '' }]
      : [],
  )
  const parts = [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...files]
  return role === 'tool' || parts.length === 0 ? undefined : { role, content: { format: 2, parts, content: text } }
}
