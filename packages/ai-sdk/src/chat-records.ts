import { MemoryError, type Message, type StoredMessage, textOf } from '@daybook/memory-core'
import { shown } from '@daybook/memory-core/adapters'
import type { UIMessage } from 'ai'

/** What a chat store writes into `native` of a stored message. */
export interface ChatMark {
  /** The message exactly as it was saved; it stands on the first of the stored messages that say it. */
  message?: UIMessage
  /** The ids of the others. */
  covers?: readonly string[]
  /** The message came without an id and has the one that it was given here: its user interface may have another for it. */
  unnamed?: true
  /** No longer part of the chat. What was said stays in the memory. */
  left?: true
}

const framework = 'ai-sdk'

/** The mark as `native`. */
export function marked(mark: ChatMark): { framework: string; value: ChatMark } {
  return { framework, value: mark }
}

/** The mark of a stored message; undefined when no chat store has seen it. */
export function markOf({ native }: StoredMessage): ChatMark | undefined {
  if (native?.framework !== framework || typeof native.value !== 'object' || native.value === null) return undefined
  return native.value as ChatMark // written by this file
}

/** Whether a stored message says the same as one that is to be stored. What was cut off may say more than was seen. */
export function isSaidBy(stored: StoredMessage, message: Message): boolean {
  if (stored.role !== message.role || stored.toolCallId !== message.toolCallId) return false
  const ids = (calls: Message['toolCalls']): string => JSON.stringify((calls ?? []).map((call) => call.id))
  if (ids(stored.toolCalls) !== ids(message.toolCalls)) return false
  const text = textOf(message)
  if (textOf(stored) === text) return true
  return stored.metadata?.['partial'] === true && text !== '' && textOf(stored).startsWith(text)
}

const roles: ReadonlySet<unknown> = new Set(['system', 'user', 'assistant'])
const wayOut =
  'give toUIMessageStreamResponse generateMessageId: createIdGenerator() of ai, so that each reply has one of its own'

/**
 * Checks and copies what a chat is to hold. The last message may be a reply without an id: `ai` gives it none unless it is
 * told to, and then it is too late to refuse it.
 * @throws MemoryError `bad-input`
 */
export function givenMessages<Given extends UIMessage>(messages: Given | readonly Given[]): Given[] {
  const list: readonly Given[] = Array.isArray(messages) ? messages : [messages]
  const ids = new Set<string>()
  for (const [place, message] of list.entries()) {
    if (typeof message !== 'object' || message === null)
      throw wrong(`a message is ${shown(message)}, expected an object`)
    const { id, role, parts } = message
    const isNewReply = id === '' && role === 'assistant' && place === list.length - 1
    if (typeof id !== 'string' || (id === '' && !isNewReply))
      throw wrong(`the id of a message is ${shown(id)}, expected a text; ${wayOut}`)
    if (ids.has(id)) throw wrong(`two messages have the id ${shown(id)}; ${wayOut}`)
    if (!roles.has(role))
      throw wrong(`the role of message ${shown(id)} is ${shown(role)}, expected system, user or assistant`)
    if (!Array.isArray(parts)) throw wrong(`the parts of message ${shown(id)} are ${shown(parts)}, expected a list`)
    ids.add(id)
  }
  try {
    return JSON.parse(JSON.stringify(list))
  } catch (cause) {
    throw new MemoryError('bad-input', 'the messages are no JSON, and a chat is kept as JSON; leave out what is none', {
      cause,
    })
  }
}

function wrong(problem: string): MemoryError {
  return new MemoryError('bad-input', problem)
}
