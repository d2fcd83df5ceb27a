import { MemoryError } from '../errors.ts'

/** A call of a turn: a model's, or a step of its tool loop. */
export interface TurnCall<Value> {
  /** Which conversation it belongs to. */
  conversation: string
  /** The same text for all calls that answer one message of the user; undefined when the call does not show which. */
  turn: string | undefined
  /** Whether it may be a further step of a turn that began before; false makes the value anew. */
  isStep: boolean
  signal: AbortSignal
  make(): Promise<Value>
}

/** Answers all calls of a turn with the same value; undefined when it could not be made for an earlier one. */
export type OncePerTurn<Value> = (call: TurnCall<Value>) => Promise<Value | undefined>

interface KnownTurn<Value> {
  turn: string | undefined
  value: Promise<Value | undefined>
}

/** Maximum conversations whose turn is cached; for others it is made again. */
const maxTurns = 1_000

/**
 * Makes a value, say a context, once for each turn of a conversation: tool steps and retries get the same bytes. It rejects
 * for the call whose value failed; the later calls of that turn get undefined, unless the host had aborted it.
 */
export function createOncePerTurn<Value>(): OncePerTurn<Value> {
  const turns = new Map<string, KnownTurn<Value>>()

  function keep(conversation: string, known: KnownTurn<Value>): KnownTurn<Value> {
    turns.delete(conversation)
    turns.set(conversation, known)
    const [oldest] = turns.keys()
    if (turns.size > maxTurns && oldest !== undefined) turns.delete(oldest)
    return known
  }

  return async ({ conversation, turn, isStep, signal, make }) => {
    const known = turns.get(conversation)
    if (known && isStep && (turn === undefined || known.turn === turn)) return keep(conversation, known).value
    const fresh = keep(conversation, { turn, value: make() })
    try {
      return await fresh.value
    } catch (error) {
      // A memory that fails, fails for the whole turn: it must not cost the timeout at each step of a tool loop.
      fresh.value = Promise.resolve(undefined)
      if (signal.aborted && !MemoryError.isInstance(signal.reason)) turns.delete(conversation)
      throw error
    }
  }
}
