import { gateway, type LanguageModel, wrapLanguageModel } from 'ai'
import { memoryMiddleware } from './memory-middleware.ts'
import type { MemoryMiddlewareOptions } from './middleware-options.ts'

/** A model with middleware, as `ai` declares it. */
type WrappedModel = ReturnType<typeof wrapLanguageModel>
type Model = Parameters<typeof wrapLanguageModel>[0]['model']

/**
 * A model that remembers: `wrapLanguageModel` with {@link memoryMiddleware}. A model's id as text is looked up as `ai`
 * does it: in the default provider of the process if there is one, else in the AI Gateway.
 * @throws MemoryError `bad-option`
 */
export function withMemory(model: LanguageModel, options: MemoryMiddlewareOptions): WrappedModel {
  const middleware = memoryMiddleware(options)
  const inner = resolved(model)
  return asItAnswers(wrapLanguageModel({ model: inner, middleware }), inner.specificationVersion)
}

function resolved(model: LanguageModel): Model {
  if (typeof model !== 'string') return model
  return (globalThis.AI_SDK_DEFAULT_PROVIDER ?? gateway).languageModel(model)
}

/**
 * From 7 on `ai` translates a model of an older specification before it wraps it. Before, it only says that it were one
 * of its own, and misreads the answers: there a wrapped model must go on saying what it is.
 */
function asItAnswers(wrapped: WrappedModel, answers: string): WrappedModel {
  const says: string = wrapped.specificationVersion
  return says === 'v3' ? Object.assign(wrapped, { specificationVersion: answers }) : wrapped
}
