import { createReporter, waitingMs } from '@daybook/memory-core/adapters'
import type { LanguageModelMiddleware } from 'ai'
import { type BreakpointCall, cacheBreakpoint, type ProviderOptions } from './cache-breakpoint.ts'
import { captureReply, isCutOff, type KeepReply } from './capture-reply.ts'
import { createScopes } from './identify.ts'
import { injectContext } from './inject-context.ts'
import { checkMiddlewareOptions, type MemoryMiddlewareOptions } from './middleware-options.ts'
import { type CallOptions, reasonOf } from './model-call.ts'
import { createTurns } from './turn.ts'

/**
 * A middleware for `wrapLanguageModel` that gives a model memory, for `generateText` and `streamText`, tool loops and
 * retries included, with `ai` 5, 6 and 7. Before each call it stores the new messages of the conversation and adds the
 * context, which is built once for each user message; afterwards it stores the reply, even an incomplete one. List it
 * before middleware that changes replies, so that it stores the replies that you see.
 * @throws MemoryError `bad-option` here, for invalid options. Later nothing: a failing memory never fails a call
 */
export function memoryMiddleware(options: MemoryMiddlewareOptions): LanguageModelMiddleware {
  checkMiddlewareOptions(options, 'memoryMiddleware')
  const { memory, user, session, identify, window = 'keep', timeoutMs = waitingMs, cacheBreakpoint = true } = options
  const report = createReporter(options.onError)
  const scopeOf = createScopes({ memory, user, session, identify, report })
  const beginTurn = createTurns({ timeoutMs, window, report })
  const keepers = new WeakMap<CallOptions, KeepReply>()

  return {
    // Not checked by `ai`, so the same object serves every version.
    specificationVersion: 'v4',
    transformParams: async ({ params, model }) => {
      const scope = await scopeOf(params).catch(report)
      if (!scope) return params
      const { context, prompt, keep } = await beginTurn(scope, params)
      const { providerOptions, ...rest } = params
      const { daybook: _ours, ...others } = providerOptions ?? {}
      const told = context ? injectContext(prompt, context, breakpointOf(cacheBreakpoint, { model, params })) : prompt
      const call: CallOptions = {
        ...rest,
        prompt: told,
        ...(Object.keys(others).length > 0 && { providerOptions: others }),
      }
      if (keep) keepers.set(call, keep)
      return call
    },
    wrapGenerate: async ({ doGenerate, params }) => {
      const result = await doGenerate()
      const finishReason = reasonOf(result.finishReason)
      await keepers.get(params)?.({
        content: result.content,
        ...(isCutOff(finishReason) && { partial: { finishReason } }),
      })
      return result
    },
    wrapStream: async ({ doStream, params }) => {
      const result = await doStream()
      const keep = keepers.get(params)
      return keep ? { ...result, stream: captureReply(result.stream, keep, params.abortSignal) } : result
    },
  }
}

function breakpointOf(option: boolean | ProviderOptions, call: BreakpointCall): ProviderOptions | undefined {
  if (typeof option !== 'boolean') return option
  return option ? cacheBreakpoint(call) : undefined
}
