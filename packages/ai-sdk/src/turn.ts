import { createQueues, within } from '@daybook/memory-core/adapters'
import type { KeepReply } from './capture-reply.ts'
import { conversationOf, replyMessages } from './convert-messages.ts'
import type { CallScope } from './identify.ts'
import type { ContextText } from './inject-context.ts'
import type { CallOptions, Prompt } from './model-call.ts'
import { type Captured, trimPrompt } from './trim-prompt.ts'
import { createTurnContexts, type TurnContext } from './turn-context.ts'

/** One model call's share of its user turn. */
export interface Turn {
  /** What the model is to be told; undefined when the memory had nothing in time. */
  context: ContextText | undefined
  /** What it is to see of the conversation. */
  prompt: Prompt
  /** Stores the reply; undefined when nothing of this call is to be stored. */
  keep: KeepReply | undefined
}

/** How turns behave. */
export interface TurnOptions {
  /** The most that a call waits for the memory before the model, and again after it. */
  timeoutMs: number
  /** Whether the model sees what was consolidated. */
  window: 'keep' | 'trim'
  report: (error: unknown) => undefined
}

/** Begins the turn of a call. @throws the reason of the call's own abort signal, and nothing else */
export type BeginTurn = (scope: CallScope, call: CallOptions) => Promise<Turn>

/**
 * Makes the steps around model calls: before a call the visible conversation is stored as far as it is new, and the
 * context is built, once for all calls that answer the same user message; after it the reply is stored.
 */
export function createTurns({ timeoutMs, window, report }: TurnOptions): BeginTurn {
  const inOrder = createQueues()
  const findContext = createTurnContexts(window)

  /** Stores what is new in the prompt. Not bound by the call's signal: what the user said is kept. */
  async function capture(scope: CallScope, prompt: Prompt): Promise<Captured | undefined> {
    if (scope.readOnly) return undefined
    const { key, memory, session } = scope
    const work = async (): Promise<Captured> => {
      const { messages, places } = await conversationOf(prompt)
      return { alignment: await memory.sessions.align(session, messages), places }
    }
    return inOrder(key, work).catch(report)
  }

  function keeper({ key, memory, session }: CallScope, captured: Promise<Captured | undefined>): KeepReply {
    return async ({ content, partial }) => {
      const stored = inOrder(key, async () => {
        // Without what it answers, the reply could not be matched later and would be stored twice.
        if ((await captured) === undefined) return
        const messages = await replyMessages(content, partial)
        if (messages.length > 0) await memory.addMessages(session, messages)
      })
      await within({ timeoutMs }, () => stored).catch(report)
    }
  }

  return async (scope, { prompt, abortSignal }) => {
    const captured = capture(scope, prompt)
    const keep = scope.readOnly ? undefined : keeper(scope, captured)
    const find = async (signal: AbortSignal): Promise<Omit<Turn, 'keep'>> => {
      const shown = await captured
      const context = await findContext({ scope, prompt, captured: shown, signal })
      return { context, prompt: leftOf(prompt, shown, context) }
    }
    try {
      return { ...(await within({ timeoutMs, signal: abortSignal }, find)), keep }
    } catch (error) {
      abortSignal?.throwIfAborted()
      report(error)
      return { context: undefined, prompt, keep }
    }
  }
}

/** Without what the context of the turn tells of; the same messages at each step of a tool loop. */
function leftOf(prompt: Prompt, captured: Captured | undefined, context: TurnContext | undefined): Prompt {
  return captured && context?.from !== undefined ? trimPrompt(prompt, captured, context.from).prompt : prompt
}
