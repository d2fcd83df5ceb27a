import type { Message } from '@daybook/memory-core'
import { type CallScope, type CallTurn, type CallTurnOptions, createCallTurns } from '@daybook/memory-core/adapters'
import type { BaseMessage } from '@langchain/core/messages'
import { isFromUser, lastUserMessage, toMessage } from '../messages/convert-messages.ts'
import { visibleConversation, withFreeId } from './visible-conversation.ts'

/** One model call's share of its user turn. */
export interface Turn {
  /** What the model is to be told; undefined when the memory had nothing in time. */
  context: CallTurn['context']
  /** Stores what the model answered; it never throws. */
  keep(reply: readonly BaseMessage[]): Promise<void>
}

/** A model call, and what may end it. */
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
