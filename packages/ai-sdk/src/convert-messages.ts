import type { ContentPart, Message, ToolCall } from '@daybook/memory-core'
import { plainContent, resultText, saidMessages } from '@daybook/memory-core/adapters'
import { filePart, referenceText, type ShownFile } from './file-part.ts'
import type { FinishReason, Prompt, PromptMessage, ReplyPart } from './model-call.ts'

type AssistantPart = Extract<PromptMessage, { role: 'assistant' }>['content'][number]
type ToolPart = Extract<PromptMessage, { role: 'tool' }>['content'][number]
type ShownResult = Extract<ToolPart, { type: 'tool-result' }>
type GivenResult = Extract<ReplyPart, { type: 'tool-result' }>

/** Why a reply is incomplete. */
export interface CutOff {
  finishReason: FinishReason | 'abort' | 'cancelled'
}

/** A prompt as messages of the memory. */
export interface Conversation {
  messages: readonly Message[]
  /** For each message, the index of the message of the prompt that it comes from. */
  places: readonly number[]
}

/**
 * Converts a prompt into messages of the memory, in order and without system messages: one message for each tool
 * result, tool calls beside the text, files without their bytes. Empty parts are left out.
 */
export async function conversationOf(prompt: Prompt): Promise<Conversation> {
  const messages: Message[] = []
  const places: number[] = []
  for (const [place, shown] of prompt.entries()) {
    const made = await promptMessages(shown)
    messages.push(...made)
    places.push(...made.map(() => place))
  }
  return { messages, places }
}

/**
 * Converts a model's reply into the messages that the next call's prompt will show for it; several if the provider ran
 * a tool in the middle. With `partial`, the last assistant message is marked with `metadata.partial`, and tool calls
 * without results are left out, because they never ran.
 */
export async function replyMessages(content: readonly ReplyPart[], partial?: CutOff): Promise<Message[]> {
  const messages = await assistantMessages(partial ? withoutOpenCalls(content) : content)
  const last = messages.findLastIndex((message) => message.role === 'assistant')
  return messages.map((message, place) =>
    partial && place === last ? { ...message, metadata: { partial: true, ...partial } } : message,
  )
}

/** The text of the last user message; undefined if there is none. */
export function lastUserText(prompt: Prompt): string | undefined {
  const message = prompt.findLast((candidate) => candidate.role === 'user')
  if (!message) return undefined
  return message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
}

async function promptMessages(message: PromptMessage): Promise<Message[]> {
  switch (message.role) {
    case 'system':
      return []
    case 'user':
      return saidMessages('user', await Promise.all(message.content.filter(isSaid).map(saidPart)))
    case 'assistant':
      return assistantMessages(message.content)
    case 'tool': {
      const results = message.content.filter((part) => part.type === 'tool-result')
      return Promise.all(results.map(resultMessage))
    }
  }
}

/** An assistant's text and tool calls, and the results of tools that its provider ran, in order. */
async function assistantMessages(content: readonly (AssistantPart | ReplyPart)[]): Promise<Message[]> {
  const messages: Message[] = []
  let parts: ContentPart[] = []
  let toolCalls: ToolCall[] = []
  const close = (): void => {
    messages.push(...saidMessages('assistant', joined(parts), toolCalls))
    parts = []
    toolCalls = []
  }
  // Each result behind its call, as user interfaces keep them, although a provider may run several tools at once.
  const calls = Map.groupBy<unknown, AssistantPart | ReplyPart>(content, (part) =>
    'toolCallId' in part ? part.toolCallId : part,
  )
  for (const part of [...calls.values()].flat()) {
    if (part.type === 'tool-call') {
      toolCalls.push({ id: part.toolCallId, name: part.toolName, input: jsonValue(part.input) })
    } else if (part.type === 'tool-result') {
      if (isPreliminary(part)) continue
      close()
      messages.push(await resultMessage(part))
    } else if (isSaid(part)) {
      parts.push(await saidPart(part))
    }
  }
  close()
  return messages
}

/** Joins neighbouring texts, because a host that stores only text joins those of a reply, too. */
export function joined(parts: readonly ContentPart[]): ContentPart[] {
  const result: ContentPart[] = []
  for (const part of parts) {
    const last = result.at(-1)
    if (part.type === 'text' && last?.type === 'text')
      result[result.length - 1] = { ...last, text: last.text + part.text }
    else result.push(part)
  }
  return result
}

type SaidPart = { type: 'text'; text: string } | { type: 'reasoning'; text: string } | FileLike
type FileLike = ShownFile & { type: 'file' | 'reasoning-file' }

function isSaid<Part extends AssistantPart | ReplyPart>(part: Part): part is Extract<Part, SaidPart> {
  if (part.type === 'text' || part.type === 'reasoning') return part.text !== ''
  return part.type === 'file' || part.type === 'reasoning-file'
}

async function saidPart(part: SaidPart): Promise<ContentPart> {
  if (part.type === 'text' || part.type === 'reasoning') return { type: part.type, text: part.text }
  return filePart(part)
}

async function resultMessage(part: ShownResult | GivenResult): Promise<Message> {
  const content = 'output' in part ? await outputContent(part.output) : resultText(part.result)
  return { role: 'tool', content, name: part.toolName, toolCallId: part.toolCallId }
}

/** The result of a tool that the user did not allow, without giving a reason. */
export const denied = 'The user did not allow it.'

async function outputContent(output: ShownResult['output']): Promise<Message['content']> {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return output.value
    case 'json':
    case 'error-json':
      return resultText(output.value)
    case 'execution-denied':
      return output.reason ?? denied
    case 'content':
      return plainContent((await Promise.all(output.value.map(resultPart))).flat())
  }
}

type ResultPart = Extract<ShownResult['output'], { type: 'content' }>['value'][number] | OlderResultPart

async function resultPart(part: ResultPart): Promise<ContentPart[]> {
  if (part.type === 'custom') return []
  return [part.type === 'text' || part.type === 'file' ? await saidPart(part) : await olderResultPart(part)]
}

function withoutOpenCalls(content: readonly ReplyPart[]): ReplyPart[] {
  const answered = new Set(content.flatMap((part) => (part.type === 'tool-result' ? [part.toolCallId] : [])))
  return content.filter((part) => part.type !== 'tool-call' || answered.has(part.toolCallId))
}

function isPreliminary(part: ShownResult | GivenResult): boolean {
  return 'preliminary' in part && part.preliminary === true
}

/** Parses the input of a call: replies contain it as JSON text, prompts as a value. */
function jsonValue(input: unknown): unknown {
  if (typeof input !== 'string') return input
  try {
    return JSON.parse(input)
  } catch {
    return input
  }
}

/** A file in the result of a tool, as in prompts of `ai` 5 and 6. */
export type OlderResultPart =
  | { type: 'media' | 'file-data' | 'image-data'; data: string; mediaType: string; filename?: string }
  | { type: 'file-url' | 'image-url'; url: string; mediaType?: string }
  | { type: 'file-id' | 'image-file-id'; fileId: string | Readonly<Record<string, string>> }

/** The media type of files without one. */
const anyFile = 'application/octet-stream'
const anyImage = 'image/*'

/** A file to be stored: its URL, or the hash of its bytes. */
export async function olderResultPart(part: OlderResultPart): Promise<ContentPart> {
  if ('data' in part) return filePart(part)
  const mediaType = part.type.startsWith('image') ? anyImage : anyFile
  if ('url' in part) return filePart({ mediaType: part.mediaType ?? mediaType, data: part.url })
  return { type: 'file', mediaType, reference: referenceText(part.fileId) }
}
