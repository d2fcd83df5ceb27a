import { base64OfBytes } from '@daybook/memory-core/adapters'
import { lastUserText } from './convert-messages.ts'
import { filePart } from './file-part.ts'
import { type CallOptions, type GenerateResult, type ReplyPart, reasonOf, type StreamPart } from './model-call.ts'
import type { CachedResponse, CacheKeyParts } from './response-cache-store.ts'

const parameterNames = [
  'maxOutputTokens',
  'temperature',
  'stopSequences',
  'topP',
  'topK',
  'presencePenalty',
  'frequencyPenalty',
  'responseFormat',
  'seed',
  'reasoning',
  'toolChoice',
  'providerOptions',
] as const

/**
 * Everything that an answer depends on, with files as hashes. Leaves out the headers, which contain keys, and the abort
 * signal. Streamed and generated answers have the same key, so that one can serve as the other.
 */
export async function cacheKeyParts(model: string, params: CallOptions): Promise<CacheKeyParts> {
  const { tools, prompt } = params
  const parameters = Object.fromEntries(parameterNames.map((name) => [name, params[name]]))
  const messages = await Promise.all(prompt.map(withoutBytes))
  const message = lastUserText(prompt)
  return asJson({ model, ...(message !== undefined && { message }), messages, ...(tools && { tools }), parameters })
}

/** A value in which every file, at any depth, is replaced by its URL or the hash of its bytes. */
async function withoutBytes(value: unknown): Promise<unknown> {
  if (value instanceof Uint8Array || value instanceof URL) return filePart({ mediaType: '', data: value })
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return Promise.all(value.map(withoutBytes))
  const fields = Object.entries(value)
  return Object.fromEntries(await Promise.all(fields.map(async ([name, part]) => [name, await fieldOf(name, part)])))
}

async function fieldOf(name: string, value: unknown): Promise<unknown> {
  if (name !== 'data' || typeof value !== 'string') return withoutBytes(value)
  return filePart({ mediaType: '', data: value })
}

/**
 * An answer in the form that is cached; undefined for one that must not be: incomplete, empty, or with tools to run.
 */
export function cachedResponse(result: GenerateResult): CachedResponse | undefined {
  const { content, finishReason, usage, providerMetadata, warnings } = result
  if (reasonOf(finishReason) !== 'stop' || content.length === 0 || content.some(isToolWork)) return undefined
  return asJson({ content: content.map(withBase64), finishReason, usage, providerMetadata, warnings })
}

function isToolWork({ type }: ReplyPart): boolean {
  return type.startsWith('tool-')
}

function withBase64(part: ReplyPart): unknown {
  if (part.type !== 'file' && part.type !== 'reasoning-file') return part
  // Models of older specifications contain the bytes directly.
  const data: unknown = part.data
  if (data instanceof Uint8Array) return { ...part, data: base64OfBytes(data) }
  if (part.data.type !== 'data' || typeof part.data.data === 'string') return part
  return { ...part, data: { type: 'data', data: base64OfBytes(part.data.data) } }
}

function asJson<Value>(value: object): Value {
  return JSON.parse(JSON.stringify(value))
}

/** Reads a cached answer; undefined for any other value. */
export function readResponse(value: unknown): GenerateResult | undefined {
  if (typeof value !== 'object' || value === null || !('content' in value) || !Array.isArray(value.content))
    return undefined
  return value as unknown as GenerateResult // made by `cachedResponse`
}

/** The stream that replays an answer. */
export function replayed({ content, finishReason, usage, providerMetadata, warnings }: GenerateResult): StreamPart[] {
  const parts = content.flatMap((part, place): StreamPart[] => {
    if (part.type !== 'text' && part.type !== 'reasoning') return [part]
    const { type, text, ...rest } = part
    const id = String(place)
    return [
      { ...rest, type: `${type}-start`, id },
      { type: `${type}-delta`, id, delta: text },
      { ...rest, type: `${type}-end`, id },
    ]
  })
  const finish: StreamPart = { type: 'finish', finishReason, usage, ...(providerMetadata && { providerMetadata }) }
  return [{ type: 'stream-start', warnings }, ...parts, finish]
}
