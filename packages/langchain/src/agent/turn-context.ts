import type { Alignment } from '@daybook/memory-core'
import { createOncePerTurn, unlessAborted } from '@daybook/memory-core/adapters'
import type { BaseMessage } from '@langchain/core/messages'
import { isFromUser, lastUserMessage } from '../messages/convert-messages.ts'
import type { RunScope } from '../scope/identify.ts'

/** The two halves of a context block. */
export interface ContextText {
  stable: string
  volatile: string
}

/** A model call that needs context. */
export interface ContextCall {
  scope: RunScope
  messages: readonly BaseMessage[]
  /** How they match what is stored; undefined when nothing of them was to be, or could be, stored. */
  captured: Alignment | undefined
  signal: AbortSignal
}

/** Finds the context for a call; undefined when it failed before in the same turn. */
export type FindContext = (call: ContextCall) => Promise<ContextText | undefined>

/** Builds contexts and keeps that of each conversation's current turn: tool steps and retries get the same bytes. */
export function createTurnContexts(): FindContext {
  const once = createOncePerTurn<ContextText>()
  return (call) =>
    once({
      conversation: JSON.stringify([call.scope.key, call.scope.readOnly]),
      turn: turnOf(call),
      isStep: isStep(call),
      signal: call.signal,
      make: () => build(call),
    })
}

async function build({ scope, messages, captured, signal }: ContextCall): Promise<ContextText> {
  const query = scope.query ?? lastUserMessage(messages)?.text
  const visible = captured
    ? { hostSends: 'nothing' as const, exclude: captured.stored.map((message) => message.id) }
    : // Not matched with what is stored: answers among the messages show the conversation, a question alone does not.
      { hostSends: messages.some(({ type }) => type === 'ai') ? ('window' as const) : ('nothing' as const) }
  const request = { session: scope.session, ...(query !== undefined && { query }), ...visible, signal }
  const { stable, volatile } = await unlessAborted(signal, scope.memory.buildContext(request))
  return { stable, volatile }
}

/** What is the same for all calls that answer one user message; undefined when none is shown. */
function turnOf({ scope, messages, captured }: ContextCall): string | undefined {
  const question = lastUserMessage(messages)
  if (question === undefined) return undefined
  const stored = captured?.stored.findLast((message) => message.role === 'user')?.id
  const place = messages.filter(isFromUser).length
  const shown = ['shown', question.id ?? null, place, question.text]
  return JSON.stringify([scope.query, ...(stored === undefined ? shown : ['stored', stored])])
}

/** Without a stored message to tell them apart, the same question may be asked anew: only its tool steps are its turn. */
function isStep({ messages, captured }: ContextCall): boolean {
  const last = messages.at(-1)
  return captured !== undefined || !last || !isFromUser(last)
}
