import { MemoryError } from '@daybook/memory-core'
import { shown } from '@daybook/memory-core/adapters'

/**
 * Encodes any text as a label of a namespace. LangGraph refuses `.` and `:` in labels, and so most e-mail addresses;
 * they become `%2E` and `%3A` here. Different texts get different labels; {@link decodeLabel} reverses it.
 * @throws MemoryError `bad-input` unless it is a text with at least one character: a missing user must not become a
 * label that all users share
 */
export function encodeLabel(text: string): string {
  if (typeof text !== 'string' || text === '') {
    const expected = 'expected a text that is not empty: take it from your own code'
    throw new MemoryError('bad-input', `a label of a namespace is ${shown(text)}, ${expected}`)
  }
  if (text === reserved) return `%6C${text.slice(1)}`
  return text.replaceAll(unfit, (character) => `%${hex(character)}`)
}

/** Reverses {@link encodeLabel}. */
export function decodeLabel(label: string): string {
  return label.replaceAll(/%([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** A namespace from any texts: `namespaceOf('users', 'ada@example.com')`. @throws MemoryError `bad-input` */
export function namespaceOf(...texts: readonly string[]): string[] {
  return texts.map(encodeLabel)
}

/** The root label that LangGraph reserves. */
const reserved = 'langgraph'
const unfit = /[%.:\0*]/g

function hex(character: string): string {
  return character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')
}
