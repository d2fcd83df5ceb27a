import { MemoryError } from '@daybook/memory-core'
import { shown } from '@daybook/memory-core/adapters'
import { type MastraDBMessage, MessageList } from '@mastra/core/agent/message-list'

/** A message that can be stored: it has an id, a thread, a resource, and content in Mastra's second format. */
export type GivenMessage = MastraDBMessage & { threadId: string; resourceId: string }

/**
 * Checks messages and normalises them: content that is a string, which some hosts send, becomes parts; a time that is a
 * string becomes a date, and a missing one becomes now. Of messages with the same id the last is used, at the place and
 * time of the first.
 * @throws MemoryError `bad-input`
 */
export function givenMessages(messages: readonly MastraDBMessage[], now: string): GivenMessage[] {
  if (!Array.isArray(messages)) throw refused(`messages is ${shown(messages)}, expected a list`)
  const given = new Map<string, GivenMessage>()
  for (const message of messages) {
    const one = givenMessage(message, now)
    const first = given.get(one.id)
    given.set(one.id, first ? { ...one, createdAt: first.createdAt } : one)
  }
  return [...given.values()]
}

function givenMessage(message: MastraDBMessage, now: string): GivenMessage {
  const { id, threadId, resourceId } = message
  if (typeof id !== 'string' || id === '') throw refused(`the id of a message is ${shown(id)}, expected a text`)
  if (typeof threadId !== 'string' || threadId.trim() === '')
    throw refused(`Expected to find a threadId for message ${shown(id)}; it is ${shown(threadId)}`)
  if (typeof resourceId !== 'string' || resourceId === '')
    throw refused(`Expected to find a resourceId for message ${shown(id)}; it is ${shown(resourceId)}`)
  const content = contentOf(message)
  return { ...message, id, threadId, resourceId, content, createdAt: dateOf(message.createdAt, id, now) }
}

function contentOf(message: MastraDBMessage): MastraDBMessage['content'] {
  const content: unknown = message.content
  const isOurs = typeof content === 'object' && content !== null && 'parts' in content && Array.isArray(content.parts)
  if (isOurs) return message.content
  const [read] = new MessageList().add([message], 'memory').get.all.db()
  if (read) return read.content
  throw refused(`the content of message ${shown(message.id)} is ${shown(content)}, expected { format: 2, parts }`)
}

function dateOf(time: Date | string | undefined, id: string, now: string): Date {
  const date = new Date(time ?? now)
  if (!Number.isNaN(date.getTime())) return date
  throw refused(`the createdAt of message ${shown(id)} is ${shown(time)}, expected a date`)
}

export function refused(problem: string): MemoryError {
  return new MemoryError('bad-input', problem)
}
