import { type Message, type StoredMessage, textOf } from '@daybook/memory-core'
import { type CallScope, type CallTurn, type CallTurnOptions, createCallTurns } from '@daybook/memory-core/adapters'
import type { BaseMessage } from '@langchain/core/messages'
import { isFromUser, lastUserMessage, toMessage } from '../messages/convert-messages.ts'

/** The part of one model call in its turn. */
export interface Turn {
  /** The context for the model; undefined if the memory was too slow. */
  context: CallTurn['context']
  /** Stores the model's answer; never throws. */
  keep(reply: readonly BaseMessage[]): Promise<void>
}

/** A model call, and the signal that may end it. */
export interface ModelCall {
  messages: readonly BaseMessage[]
  signal: AbortSignal | undefined
}

/** Begins the turn of a call. @throws the reason of the call's own abort signal, and nothing else */
export type BeginTurn = (scope: CallScope, call: ModelCall) => Promise<Turn>

/** The steps around model calls, for messages of LangChain. */
export function createTurns(options: CallTurnOptions): BeginTurn {
  const begin = createCallTurns(options)
  return async (scope, { messages, signal }) => {
    const { session } = scope
    const { sessions } = scope.memory
    const question = lastUserMessage(messages)
    const last = messages.at(-1)
    const { context, keep } = await begin(scope, {
      question: question?.text,
      place: JSON.stringify([question?.id, messages.filter(isFromUser).length]),
      endsWithUser: last !== undefined && isFromUser(last),
      hasAnswers: messages.some(({ type }) => type === 'ai'),
      signal,
      align: async () => sessions.align(session, await visibleConversation(messages, await sessions.messages(session))),
    })

    async function converted(reply: readonly BaseMessage[]): Promise<Message[]> {
      const found = (await Promise.all(reply.map(toMessage))).filter((message) => message !== undefined)
      if (found.length === 0) return []
      const stored = await sessions.messages(session)
      return found.map((message) => withFreeId(message, stored))
    }
    return { context, keep: async (reply) => keep?.(() => converted(reply)) }
  }
}

/**
 * The visible conversation as messages of the memory, to be aligned with the stored ones. A checkpointer keeps the ids
 * of messages; an agent without one creates new ids for old messages in every run. So an id counts if it is stored, and
 * for what follows such a message; elsewhere position and text decide.
 */
async function visibleConversation(
  shown: readonly BaseMessage[],
  stored: readonly StoredMessage[],
): Promise<Message[]> {
  const messages = (await Promise.all(shown.map(toMessage))).filter((message) => message !== undefined)
  const known = new Map(stored.map((message) => [message.id, message]))
  const lastKnown = messages.findLastIndex((message) => isKnown(message, known))
  const isNewSession = stored.length === 0
  return messages.map((message, place) => {
    if (isKnown(message, known)) return message
    const isNew = isNewSession || (lastKnown >= 0 && place > lastKnown)
    // An answer or a result that was stored without an id gets one from the agent later: it is found by what it says.
    const keepsId = isNew && message.role === 'user' && !known.has(message.id ?? '')
    return keepsId ? message : withoutId(message)
  })
}

/**
 * Whether a message is stored under its id. Some models number their answers from the start in each conversation: then
 * it is another message.
 */
function isKnown(message: Message, known: ReadonlyMap<string, StoredMessage>): boolean {
  const same = message.id === undefined ? undefined : known.get(message.id)
  if (!same || same.role !== message.role) return false
  return message.role !== 'assistant' || saysTheSame(same, message)
}

/** The reply to store, without its id if another message has the same. */
function withFreeId(reply: Message, stored: readonly StoredMessage[]): Message {
  const same = stored.find(({ id }) => id === reply.id)
  return same && !saysTheSame(same, reply) ? withoutId(reply) : reply
}

function saysTheSame(a: Message | StoredMessage, b: Message): boolean {
  const callsOf = (message: Message | StoredMessage): string =>
    JSON.stringify((message.toolCalls ?? []).map((call) => [call.id, call.name]))
  return textOf(a) === textOf(b) && callsOf(a) === callsOf(b)
}

function withoutId(message: Message): Message {
  const { id: _id, ...rest } = message
  return rest
}
