import { createOncePerTurn, unlessAborted } from '@daybook/memory-core/adapters'
import { lastUserText } from './convert-messages.ts'
import type { CallScope } from './identify.ts'
import type { ContextText } from './inject-context.ts'
import type { Prompt } from './model-call.ts'
import { type Captured, firstInWindow, trimPrompt } from './trim-prompt.ts'

/** A call that needs context. */
export interface ContextCall {
  scope: CallScope
  prompt: Prompt
  /** How the prompt matches what is stored; undefined when nothing of it was to be, or could be, stored. */
  captured: Captured | undefined
  signal: AbortSignal
}

/** A context, and from which stored message on the model is to see the conversation beside it; undefined for all. */
export interface TurnContext extends ContextText {
  from: string | undefined
}

/** Finds the context for a call; undefined when it failed before in the same turn. */
export type FindContext = (call: ContextCall) => Promise<TurnContext | undefined>

/** Builds contexts and keeps that of each conversation's current turn: tool steps and retries get the same bytes. */
export function createTurnContexts(window: 'keep' | 'trim'): FindContext {
  const once = createOncePerTurn<TurnContext>()
  return (call) =>
    once({
      conversation: JSON.stringify([call.scope.key, call.scope.readOnly]),
      turn: turnOf(call),
      isStep: isStep(call),
      signal: call.signal,
      make: () => build(call, window),
    })
}

async function build(call: ContextCall, visible: 'keep' | 'trim'): Promise<TurnContext> {
  const { scope, prompt, captured, signal } = call
  const query = scope.query ?? lastUserText(prompt)
  // Looked up before the summary is read: what is consolidated meanwhile is said twice rather than not at all.
  const from = captured && visible === 'trim' ? await firstInWindow(scope, captured) : undefined
  const work = scope.memory.buildContext({
    session: scope.session,
    ...(query !== undefined && { query }),
    ...whatIsVisible(call, from),
    signal,
  })
  const { stable, volatile } = await unlessAborted(signal, work)
  return { stable, volatile, from }
}

/** What is the same for all calls that answer one user message; undefined when the prompt shows none. */
function turnOf({ scope, prompt, captured }: ContextCall): string | undefined {
  const question = lastUserText(prompt)
  if (question === undefined) return undefined
  const id = captured?.alignment.stored.findLast((message) => message.role === 'user')?.id
  const place = prompt.filter((message) => message.role === 'user').length
  return JSON.stringify([scope.query, ...(id === undefined ? ['shown', place, question] : ['stored', id])])
}

/** Without a stored message to tell them apart, the same question may be asked anew: only its tool steps are its turn. */
function isStep({ prompt, captured }: ContextCall): boolean {
  return captured !== undefined || prompt.at(-1)?.role !== 'user'
}

interface Visible {
  hostSends: 'nothing' | 'window'
  exclude?: readonly string[]
}

function whatIsVisible({ prompt, captured }: ContextCall, from: string | undefined): Visible {
  if (captured) return { hostSends: 'nothing', exclude: trimPrompt(prompt, captured, from).ids }
  // Not matched with what is stored: a prompt with answers in it shows the conversation, another one only a question.
  return { hostSends: prompt.some((message) => message.role === 'assistant') ? 'window' : 'nothing' }
}
