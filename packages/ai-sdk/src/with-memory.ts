import { MemoryError } from '@daybook/memory-core'
import { isObject, shown } from '@daybook/memory-core/adapters'
import { gateway, type LanguageModel, wrapLanguageModel } from 'ai'
import { memoryMiddleware } from './memory-middleware.ts'
import { checkMiddlewareOptions, type MemoryMiddlewareOptions } from './middleware-options.ts'

/** A wrapped model, with the type that `ai` declares. */
type WrappedModel = ReturnType<typeof wrapLanguageModel>
type Model = Parameters<typeof wrapLanguageModel>[0]['model']

/**
 * A model with memory: `wrapLanguageModel` with {@link memoryMiddleware}. The id of a model is looked up like in `ai`:
 * in the default provider of the process if there is one, else in the AI Gateway.
 * @throws MemoryError `bad-option`
 */
export function withMemory(model: LanguageModel, options: MemoryMiddlewareOptions): WrappedModel {
  const given: unknown = model
  if (typeof given !== 'string' && !(isObject(given) && 'specificationVersion' in given)) {
    const message = `withMemory: the model is ${shown(given)}, expected a model of the AI SDK, or the id of one`
    throw new MemoryError('bad-option', message)
  }
  checkMiddlewareOptions(options, 'withMemory')
  const middleware = memoryMiddleware(options)
  const inner = resolved(model)
  return asItAnswers(wrapLanguageModel({ model: inner, middleware }), inner.specificationVersion)
}

function resolved(model: LanguageModel): Model {
  if (typeof model !== 'string') return model
  return (globalThis.AI_SDK_DEFAULT_PROVIDER ?? gateway).languageModel(model)
}

/**
 * Before version 7, `ai` labels a wrapped model of an older specification as v3 without translating it, and would
 * misread its answers. The wrapped model must therefore keep the label of the original.
 */
function asItAnswers(wrapped: WrappedModel, answers: string): WrappedModel {
  const says: string = wrapped.specificationVersion
  return says === 'v3' ? Object.assign(wrapped, { specificationVersion: answers }) : wrapped
}
