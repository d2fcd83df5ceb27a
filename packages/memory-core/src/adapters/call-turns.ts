import { LRUCache } from 'lru-cache'
import { createQueues, unlessAborted, within } from '../async.ts'
import type { ContextBlock, ContextRequest } from '../context/context-block.ts'
import { MemoryError } from '../errors.ts'
import type { Message } from '../message.ts'
import type { Alignment } from '../sessions/session.ts'
import type { CallScope } from './memory-owner.ts'

/** A call of a turn: a model's, or a step of its tool loop. */
export interface TurnCall<Value> {
  conversation: string
  /** Equal for all calls that answer one user message; undefined if the call does not show it. */
  turn: string | undefined
  /** Whether it may be a later step of a turn; false creates a new value. */
  isStep: boolean
  signal: AbortSignal
  make(): Promise<Value>
}

/** Returns the same value for all calls of a turn; undefined if it failed for an earlier one. */
export type OncePerTurn<Value> = (call: TurnCall<Value>) => Promise<Value | undefined>

interface KnownTurn<Value> {
  turn: string | undefined
  value: Promise<Value | undefined>
}

/** Maximum conversations with a cached turn. */
const maxTurns = 1_000

/**
 * Creates a value, such as a context, once for each turn of a conversation: tool steps and retries get the same bytes.
 * If that fails, the first call rejects and later calls of the turn get undefined, unless the host had aborted it.
 */
export function createOncePerTurn<Value>(): OncePerTurn<Value> {
  const turns = new LRUCache<string, KnownTurn<Value>>({ max: maxTurns })

  return async ({ conversation, turn, isStep, signal, make }) => {
    const known = turns.get(conversation)
    if (known && isStep && (turn === undefined || known.turn === turn)) return known.value
    const fresh: KnownTurn<Value> = { turn, value: make() }
    turns.set(conversation, fresh)
    try {
      return await fresh.value
    } catch (error) {
      // A failing memory fails for the whole turn, so that a tool loop does not pay the timeout at each step.
      fresh.value = Promise.resolve(undefined)
      if (signal.aborted && !MemoryError.isInstance(signal.reason)) turns.delete(conversation)
      throw error
    }
  }
}

/** The two halves of a context block. */
export type ContextText = Pick<ContextBlock, 'stable' | 'volatile'>

/** A context, and the first stored message that the model sees besides; undefined for all. */
export interface TurnContext extends ContextText {
  from?: string | undefined
}

/** The properties of a model call that its turn needs. */
export interface VisibleCall {
  /** The text of the last user message; undefined if there is none. */
  question: string | undefined
  /** Distinguishes user messages with the same text before they are stored: their number, or an id. */
  place: string | number
  /** Whether the conversation ends with a user message; otherwise the call is a step of a tool loop. */
  endsWithUser: boolean
  /** Whether the conversation contains answers. */
  hasAnswers: boolean
  signal: AbortSignal | undefined
  /** Stores new messages of the visible conversation, by `sessions.align`. */
  align(): Promise<Alignment>
  /** The first stored message that the model sees; undefined for all. @default all */
  firstVisible?: ((alignment: Alignment) => Promise<string | undefined>) | undefined
  /** The stored messages that the model sees, from that one on. @default all that were aligned */
  visible?: ((alignment: Alignment, from: string | undefined) => readonly string[]) | undefined
}

/** The part of one model call in its turn. */
export interface CallTurn {
  /** The context for the model; undefined if the memory was too slow. */
  context: TurnContext | undefined
  /** How the visible conversation was stored; undefined if it was not. */
  alignment: Alignment | undefined
  /** Stores the reply; never throws. Undefined if nothing of this call is to be stored. */
  keep: ((reply: () => Promise<readonly Message[]>) => Promise<void>) | undefined
}

/** Begins the turn of a call. @throws the reason of the call's own abort signal, and nothing else */
export type BeginCallTurn = (scope: CallScope, call: VisibleCall) => Promise<CallTurn>

/** Options of turns. */
export interface CallTurnOptions {
  /** Maximum milliseconds that a call waits for the memory before the model, and again after it. */
  timeoutMs: number
  report: (error: unknown) => undefined
}

/**
 * Creates the steps around model calls. Before a call, new messages are stored and the context is built, once for all
 * calls that answer the same user message: tool steps and retries get the same bytes. After the call, its reply is
 * stored.
 */
export function createCallTurns({ timeoutMs, report }: CallTurnOptions): BeginCallTurn {
  const inOrder = createQueues()
  const once = createOncePerTurn<TurnContext>()

  return async (scope, call) => {
    const { key, memory, session, readOnly } = scope
    // Without the call's signal: the user's message is stored in any case.
    const aligned = readOnly ? Promise.resolve(undefined) : inOrder(key, call.align).catch(report)
    const keep: CallTurn['keep'] = async (reply) => {
      const stored = inOrder(key, async () => {
        // Without its question, the reply could not be matched later and would be stored twice.
        if ((await aligned) === undefined) return
        const messages = await reply()
        if (messages.length > 0) await memory.addMessages(session, messages)
      })
      await within({ timeoutMs }, () => stored).catch(report)
    }
    const begun: CallTurn = { context: undefined, alignment: undefined, keep: readOnly ? undefined : keep }
    try {
      return await within({ timeoutMs, signal: call.signal }, async (signal) => {
        const alignment = await aligned
        const context = await once({
          conversation: JSON.stringify([key, readOnly]),
          turn: turnOf(scope, call, alignment),
          // Without a stored message to distinguish them, a repeated question is a new turn: only tool steps belong to
          // this one.
          isStep: alignment !== undefined || !call.endsWithUser,
          signal,
          make: () => contextOf(scope, call, alignment, signal),
        })
        return { ...begun, context, alignment }
      })
    } catch (error) {
      call.signal?.throwIfAborted()
      report(error)
      return begun
    }
  }
}

/** Equal for all calls that answer one user message; undefined if none is shown. */
function turnOf({ query }: CallScope, { question, place }: VisibleCall, alignment?: Alignment): string | undefined {
  if (question === undefined) return undefined
  const id = alignment?.stored.findLast(({ role }) => role === 'user')?.id
  return JSON.stringify([query, ...(id === undefined ? ['shown', place, question] : ['stored', id])])
}

async function contextOf(scope: CallScope, call: VisibleCall, alignment: Alignment | undefined, signal: AbortSignal) {
  const query = scope.query ?? call.question
  // Looked up before the summary is read: messages consolidated in between are then repeated and not lost.
  const from = alignment && (await call.firstVisible?.(alignment))
  const work = scope.memory.buildContext({
    session: scope.session,
    ...(query !== undefined && { query }),
    ...visibleOf(call, alignment, from),
    signal,
  })
  const { stable, volatile } = await unlessAborted(signal, work)
  return { stable, volatile, from }
}

function visibleOf(
  call: VisibleCall,
  alignment: Alignment | undefined,
  from: string | undefined,
): Pick<ContextRequest, 'hostSends' | 'exclude'> {
  // Not matched with what is stored: a call with answers in it shows the conversation, another one only a question.
  if (!alignment) return { hostSends: call.hasAnswers ? 'window' : 'nothing' }
  return { hostSends: 'nothing', exclude: call.visible?.(alignment, from) ?? alignment.stored.map(({ id }) => id) }
}
