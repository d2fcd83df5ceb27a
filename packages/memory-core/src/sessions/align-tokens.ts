import { type Message, type StoredMessage, textOf } from '../message.ts'
import { normalForm } from '../normal-form.ts'

/** Two conversations as numbers; equal messages have the same number. */
export interface Tokens {
  visible: number[]
  stored: number[]
  /** Stored positions of messages that were cut off while being written → visible positions of the complete ones. */
  completed: Map<number, number>
}

/** Maximum cut-off messages considered, from the end. More than one is rare, and each costs a search. */
const mostPartials = 8

/**
 * Two messages with ids are equal if their ids are. Without a visible id, role, text (NFC, without white space, because
 * hosts join the parts of a text differently), tool calls (ids and names), the answered call and the files (hash,
 * reference or name) must be equal. A stored assistant message with `metadata.partial` also equals a longer visible one
 * after the same message.
 */
export function alignTokens(stored: readonly StoredMessage[], visible: readonly Message[]): Tokens {
  const numbers = new Map<string, number>()
  const numberOf = (key: string): number => {
    const number = numbers.get(key) ?? numbers.size
    numbers.set(key, number)
    return number
  }
  const ids = new Set(visible.map((message) => message.id).filter((id) => id !== undefined))
  const tokens: Tokens = {
    visible: visible.map((message) => numberOf(message.id === undefined ? saidKey(message) : `id ${message.id}`)),
    stored: stored.map((message) => numberOf(ids.has(message.id) ? `id ${message.id}` : saidKey(message))),
    completed: new Map(),
  }
  completePartials(tokens, stored, visible)
  return tokens
}

/** A text that is equal for messages with the same content. */
export function saidKey(message: Message | StoredMessage): string {
  const files = typeof message.content === 'string' ? [] : message.content.filter((part) => part.type === 'file')
  return JSON.stringify([
    message.role,
    saidText(message),
    (message.toolCalls ?? []).map((call) => [call.id, call.name]),
    message.toolCallId ?? null,
    files.map((file) => file.hash ?? file.reference ?? file.name ?? file.mediaType),
  ])
}

function saidText(message: Pick<Message, 'content'>): string {
  return normalForm(textOf(message), 'NFC').replaceAll(/\s+/g, '')
}

function completePartials(tokens: Tokens, stored: readonly StoredMessage[], visible: readonly Message[]): void {
  const partials = stored.map((message, place) => ({ message, place })).filter(({ message }) => isPartial(message))
  for (const { message, place } of partials.slice(-mostPartials)) {
    const start = saidText(message)
    const before = tokens.stored[place - 1]
    const whole = visible.findLastIndex(
      (candidate, at) =>
        candidate.role === 'assistant' &&
        (at === 0 || place === 0 || tokens.visible[at - 1] === before) &&
        saidText(candidate).startsWith(start),
    )
    const token = tokens.visible[whole]
    if (token === undefined) continue
    tokens.stored[place] = token
    tokens.completed.set(place, whole)
  }
}

function isPartial(message: StoredMessage): boolean {
  return message.role === 'assistant' && message.metadata?.['partial'] === true
}
