import { MemoryError, type Message, type StoredMessage, textOf } from '@daybook/memory-core'
import { shown } from '@daybook/memory-core/adapters'
import type { UIMessage } from 'ai'

/** The data that a chat store writes into `native` of a stored message. */
export interface ChatMark {
  /** The message exactly as it was saved. Stored with the first of the stored messages that represent it. */
  message?: UIMessage
  /** The ids of the other stored messages that represent it. */
  covers?: readonly string[]
  /** The message had no id and was given this one; the user interface may know it by another. */
  unnamed?: true
  /** No longer part of the chat. Its content stays in the memory. */
  left?: true
}

const framework = 'ai-sdk'

export function marked(mark: ChatMark): { framework: string; value: ChatMark } {
  return { framework, value: mark }
}

/** The mark of a stored message; undefined if it comes from no chat store. */
export function markOf({ native }: StoredMessage): ChatMark | undefined {
  if (native?.framework !== framework || typeof native.value !== 'object' || native.value === null) return undefined
  return native.value as ChatMark // written by this file
}

/** Whether a stored message has the same content as a new one. An interrupted one may contain more than was shown. */
export function isSaidBy(stored: StoredMessage, message: Message): boolean {
  if (stored.role !== message.role || stored.toolCallId !== message.toolCallId) return false
  // The user interface has the result of a tool, the model what the tool made of it.
  if (message.toolCallId !== undefined) return true
  const ids = (calls: Message['toolCalls']): string => JSON.stringify((calls ?? []).map((call) => call.id))
  if (ids(stored.toolCalls) !== ids(message.toolCalls)) return false
  const text = textOf(message)
  if (textOf(stored) === text) return true
  return stored.metadata?.['partial'] === true && text !== '' && textOf(stored).startsWith(text)
}

/** The ids of replies that the middleware stored while the same were added: both hear of the end of a stream at once. */
export function alsoStored(newest: readonly StoredMessage[], added: readonly Message[]): string[] {
  const own = new Set(added.map(({ id }) => id))
  const others = newest.filter((one) => one.role === 'assistant' && !own.has(one.id) && !markOf(one))
  return others.filter((one) => added.some((message) => isSaidBy(one, message))).map(({ id }) => id)
}

const roles: ReadonlySet<unknown> = new Set(['system', 'user', 'assistant'])
const wayOut =
  'give toUIMessageStreamResponse generateMessageId: createIdGenerator() of ai, so that each reply has one of its own'

/**
 * Checks and copies the messages of a chat. The last one may be a reply without an id: by default `ai` gives it none,
 * and refusing it after the call would be too late.
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
    // The rest of the message draws the circle.
    const [reason] = (cause instanceof Error ? cause.message : String(cause)).split('\n')
    const wayOut = 'leave out BigInts and objects that contain themselves'
    throw new MemoryError(
      'bad-input',
      `the messages cannot be written as JSON, in which a chat is stored (${reason}): ${wayOut}`,
      { cause },
    )
  }
}

function wrong(problem: string): MemoryError {
  return new MemoryError('bad-input', problem)
}
