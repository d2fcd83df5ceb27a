import type { ContentPart, Message, StoredMessage, ToolCall } from '@daybook/memory-core'
import { plainContent, resultText } from '@daybook/memory-core/adapters'
import type { UIMessage } from 'ai'
import { denied, joined } from './convert-messages.ts'
import { filePart } from './file-part.ts'

type Part = UIMessage['parts'][number]
interface Step {
  parts: ContentPart[]
  toolCalls: ToolCall[]
  results: Message[]
}

/**
 * Converts a message of a user interface into messages of the memory, the same ones as the middleware stores: for each
 * step its text and tool calls, then their results. At least one message, possibly empty. Files are stored by URL or
 * hash, without their bytes.
 */
export async function uiConversation(message: Pick<UIMessage, 'role' | 'parts'>): Promise<Message[]> {
  const { role } = message
  const steps: Step[] = [{ parts: [], toolCalls: [], results: [] }]
  for (const part of message.parts) {
    if (part.type === 'step-start') steps.push({ parts: [], toolCalls: [], results: [] })
    else await addPart(steps, part)
  }
  const said = steps.flatMap(({ parts, toolCalls, results }): Message[] => {
    if (parts.length === 0 && toolCalls.length === 0) return results
    return [
      {
        role,
        content: plainContent(role === 'assistant' ? joined(parts) : parts),
        ...(toolCalls.length > 0 && { toolCalls }),
      },
      ...results,
    ]
  })
  return said.length > 0 ? said : [{ role, content: '' }]
}

async function addPart(steps: Step[], part: Part): Promise<void> {
  const step = steps.at(-1)
  if (!step) return
  if ((part.type === 'text' || part.type === 'reasoning') && 'text' in part && part.text !== '')
    step.parts.push({ type: part.type, text: part.text })
  else if (part.type === 'file' && 'url' in part) step.parts.push(await filePart({ ...part, data: part.url }))
  else if ('toolCallId' in part && 'state' in part) addTool(steps, step, part)
}

type ToolPart = Extract<Part, { toolCallId: string; state: string }>

function addTool(steps: Step[], step: Step, part: ToolPart): void {
  const { toolCallId } = part
  const name = part.type === 'dynamic-tool' ? part.toolName : part.type.slice('tool-'.length)
  if (part.state === 'input-streaming') return
  step.toolCalls.push({ id: toolCallId, name, input: part.input ?? null })
  const content = resultOf(part)
  if (content === undefined) return
  step.results.push({ role: 'tool', content, name, toolCallId })
  if (part.providerExecuted !== true) return
  // In a prompt, the result of a tool that the provider ran follows its call, before the results of the host.
  steps.push({ parts: [], toolCalls: [], results: step.results.splice(0, step.results.length - 1) })
}

function resultOf(part: ToolPart): string | undefined {
  switch (part.state) {
    case 'output-available':
      return resultText(part.output)
    case 'output-error':
      return part.errorText
    case 'output-denied':
      return part.approval.reason ?? denied
  }
}

/** Converts stored messages of one speaker, with results of its tools, into a message of a user interface. */
export function uiMessageOf(messages: readonly StoredMessage[]): UIMessage | undefined {
  const [first] = messages
  if (!first) return undefined
  const results = new Map(messages.flatMap((message) => (message.toolCallId ? [[message.toolCallId, message]] : [])))
  const parts = messages.flatMap((message): Part[] => {
    if (message.role === 'tool') return []
    const shown = [...contentParts(message), ...(message.toolCalls ?? []).map((call) => toolPart(call, results))]
    return message.role === 'assistant' && shown.length > 0 ? [{ type: 'step-start' }, ...shown] : shown
  })
  const role = first.role === 'tool' ? 'assistant' : first.role
  return parts.length > 0 ? { id: first.id, role, parts } : undefined
}

function contentParts({ content }: StoredMessage): Part[] {
  const parts = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content
  return parts.flatMap((part): Part[] => {
    if (part.type !== 'file') return part.text === '' ? [] : [{ type: part.type, text: part.text }]
    const { mediaType, name, reference } = part
    if (reference === undefined) return []
    return [{ type: 'file', mediaType, url: reference, ...(name !== undefined && { filename: name }) }]
  })
}

function toolPart({ id, name, input }: ToolCall, results: ReadonlyMap<string, StoredMessage>): Part {
  const result = results.get(id)
  const call = { type: 'dynamic-tool' as const, toolName: name, toolCallId: id, input }
  return result ? { ...call, state: 'output-available', output: result.content } : { ...call, state: 'input-available' }
}
