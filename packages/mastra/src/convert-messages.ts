import type { ContentPart, Message, ToolCall } from '@daybook/memory-core'
import { resultText, saidMessages } from '@daybook/memory-core/adapters'
import type { MastraDBMessage } from '@mastra/core/agent/message-list'
import { isSystemReminderMessage } from '@mastra/core/memory'
import { jsonCopy } from './json-copy.ts'

type MastraPart = MastraDBMessage['content']['parts'][number]

/** The value of `native` on the first stored message of one of Mastra's. */
export interface NativeMessage {
  role: MastraDBMessage['role']
  type?: string
  content: MastraDBMessage['content']
}

/** The framework that `native` names. */
export const framework = 'mastra'

/** The id of a stored message after the first one. */
export function laterId(id: string, place: number): string {
  return `${id}#daybook-${place}`
}

/** Every id under which a message is stored. */
export function storedIds(id: string, more: number): string[] {
  return [id, ...Array.from({ length: more }, (_, place) => laterId(id, place + 1))]
}

/**
 * Converts one of Mastra's messages for the memory. The first stored message has its id, and its exact form in
 * `native`; each tool result, and the text after it, becomes one more. System messages, reminders, notifications and
 * states are the host's words, not the user's: they are stored as system messages, from which nothing is captured.
 * @throws TypeError for content that is not JSON
 */
export function toMessages(message: MastraDBMessage, createdAt: Date | undefined): Message[] {
  const { id, role, type, content } = message
  const native: NativeMessage = jsonCopy({ role, ...(type !== undefined && type !== 'v2' && { type }), content })
  const speaker = speakerOf(message)
  const [first = { role: speaker, content: '' }, ...later] = said(speaker, content)
  const time = createdAt && { createdAt }
  return [
    { ...first, id, ...time, native: { framework, value: native } },
    ...later.map((one, place) => ({
      ...one,
      id: laterId(id, place + 1),
      ...time,
      native: { framework, value: { of: id } },
    })),
  ]
}

export function textOfMessage({ content }: Pick<MastraDBMessage, 'content'>): string {
  const texts = content.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  return texts.length > 0 ? texts.join('\n') : (content.content ?? '')
}

type MemoryRole = 'user' | 'assistant' | 'system'

/** The role of a message. Users speak to a running agent by signals; reminders have their role, but not their words. */
export function speakerOf(message: MastraDBMessage): MemoryRole {
  if (message.role === 'assistant') return 'assistant'
  return isUserSignal(message) || (message.role === 'user' && !isSystemReminderMessage(message)) ? 'user' : 'system'
}

const userSignals: ReadonlySet<unknown> = new Set(['user', 'user-message'])

/** Older versions have no signals, and no role for them. */
function isUserSignal({ role, content }: { role: string; content?: MastraDBMessage['content'] }): boolean {
  const signal: unknown = role === 'signal' ? content?.metadata?.['signal'] : undefined
  return typeof signal === 'object' && signal !== null && 'type' in signal && userSignals.has(signal.type)
}

/** Text and calls, then the results of the calls, then the text after them, and so on. */
function said(role: MemoryRole, content: MastraDBMessage['content']): Message[] {
  const messages: Message[] = []
  let parts: ContentPart[] = []
  let toolCalls: ToolCall[] = []
  let results: Message[] = []
  const close = (): void => {
    messages.push(...saidMessages(role, parts, toolCalls), ...results)
    parts = []
    toolCalls = []
    results = []
  }
  for (const part of content.parts) {
    const shown = contentPart(part)
    if ((shown && results.length > 0) || part.type === 'step-start') close()
    if (shown) parts.push(shown)
    if (part.type !== 'tool-invocation') continue
    const { call, result } = toolParts(part.toolInvocation)
    toolCalls.push(call)
    if (result) results.push(result)
  }
  close()
  return messages.length > 0 ? messages : [{ role, content: content.content ?? '' }]
}

function contentPart(part: MastraPart): ContentPart | undefined {
  switch (part.type) {
    case 'text':
      return typeof part.text === 'string' && part.text !== '' ? { type: 'text', text: part.text } : undefined
    case 'reasoning':
      return part.reasoning ? { type: 'reasoning', text: part.reasoning } : undefined
    case 'file':
      return filePart(part)
    default:
      return undefined
  }
}

function filePart(part: Extract<MastraPart, { type: 'file' }>): ContentPart {
  const { mimeType, data } = part
  const filename: unknown = 'filename' in part ? part.filename : undefined
  const isPlace = typeof data === 'string' && /^(?!data:)[a-z][a-z0-9+.-]{1,30}:/i.test(data)
  return {
    type: 'file',
    mediaType: mimeType ?? 'application/octet-stream',
    ...(typeof filename === 'string' && { name: filename }),
    ...(isPlace && { reference: data }),
  }
}

type Invocation = Extract<MastraPart, { type: 'tool-invocation' }>['toolInvocation']

function toolParts(invocation: Invocation): { call: ToolCall; result: Message | undefined } {
  const { toolCallId, toolName, args } = invocation
  const call: ToolCall = { id: toolCallId, name: toolName, input: args ?? {} }
  if (invocation.state !== 'result') return { call, result: undefined }
  return { call, result: { role: 'tool', content: resultText(invocation.result), name: toolName, toolCallId } }
}
