import { MemoryError } from '@daybook/memory-core'
import { shown } from '@daybook/memory-core/adapters'

/**
 * Any text as a label of a namespace. LangGraph refuses `.` and `:` in labels, and with them most e-mail addresses;
 * here they become `%2E` and `%3A`. Different texts get different labels; {@link decodeLabel} gives the text back.
 * @throws MemoryError `bad-input` for what is no text, and for the empty one: a missing user must not become a label that all users share
 */
export function encodeLabel(text: string): string {
  if (typeof text !== 'string' || text === '') {
    const expected = 'expected a text that is not empty: take it from your own code'
    throw new MemoryError('bad-input', `a label of a namespace is ${shown(text)}, ${expected}`)
  }
  if (text === reserved) return `%6C${text.slice(1)}`
  return text.replaceAll(unfit, (character) => `%${hex(character)}`)
}

/** The text that {@link encodeLabel} made a label of. */
export function decodeLabel(label: string): string {
  return label.replaceAll(/%([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** A namespace of any texts: `namespaceOf('users', 'ada@example.com')`. @throws MemoryError `bad-input` */
export function namespaceOf(...texts: readonly string[]): string[] {
  return texts.map(encodeLabel)
}

/** The root label that LangGraph keeps for itself. */
const reserved = 'langgraph'
const unfit = /[%.:\0*]/g

function hex(character: string): string {
  return character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')
}
