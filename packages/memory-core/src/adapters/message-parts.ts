import type { ContentPart, Message, ToolCall } from '../message.ts'

/** The content of a message as it is stored. A single text becomes a string. */
export function plainContent(parts: readonly ContentPart[]): Message['content'] {
  const [first, ...more] = parts
  if (!first) return ''
  return first.type === 'text' && more.length === 0 ? first.text : parts
}

/** A message with these parts and tool calls, in a list; the list is empty if there are neither parts nor calls. */
export function saidMessages(
  role: Message['role'],
  parts: readonly ContentPart[],
  toolCalls: readonly ToolCall[] = [],
): Message[] {
  if (parts.length === 0 && toolCalls.length === 0) return []
  return [{ role, content: plainContent(parts), ...(toolCalls.length > 0 && { toolCalls }) }]
}

/** The result of a tool as text. */
export function resultText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null)
}
