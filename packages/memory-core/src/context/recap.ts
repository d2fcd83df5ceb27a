import type { StoredMessage } from '../message.ts'
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

/** Takes the newest messages that fit in `room` tokens, whatever else says the same, so that none lacks its answer. */
export function recapOf(messages: readonly StoredMessage[], room: number, cost: CountTokens): Recap {
  const lines: ContextLine[] = []
  let tokens = 0
  for (const message of messages.toReversed()) {
    if (message.role !== 'user' && message.role !== 'assistant') continue
    const line = recapLine(message)
    if (line.key === '') continue
    const price = cost(line.line)
    if (tokens + price > room) {
      const reason = 'the budget is used up; what is older is not told either'
      return { lines, tokens, cut: { ...line.item, reason } }
    }
    tokens += price
    lines.unshift({ ...line, cost: price })
  }
  return { lines, tokens, cut: undefined }
}
