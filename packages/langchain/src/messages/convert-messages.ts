import type { Message, Role, ToolCall } from '@daybook/memory-core'
import { isMessageId, plainContent } from '@daybook/memory-core/adapters'
import { AIMessage, type BaseMessage, ChatMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { contentParts } from './content-part.ts'

/**
 * A message in the memory's words, under its own id; undefined for what is no part of a conversation: system messages,
 * summaries that a host made of one, and messages that say nothing.
 */
export async function toMessage(message: BaseMessage): Promise<Message | undefined> {
  const role = roleOf(message)
  if (role === undefined || isSummary(message)) return undefined
  const parts = await contentParts(message.content)
  const refusal: unknown = message.additional_kwargs['refusal']
  if (parts.length === 0 && typeof refusal === 'string') parts.push(...(await contentParts(refusal)))
  const toolCalls = AIMessage.isInstance(message) ? callsOf(message) : []
  if (parts.length === 0 && toolCalls.length === 0 && role !== 'tool') return undefined
  return {
    ...(isMessageId(message.id) && { id: message.id }),
    role,
    content: plainContent(parts),
    ...nameOf(message),
    ...(toolCalls.length > 0 && { toolCalls }),
    ...(ToolMessage.isInstance(message) && { toolCallId: message.tool_call_id }),
  }
}

/** What `summarizationMiddleware` puts in the place of older messages. To remember it would be to learn from itself. */
export function isSummary(message: BaseMessage): boolean {
  return message.additional_kwargs['lc_source'] === 'summarization'
}

/** What `addNotificationMetadata` of LangChain marks: a human message that the user did not type. */
function isNotification(message: BaseMessage): boolean {
  return typeof message.additional_kwargs['lc_source'] === 'string'
}

/** Whether the user says it. */
export function isFromUser(message: BaseMessage): boolean {
  return roleOf(message) === 'user'
}

/** The last thing that the user says; undefined when there is none. */
export function lastUserMessage(messages: readonly BaseMessage[]): BaseMessage | undefined {
  return messages.findLast(isFromUser)
}

const chatRoles: ReadonlyMap<string, Role> = new Map([
  ['user', 'user'],
  ['human', 'user'],
  ['assistant', 'assistant'],
  ['ai', 'assistant'],
  ['tool', 'tool'],
])

/** Who says it; undefined for what no conversation has. What a host says in the user's name is the system's. */
export function roleOf(message: BaseMessage): Role | undefined {
  if (HumanMessage.isInstance(message)) return isNotification(message) ? 'system' : 'user'
  if (AIMessage.isInstance(message)) return 'assistant'
  if (ToolMessage.isInstance(message) || message.type === 'function') return 'tool'
  if (!ChatMessage.isInstance(message)) return undefined
  return chatRoles.get(message.role.toLowerCase())
}

/** An agent writes its own name on its answers after they were given: that is no name of a speaker. */
function nameOf(message: BaseMessage): { name?: string } {
  const { name } = message
  return name === undefined || name === '' || AIMessage.isInstance(message) ? {} : { name }
}

function callsOf(message: AIMessage): ToolCall[] {
  return (message.tool_calls ?? []).map(({ id, name, args }, place) => ({ id: id ?? String(place), name, input: args }))
}
