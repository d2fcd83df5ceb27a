import type { Message, Role, ToolCall } from '@daybook/memory-core'
import { isMessageId, plainContent } from '@daybook/memory-core/adapters'
import { AIMessage, type BaseMessage, ChatMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { contentParts } from './content-part.ts'

/**
 * Converts a message for the memory, and keeps its id. Undefined for messages that are not part of a conversation:
 * system messages, summaries by a host, and empty messages.
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

/** Whether a message is a summary by `summarizationMiddleware`. Storing it would make the memory learn from itself. */
export function isSummary(message: BaseMessage): boolean {
  return message.additional_kwargs['lc_source'] === 'summarization'
}

/**
 * Whether a message was marked by `addNotificationMetadata` of LangChain: a human message that the user did not type.
 */
function isNotification(message: BaseMessage): boolean {
  return typeof message.additional_kwargs['lc_source'] === 'string'
}

/** Whether the user wrote a message. */
export function isFromUser(message: BaseMessage): boolean {
  return roleOf(message) === 'user'
}

/** The last message of the user; undefined if there is none. */
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

/** The role of a message; undefined outside a conversation. A host's words in the user's name are the system's. */
export function roleOf(message: BaseMessage): Role | undefined {
  if (HumanMessage.isInstance(message)) return isNotification(message) ? 'system' : 'user'
  if (AIMessage.isInstance(message)) return 'assistant'
  if (ToolMessage.isInstance(message) || message.type === 'function') return 'tool'
  if (!ChatMessage.isInstance(message)) return undefined
  return chatRoles.get(message.role.toLowerCase())
}

/** The speaker's name. An agent adds its own name to answers after they were given, which is not a speaker's name. */
function nameOf(message: BaseMessage): { name?: string } {
  const { name } = message
  return name === undefined || name === '' || AIMessage.isInstance(message) ? {} : { name }
}

function callsOf(message: AIMessage): ToolCall[] {
  return (message.tool_calls ?? []).map(({ id, name, args }, place) => ({ id: id ?? String(place), name, input: args }))
}
