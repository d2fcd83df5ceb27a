import { type StoredMessage, textOf } from '../message.ts'
import type { CountTokens } from '../text/count-tokens.ts'
import type { ContextLine } from './context-block.ts'
import { recapLine } from './context-lines.ts'

/** The share of the room for the recap; it also gets what records and passages leave. */
export const recapShare = 0.4

/**
 * Takes the newest messages that fit in `share` tokens, whatever else says the same, so that none lacks its answer.
 * What is left of `room` goes to the rest of long messages, the newest first, and then to older messages. A message
 * that is whole in one room is whole in a larger one. The lines are oldest first; `cut` is the newest message without
 * room, and what is older is left out as well.
 */
export type FitRecap = ReturnType<typeof createRecap>

/**
 * Prepares the recap of those messages, oldest first, that pass the test; each line is made and counted once, and is the
 * same in every room. Older messages than those that have room are not looked at.
 */
export function createRecap(
  messages: readonly StoredMessage[],
  isTold: (message: StoredMessage) => boolean,
  cost: CountTokens,
) {
  /** Newest first, as far as they were asked for. */
  const said: StoredMessage[] = []
  let unread = messages.length
  const cuts: ContextLine[] = []
  const wholes: ContextLine[] = []

  const priced = (line: ContextLine): ContextLine => ({ ...line, cost: cost(line.line) })

  function messageAt(at: number): StoredMessage | undefined {
    while (said.length <= at && unread > 0) {
      const message = messages[--unread]
      if (message && isSaid(message) && isTold(message)) said.push(message)
    }
    return said[at]
  }

  function lineOf(at: number, isWhole: boolean): ContextLine | undefined {
    const message = messageAt(at)
    if (!message) return undefined
    const short = cuts[at] ?? priced(recapLine(message))
    cuts[at] = short
    if (!isWhole || short.part === undefined) return short
    const whole = wholes[at] ?? priced(recapLine(message, true))
    wholes[at] = whole
    return whole
  }

  return (share: number, room: number = share) => {
    /** Newest first. */
    const lines: ContextLine[] = []
    let tokens = 0

    /** Adds a line, or replaces the shorter one; false if there is no message, or no room for it. */
    function put(at: number, isWhole: boolean, most: number): boolean {
      const line = lineOf(at, isWhole)
      if (!line) return false
      const sum = tokens - (lines[at]?.cost ?? 0) + (line.cost ?? 0)
      if (sum > most) return false
      tokens = sum
      lines[at] = line
      return true
    }

    let at = 0
    while (put(at, false, share)) at++
    at = 0
    while (put(at, true, room)) at++
    at = lines.length
    while (put(at, false, room)) at++
    const cut = lineOf(at, false)
    const reason = 'the budget is used up; what is older is not told either'
    return { lines: lines.reverse(), tokens, cut: cut && { ...cut.item, reason } }
  }
}

function isSaid(message: StoredMessage): boolean {
  return (message.role === 'user' || message.role === 'assistant') && textOf(message).trim() !== ''
}
