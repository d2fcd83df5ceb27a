import type { ContextText } from '@daybook/memory-core/adapters'
import { type BaseMessage, type ContentBlock, HumanMessage, SystemMessage } from '@langchain/core/messages'
import { isFromUser } from '../messages/convert-messages.ts'

/** The parts of a model call that the context is added to. */
export interface ToldCall {
  systemMessage: SystemMessage
  messages: BaseMessage[]
}

/**
 * Adds the stable part to the end of the system message, and the volatile part to the end of the last user message.
 * Returns copies, because the input may be the agent's state.
 * @param breakpoint the `cache_control` of the stable part, in content of blocks
 */
export function injectContext(call: ToldCall, { stable, volatile }: ContextText, breakpoint?: unknown): ToldCall {
  return {
    systemMessage: stable === '' ? call.systemMessage : withStable(call.systemMessage, stable, breakpoint),
    messages: volatile === '' ? call.messages : withVolatile(call.messages, volatile),
  }
}

function withStable(system: SystemMessage, stable: string, breakpoint: unknown): SystemMessage {
  const { content } = system
  // A single text stays a string: not every provider accepts a system message in parts.
  if (typeof content === 'string' && breakpoint === undefined)
    return copyWith(system, content === '' ? stable : `${content}\n\n${stable}`)
  const block = { type: 'text', text: stable, ...(breakpoint !== undefined && { cache_control: breakpoint }) }
  return copyWith(system, [...blocksOf(content), block])
}

function copyWith(system: SystemMessage, content: string | ContentBlock[]): SystemMessage {
  const { additional_kwargs, response_metadata, name, id } = system
  return new SystemMessage({
    content,
    additional_kwargs,
    response_metadata,
    ...(name !== undefined && { name }),
    ...(id !== undefined && { id }),
  })
}

function withVolatile(messages: BaseMessage[], volatile: string): BaseMessage[] {
  const place = messages.findLastIndex(isFromUser)
  return messages.map((message, at) => (at === place ? askedWith(message, volatile) : message))
}

function askedWith(message: BaseMessage, volatile: string): HumanMessage {
  const { content, additional_kwargs, response_metadata, name, id } = message
  const told = { type: 'text', text: volatile }
  return new HumanMessage({
    content: typeof content === 'string' ? `${content}\n\n${volatile}` : [...blocksOf(content), told],
    additional_kwargs,
    response_metadata,
    ...(name !== undefined && { name }),
    ...(id !== undefined && { id }),
  })
}

function blocksOf(content: BaseMessage['content']): ContentBlock[] {
  if (typeof content !== 'string') return [...content]
  return content === '' ? [] : [{ type: 'text', text: content }]
}
