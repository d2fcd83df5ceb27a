import type { MockLanguageModelV4 } from 'ai/test'
import { simulateReadableStream } from 'ai/test'
import type { CallOptions, GenerateResult, Prompt, ReplyPart, StreamPart } from '../src/model-call.ts'
import { mockModel, models } from './installed-ai.ts'

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

type Reason = GenerateResult['finishReason']['unified']

/** A model that gives these answers in their order, at once or streamed; the last one again and again. */
export function scriptedModel(scripts: readonly Script[] | ((call: CallOptions) => Script)): MockLanguageModelV4 {
  if (typeof scripts === 'function') return mockedBy(scripts)
  let asked = 0
  return mockedBy(() => scripts[Math.min(asked++, Math.max(0, scripts.length - 1))] ?? [])
}

/** A model that is asked what it answers; one that `breakOff` gives chunks for streams these, and then stalls. */
export function mockedBy(
  scriptOf: (call: CallOptions) => Script,
  breakOff: (content: readonly ReplyPart[]) => StreamPart[] | undefined = () => undefined,
): MockLanguageModelV4 {
  const next = (call: CallOptions): readonly ReplyPart[] => {
    const script = scriptOf(call)
    if (script instanceof Error) throw script
    return typeof script === 'string' ? [{ type: 'text', text: script }] : script
  }
  return mockModel({
    doGenerate: async (call) => {
      const content = next(call)
      return { content: content.map(asOlder), ...ending(reasonOf(content)), warnings: [] }
    },
    doStream: async (call) => {
      const content = next(call)
      const broken = breakOff(content)
      const whole = (): ReadableStream<StreamPart> =>
        simulateReadableStream({ chunks: chunksOf(content), chunkDelayInMs: null })
      return { stream: broken ? stalled(broken, call.abortSignal) : whole() }
    },
  })
}

/** A stream that gives these chunks and then neither ends nor goes on. */
export function stalled(chunks: readonly StreamPart[], signal?: AbortSignal): ReadableStream<StreamPart> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      signal?.addEventListener('abort', () => controller.error(signal.reason))
    },
  })
}

/** A model that streams these chunks, without a `finish` unless it is among them. */
export function streamingModel(stream: () => ReadableStream<StreamPart>): MockLanguageModelV4 {
  return mockModel({ doStream: async () => ({ stream: stream() }) })
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
      const { providerMetadata } = part
      chunks.push({ type: 'reasoning-end', id, ...(providerMetadata && { providerMetadata }) })
    } else {
      chunks.push(part.type === 'file' ? asOlder(part) : part)
    }
  })
  chunks.push(finish(reasonOf(content)))
  return chunks
}

export function finish(reason: Reason): StreamPart {
  return { type: 'finish', ...ending(reason) }
}

/** Why an answer ends and what it cost, as models of the tested specification say it. */
export function ending(unified: Reason): Pick<GenerateResult, 'finishReason' | 'usage'> {
  const older: Pick<GenerateResult, 'finishReason' | 'usage'> = JSON.parse(
    JSON.stringify({ finishReason: unified, usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 } }),
  )
  return models === 'v2' ? older : { finishReason: { unified, raw: undefined }, usage }
}

function reasonOf(content: readonly ReplyPart[]): Reason {
  return content.some((part) => part.type === 'tool-call') ? 'tool-calls' : 'stop'
}

/** A part as models of the tested specification give it: the older ones give a file's bytes as they are. */
function asOlder<Part extends ReplyPart>(part: Part): Part {
  if (models === 'v4' || part.type !== 'file' || part.data.type !== 'data') return part
  return Object.assign({}, part, { data: part.data.data })
}

/** The system texts of a prompt, and what the last user message ends with. */
export function systemTexts(prompt: Prompt | undefined): string[] {
  return (prompt ?? []).flatMap((message) => (message.role === 'system' ? [message.content] : []))
}

export function userTexts(prompt: Prompt | undefined): string[] {
  const message = prompt?.findLast((candidate) => candidate.role === 'user')
  return message?.role === 'user' ? message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])) : []
}
