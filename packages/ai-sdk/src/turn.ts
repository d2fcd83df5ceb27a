import { type CallScope, type CallTurn, type CallTurnOptions, createCallTurns } from '@daybook/memory-core/adapters'
import type { KeepReply } from './capture-reply.ts'
import { conversationOf, lastUserText, replyMessages } from './convert-messages.ts'
import type { CallOptions, Prompt } from './model-call.ts'
import { firstInWindow, trimPrompt } from './trim-prompt.ts'

/** The part of one model call in its turn. */
export interface Turn {
  /** The context for the model; undefined if the memory was too slow. */
  context: CallTurn['context']
  /** The messages for the model; the same at each step of a tool loop. */
  prompt: Prompt
  /** Stores the reply; undefined if nothing of this call is to be stored. */
  keep: KeepReply | undefined
}

export interface TurnOptions extends CallTurnOptions {
  /** Whether the model sees consolidated messages. */
  window: 'keep' | 'trim'
}

/** Begins the turn of a call. @throws the reason of the call's own abort signal, and nothing else */
export type BeginTurn = (scope: CallScope, call: CallOptions) => Promise<Turn>

/** The steps around model calls, for prompts of the AI SDK. */
export function createTurns({ window, ...options }: TurnOptions): BeginTurn {
  const begin = createCallTurns(options)
  return async (scope, { prompt, abortSignal }) => {
    const { sessions } = scope.memory
    /** For each stored message, the index of the message of the prompt that it comes from. */
    let places: readonly number[] = []
    const { context, alignment, keep } = await begin(scope, {
      question: lastUserText(prompt),
      place: prompt.filter((message) => message.role === 'user').length,
      endsWithUser: prompt.at(-1)?.role === 'user',
      hasAnswers: prompt.some((message) => message.role === 'assistant'),
      signal: abortSignal,
      async align() {
        const conversation = await conversationOf(prompt)
        places = conversation.places
        return sessions.align(scope.session, conversation.messages)
      },
      ...(window === 'trim' && { firstVisible: (stored) => firstInWindow(scope, stored) }),
      visible: (stored, from) => trimPrompt(prompt, { alignment: stored, places }, from).ids,
    })
    const from = context?.from
    return {
      context,
      prompt: alignment && from !== undefined ? trimPrompt(prompt, { alignment, places }, from).prompt : prompt,
      keep: keep && (({ content, partial }) => keep(() => replyMessages(content, partial))),
    }
  }
}
