import { type StoredMessage, textOf } from '../message.ts'

/** Of a longer text the model sees the beginning: a pasted log must not keep a session from ever being consolidated. */
const longestText = 8_000

/** A message as a model is shown it. */
export function clipped(message: StoredMessage): StoredMessage {
  const text = textOf(message)
  return text.length <= longestText
    ? message
    : { ...message, content: `${text.slice(0, longestText)} […]`.toWellFormed() }
}
