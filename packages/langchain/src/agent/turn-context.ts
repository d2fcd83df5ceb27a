import { type Alignment, MemoryError } from '@daybook/memory-core'
import { unlessAborted } from '@daybook/memory-core/adapters'
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

interface KnownTurn {
  turn: string | undefined
  context: Promise<ContextText | undefined>
}

/** So many conversations keep the context of their turn; one that is not among them recalls again. */
const maxTurns = 1_000

/** Builds contexts and keeps that of each conversation's current turn: tool steps and retries get the same bytes. */
export function createTurnContexts(): FindContext {
  const turns = new Map<string, KnownTurn>()

  function keep(slot: string, known: KnownTurn): KnownTurn {
    turns.delete(slot)
    turns.set(slot, known)
    const [oldest] = turns.keys()
    if (turns.size > maxTurns && oldest !== undefined) turns.delete(oldest)
    return known
  }

  return async (call) => {
    const { scope, signal } = call
    const slot = JSON.stringify([scope.key, scope.readOnly])
    const turn = turnOf(call)
    const known = turns.get(slot)
    if (known && isSameTurn(call, known, turn)) return keep(slot, known).context
    const fresh = keep(slot, { turn, context: build(call) })
    try {
      return await fresh.context
    } catch (error) {
      // A memory that fails, fails for the whole turn: it must not cost the timeout at each step of a tool loop.
      fresh.context = Promise.resolve(undefined)
      if (signal.aborted && !MemoryError.isInstance(signal.reason)) turns.delete(slot)
      throw error
    }
  }
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

function isSameTurn({ messages, captured }: ContextCall, known: KnownTurn, turn: string | undefined): boolean {
  // Without a stored message to tell them apart, the same question may be asked anew: only its tool steps are its turn.
  const last = messages.at(-1)
  if (!captured && last && isFromUser(last)) return false
  return turn === undefined || known.turn === turn
}
