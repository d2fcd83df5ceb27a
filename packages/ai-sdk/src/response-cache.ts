import { callable, checkOf, checkOptions, createReporter, type Fields } from '@daybook/memory-core/adapters'
import type { LanguageModelMiddleware } from 'ai'
import { cachedResponse, cacheKeyParts, readResponse, replayed } from './cached-response.ts'
import { captureReply } from './capture-reply.ts'
import type { CallOptions, GenerateResult, StreamPart } from './model-call.ts'
import type { ResponseCacheStore } from './response-cache-store.ts'

/** How responses are cached. */
export interface ResponseCacheOptions {
  /** The cache, which determines their lifetime. Use a separate cache for each user. */
  cache: ResponseCacheStore
  /** Called with each failure; the call then goes to the model. @default `console.warn`, once for each error */
  onError?: (error: unknown) => void
}

/**
 * A middleware for `wrapLanguageModel` that answers a repeated request from a cache, generated or streamed, whichever
 * the first was. Caches complete answers without tool calls. Requests are equal if everything that the answer depends
 * on is equal; files are compared by hash. List it after `memoryMiddleware`, so that conversations are still stored,
 * and the context is part of the request.
 * @throws MemoryError `bad-option`
 */
export function responseCacheMiddleware(options: ResponseCacheOptions): LanguageModelMiddleware {
  const { cache, onError } = checked(options)
  const report = createReporter(onError)

  async function find({ provider, modelId }: Model, params: CallOptions): Promise<Request> {
    try {
      const parts = await cacheKeyParts(`${provider}/${modelId}`, params)
      const { model, message } = parts
      const key = cache.key(parts)
      const details = { model, ...(message !== undefined && { message }) }
      return { key, details, found: readResponse(await cache.get(key)) }
    } catch (error) {
      report(error)
      return { key: '', details: { model: modelId }, found: undefined }
    }
  }

  async function keep(request: Request, result: GenerateResult): Promise<void> {
    const response = cachedResponse(result)
    if (!request.key || !response) return
    try {
      await cache.put(request.key, response, request.details)
    } catch (error) {
      report(error)
    }
  }

  return {
    specificationVersion: 'v4',
    wrapGenerate: async ({ doGenerate, params, model }) => {
      const request = await find(model, params)
      if (request.found) return request.found
      const result = await doGenerate()
      await keep(request, result)
      return result
    },
    wrapStream: async ({ doStream, params, model }) => {
      const request = await find(model, params)
      if (request.found) return { stream: streamOf(replayed(request.found)) }
      const result = await doStream()
      const seen = createEnding()
      const watched = result.stream.pipeThrough(new TransformStream({ transform: seen.transform }))
      const stream = captureReply(
        watched,
        async ({ content, partial }) => {
          const ending = seen.ending()
          if (!partial && ending) await keep(request, { ...ending, content: [...content] })
        },
        params.abortSignal,
      )
      return { ...result, stream }
    },
  }
}

interface Model {
  provider: string
  modelId: string
}

interface Request {
  /** Empty if the cache failed: then the answer is not stored. */
  key: string
  details: { model: string; message?: string }
  found: GenerateResult | undefined
}

type Ending = Pick<GenerateResult, 'finishReason' | 'usage' | 'providerMetadata' | 'warnings'>

/** Collects from a stream the fields of its answer as a whole. */
function createEnding(): {
  transform: (part: StreamPart, controller: TransformStreamDefaultController<StreamPart>) => void
  ending: () => Ending | undefined
} {
  let warnings: Ending['warnings'] = []
  let end: Omit<Ending, 'warnings'> | undefined
  return {
    transform(part, controller) {
      if (part.type === 'stream-start') warnings = part.warnings
      if (part.type === 'finish') end = part
      controller.enqueue(part)
    },
    ending: () => end && { ...end, warnings },
  }
}

function streamOf(parts: readonly StreamPart[]): ReadableStream<StreamPart> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part)
      controller.close()
    },
  })
}

function checked(options: ResponseCacheOptions): ResponseCacheOptions {
  checkOptions(options, 'responseCacheMiddleware', fields, ['cache'])
  return options
}

const fields: Fields = {
  cache: checkOf('a response cache: memory.responses', isStore),
  onError: callable,
}

function isStore(cache: unknown): boolean {
  if (typeof cache !== 'object' || cache === null) return false
  return ['key', 'get', 'put'].every((name) => typeof Reflect.get(cache, name) === 'function')
}
