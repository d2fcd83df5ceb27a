import type { ContentPart, Message, ToolCall } from '../message.ts'

/** The content of a message as it is stored: one text is a string, as a person would write it. */
export function plainContent(parts: readonly ContentPart[]): Message['content'] {
  const [first, ...more] = parts
  if (!first) return ''
  return first.type === 'text' && more.length === 0 ? first.text : parts
}

/** What was said, as a message; none where it has no part and calls no tool. */
export function saidMessages(
  role: Message['role'],
  parts: readonly ContentPart[],
  toolCalls: readonly ToolCall[] = [],
): Message[] {
  if (parts.length === 0 && toolCalls.length === 0) return []
  return [{ role, content: plainContent(parts), ...(toolCalls.length > 0 && { toolCalls }) }]
}

/** What a tool gave, as text. */
export function resultText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null)
}
