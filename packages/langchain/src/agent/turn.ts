import type { Alignment } from '@daybook/memory-core'
import { createQueues, within } from '@daybook/memory-core/adapters'
import type { BaseMessage } from '@langchain/core/messages'
import { toMessage } from '../messages/convert-messages.ts'
import type { RunScope } from '../scope/identify.ts'
import { type ContextText, createTurnContexts } from './turn-context.ts'
import { visibleConversation, withFreeId } from './visible-conversation.ts'

/** One model call's share of its user turn. */
export interface Turn {
  /** What the model is to be told; undefined when the memory had nothing in time. */
  context: ContextText | undefined
  /** Stores what the model answered; it never throws. */
  keep(reply: readonly BaseMessage[]): Promise<void>
}

/** How turns behave. */
export interface TurnOptions {
  /** The most that a call waits for the memory before the model, and again after it. */
  timeoutMs: number
  report: (error: unknown) => undefined
}

/** A model call, and what may end it. */
export interface ModelCall {
  messages: readonly BaseMessage[]
  signal: AbortSignal | undefined
}

/** Begins the turn of a call. @throws the reason of the call's own abort signal, and nothing else */
export type BeginTurn = (scope: RunScope, call: ModelCall) => Promise<Turn>

/**
 * Makes the steps around model calls: before a call the visible conversation is stored as far as it is new, and the
 * context is built, once for all calls that answer the same user message; after it the reply is stored.
 */
export function createTurns({ timeoutMs, report }: TurnOptions): BeginTurn {
  const inOrder = createQueues()
  const findContext = createTurnContexts()

  /** Stores what is new. Not bound by the call's signal: what the user said is kept. */
  async function capture(scope: RunScope, messages: readonly BaseMessage[]): Promise<Alignment | undefined> {
    if (scope.readOnly) return undefined
    const { key, memory, session } = scope
    const work = async (): Promise<Alignment> => {
      const stored = await memory.sessions.messages(session)
      return memory.sessions.align(session, await visibleConversation(messages, stored))
    }
    return inOrder(key, work).catch(report)
  }

  async function store(scope: RunScope, captured: Promise<Alignment | undefined>, reply: readonly BaseMessage[]) {
    // Without what it answers, the reply could not be matched later and would be stored twice.
    if ((await captured) === undefined) return
    const { memory, session } = scope
    const messages = (await Promise.all(reply.map(toMessage))).filter((message) => message !== undefined)
    if (messages.length === 0) return
    const stored = await memory.sessions.messages(session)
    await memory.addMessages(
      session,
      messages.map((message) => withFreeId(message, stored)),
    )
  }

  return async (scope, { messages, signal }) => {
    const captured = capture(scope, messages)
    const keep = async (reply: readonly BaseMessage[]): Promise<void> => {
      if (scope.readOnly) return
      const stored = inOrder(scope.key, () => store(scope, captured, reply))
      await within({ timeoutMs }, () => stored).catch(report)
    }
    const find = async (ending: AbortSignal): Promise<ContextText | undefined> =>
      findContext({ scope, messages, captured: await captured, signal: ending })
    try {
      return { context: await within({ timeoutMs, signal }, find), keep }
    } catch (error) {
      signal?.throwIfAborted()
      report(error)
      return { context: undefined, keep }
    }
  }
}
