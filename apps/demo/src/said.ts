import { type StoredMessage, textOf } from '@daybook/memory-core'
import type { ModelMessage } from 'ai'

/** A turn that was said. */
export interface Said {
  role: 'user' | 'assistant'
  content: string
  /** The calls of tools on the way to a reply, and what they answered. */
  steps: ModelMessage[]
}

/** Turns as a host sends them. */
export function toMessages(said: readonly Said[]): ModelMessage[] {
  return said.flatMap(({ role, content, steps }) => [...steps, { role, content }])
}

/** Whether a stored message is a turn, and not a step of a tool loop on the way to one. */
export function isTurn({ role, toolCalls = [] }: StoredMessage): boolean {
  return role === 'user' || (role === 'assistant' && toolCalls.length === 0)
}

/**
 * What was stored of a sitting, turn by turn. Steps that are not in the window any more were trimmed, or given up by a
 * run that was killed: they are not sent again.
 */
export function saidBefore(stored: readonly StoredMessage[], window: readonly StoredMessage[]): Said[] {
  const visible = new Set(window.map(({ id }) => id))
  const names = new Map(stored.flatMap(({ toolCalls = [] }) => toolCalls.map(({ id, name }) => [id, name])))
  const said: Said[] = []
  let steps: ModelMessage[] = []
  for (const message of stored) {
    if (!isTurn(message)) {
      if (visible.has(message.id)) steps.push(toStep(message, names))
      continue
    }
    const role = message.role === 'assistant' ? 'assistant' : 'user'
    said.push({ role, content: textOf(message), steps: role === 'assistant' ? steps : [] })
    steps = []
  }
  return said
}

function toStep(message: StoredMessage, names: ReadonlyMap<string, string>): ModelMessage {
  const text = textOf(message)
  if (message.role === 'tool') {
    const toolCallId = message.toolCallId ?? ''
    const toolName = names.get(toolCallId) ?? ''
    return {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId, toolName, output: { type: 'text', value: text } }],
    }
  }
  const calls = (message.toolCalls ?? []).map(({ id, name, input }) => ({
    type: 'tool-call' as const,
    toolCallId: id,
    toolName: name,
    input,
  }))
  return { role: 'assistant', content: [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...calls] }
}
