import { type StoredMessage, textOf } from '../message.ts'
import type { CountTokens } from '../text/count-tokens.ts'
import type { ContextItem } from './context-block.ts'
import { recapLine } from './context-lines.ts'
import type { ContextLine } from './page.ts'

/** The share of the room for the recap; it also gets what records and passages leave. */
export const recapShare = 0.4

/** The newest messages of a conversation, which the host does not send. */
export interface Recap {
  /** Oldest first, with their tokens. */
  lines: readonly ContextLine[]
  tokens: number
  /** The newest message without room; what is older is left out as well. */
  cut: ContextItem | undefined
}

/**
 * Takes the newest messages that fit in `share` tokens, whatever else says the same, so that none lacks its answer.
 * What is left of `room` goes to the rest of long messages, the newest first, and then to older messages. A message
 * that is whole in one room is whole in a larger one.
 */
export function recapOf(
  messages: readonly StoredMessage[],
  share: number,
  cost: CountTokens,
  room: number = share,
): Recap {
  const said = messages.filter(isSaid).reverse()
  /** Newest first. */
  const lines: ContextLine[] = []
  let tokens = 0

  /** Adds a line, or replaces the shorter one; false if there is no message, or no room for it. */
  function put(at: number, isWhole: boolean, most: number): boolean {
    const message = said[at]
    if (!message) return false
    const line = recapLine(message, isWhole)
    const price = cost(line.line)
    const sum = tokens - (lines[at]?.cost ?? 0) + price
    if (sum > most) return false
    tokens = sum
    lines[at] = { ...line, cost: price }
    return true
  }

  let at = 0
  while (put(at, false, share)) at++
  at = 0
  while (put(at, true, room)) at++
  at = lines.length
  while (put(at, false, room)) at++
  const cut = said[at]
  const reason = 'the budget is used up; what is older is not told either'
  return { lines: lines.reverse(), tokens, cut: cut && { ...recapLine(cut).item, reason } }
}

function isSaid(message: StoredMessage): boolean {
  return (message.role === 'user' || message.role === 'assistant') && textOf(message).trim() !== ''
}
