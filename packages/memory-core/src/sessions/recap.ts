import type { StoredMessage } from '../message.ts'
import { formatMessages } from './format-messages.ts'

/** The heading of a recap. */
export const recapTitle = '## Recent Conversation Recap'

/**
 * What was said last, as text for a system prompt: the heading and a line a message. Tool calls are named; nothing in it
 * is executed again. "" when there is nothing to tell.
 */
export function recapOf(messages: readonly StoredMessage[]): string {
  const lines = formatMessages(messages, 'dated')
  return lines === '' ? '' : `${recapTitle}\n\n${lines}`
}
