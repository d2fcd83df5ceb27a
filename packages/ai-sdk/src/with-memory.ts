import { gateway, wrapLanguageModel } from 'ai'
import { type MemoryMiddlewareOptions, memoryMiddleware } from './memory-middleware.ts'

/** What {@link withMemory} takes and what it answers, as `ai` declares them. */
type WrapOptions = Parameters<typeof wrapLanguageModel>[0]
type WrappedModel = ReturnType<typeof wrapLanguageModel>

/**
 * A model that remembers: `wrapLanguageModel` with {@link memoryMiddleware}. A model's id as text is looked up as `ai`
 * does it: in the default provider of the process if there is one, else in the AI Gateway.
 * @throws MemoryError `bad-option`
 */
export function withMemory(model: WrapOptions['model'] | string, options: MemoryMiddlewareOptions): WrappedModel {
  return wrapLanguageModel({ model: resolved(model), middleware: memoryMiddleware(options) })
}

function resolved(model: WrapOptions['model'] | string): WrapOptions['model'] {
  if (typeof model !== 'string') return model
  return (globalThis.AI_SDK_DEFAULT_PROVIDER ?? gateway).languageModel(model)
}
