import { MockLanguageModelV4, simulateReadableStream } from 'ai/test'
import type { CallOptions, FinishReason, GenerateResult, Prompt, ReplyPart, StreamPart } from '../src/model-call.ts'

const usage: GenerateResult['usage'] = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
}

/** What a scripted model answers: a text, parts, or an error that it throws. */
export type Script = string | readonly ReplyPart[] | Error

/** A call of a tool, as a model asks for it. */
export function toolCall(
  toolCallId: string,
  toolName: string,
  input: unknown,
): Extract<ReplyPart, { type: 'tool-call' }> {
  return { type: 'tool-call', toolCallId, toolName, input: JSON.stringify(input) }
}

/** A model that gives these answers in their order, at once or streamed; the last one again and again. */
export function scriptedModel(scripts: readonly Script[] | ((call: CallOptions) => Script)): MockLanguageModelV4 {
  let asked = 0
  const next = (call: CallOptions): readonly ReplyPart[] => {
    const script =
      typeof scripts === 'function' ? scripts(call) : scripts[Math.min(asked++, Math.max(0, scripts.length - 1))]
    if (script instanceof Error) throw script
    return typeof script === 'string' ? [{ type: 'text', text: script }] : (script ?? [])
  }
  return new MockLanguageModelV4({
    doGenerate: async (call) => {
      const content = [...next(call)]
      return { content, finishReason: reasonOf(content), usage, warnings: [] }
    },
    doStream: async (call) => ({
      stream: simulateReadableStream({ chunks: chunksOf(next(call)), chunkDelayInMs: null }),
    }),
  })
}

/** A model that streams these chunks, without a `finish` unless it is among them. */
export function streamingModel(stream: () => ReadableStream<StreamPart>): MockLanguageModelV4 {
  return new MockLanguageModelV4({ doStream: async () => ({ stream: stream() }) })
}

export function chunksOf(content: readonly ReplyPart[]): StreamPart[] {
  const chunks: StreamPart[] = [{ type: 'stream-start', warnings: [] }]
  content.forEach((part, place) => {
    const id = String(place)
    if (part.type === 'text') {
      const words = part.text.split(/(?<= )/)
      chunks.push({ type: 'text-start', id }, ...words.map((delta) => ({ type: 'text-delta' as const, id, delta })))
      chunks.push({ type: 'text-end', id })
    } else if (part.type === 'reasoning') {
      chunks.push({ type: 'reasoning-start', id }, { type: 'reasoning-delta', id, delta: part.text })
      chunks.push({ type: 'reasoning-end', id })
    } else {
      chunks.push(part)
    }
  })
  chunks.push(finish(reasonOf(content).unified))
  return chunks
}

export function finish(unified: FinishReason): StreamPart {
  return { type: 'finish', finishReason: { unified, raw: unified }, usage }
}

function reasonOf(content: readonly ReplyPart[]): GenerateResult['finishReason'] {
  return { unified: content.some((part) => part.type === 'tool-call') ? 'tool-calls' : 'stop', raw: undefined }
}

/** The system texts of a prompt, and what the last user message ends with. */
export function systemTexts(prompt: Prompt | undefined): string[] {
  return (prompt ?? []).flatMap((message) => (message.role === 'system' ? [message.content] : []))
}

export function userTexts(prompt: Prompt | undefined): string[] {
  const message = prompt?.findLast((candidate) => candidate.role === 'user')
  return message?.role === 'user' ? message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])) : []
}
