import { type Memories, type Memory, MemoryError } from '@daybook/memory-core'
import type { LanguageModelMiddleware } from 'ai'
import { captureReply, isCutOff, type KeepReply } from './capture-reply.ts'
import { createScopes, type Identify } from './identify.ts'
import { injectContext } from './inject-context.ts'
import type { CallOptions } from './model-call.ts'
import { createTurns } from './turn.ts'

/** How a model remembers. */
export interface MemoryMiddlewareOptions {
  /** The memory of one user, or `openMemories(…)` for many: then each call names its user. */
  memory: Memory | Memories
  /** The conversation of calls that name none. @default none: such a call passes through untouched */
  session?: string
  /** Says which user and session a call is about. @default what `memoryOptions` put into `providerOptions` */
  identify?: Identify
  /**
   * The most milliseconds that a call waits for the memory: once before the model, for context, and once after it,
   * for storing. What takes longer is not waited for, and reported. @default 2000
   */
  timeoutMs?: number
  /**
   * Told whatever went wrong with the memory; the model call goes on without it.
   * @default `console.warn`, once for each kind of error
   */
  onError?: (error: unknown) => void
}

/**
 * A middleware for `wrapLanguageModel` that makes a model remember, for `generateText` and `streamText`, tool loops
 * and retries included. Before each call it stores what is new in the conversation and gives the model what is
 * remembered, recalled once for each user message; afterwards it stores the reply, as far as it came.
 * List it before middleware that changes replies, so that it sees what you see.
 * @throws MemoryError `bad-option` here, for options that cannot be. Later nothing: a failing memory never fails a call
 */
export function memoryMiddleware(options: MemoryMiddlewareOptions): LanguageModelMiddleware {
  checkOptions(options)
  const report = reporter(options.onError ?? warnOncePerKind())
  const { memory, session, identify, timeoutMs = 2_000 } = options
  const scopeOf = createScopes({ memory, session, identify, report })
  const beginTurn = createTurns({ timeoutMs, report })
  const keepers = new WeakMap<CallOptions, KeepReply>()

  return {
    specificationVersion: 'v4',
    transformParams: async ({ params }) => {
      const scope = await scopeOf(params).catch(report)
      if (!scope) return params
      const { context, keep } = await beginTurn(scope, params)
      const { providerOptions, ...rest } = params
      const { daybook: _ours, ...others } = providerOptions ?? {}
      const prompt = context ? injectContext(params.prompt, context) : params.prompt
      const call: CallOptions = { ...rest, prompt, ...(Object.keys(others).length > 0 && { providerOptions: others }) }
      if (keep) keepers.set(call, keep)
      return call
    },
    wrapGenerate: async ({ doGenerate, params }) => {
      const result = await doGenerate()
      const { unified: finishReason } = result.finishReason
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

const optionNames: ReadonlySet<string> = new Set(['memory', 'session', 'identify', 'timeoutMs', 'onError'])

function checkOptions(options: MemoryMiddlewareOptions): void {
  const { memory, session, identify, timeoutMs = 1, onError } = options
  if (typeof memory !== 'object' || memory === null || !('for' in memory || 'sessions' in memory))
    throw wrong('memory', 'what openMemory or openMemories answers; await openMemory')
  if (session !== undefined && (typeof session !== 'string' || session === '')) throw wrong('session', 'a session key')
  if (identify !== undefined && typeof identify !== 'function') throw wrong('identify', 'a function')
  if (!(typeof timeoutMs === 'number' && timeoutMs > 0 && timeoutMs < 2 ** 31))
    throw wrong('timeoutMs', 'a number of milliseconds above 0')
  if (onError !== undefined && typeof onError !== 'function') throw wrong('onError', 'a function')
  const unknown = Object.keys(options).find((name) => !optionNames.has(name))
  if (unknown !== undefined) throw wrong(unknown, `one of ${[...optionNames].join(', ')}`)
}

function wrong(option: string, expected: string): MemoryError {
  return new MemoryError('bad-option', `memoryMiddleware.${option} cannot be used, expected ${expected}`)
}

/** A reporter that never throws: who is told of a failing memory must not fail the call. */
function reporter(onError: (error: unknown) => void): (error: unknown) => undefined {
  return (error) => {
    try {
      onError(error)
    } catch {
      // There is no one left to tell.
    }
  }
}

function warnOncePerKind(): (error: unknown) => void {
  const warned = new Set<string>()
  return (error) => {
    const kind = MemoryError.isInstance(error) ? error.code : error instanceof Error ? error.name : typeof error
    if (warned.has(kind)) return
    warned.add(kind)
    console.warn('daybook: the memory failed, the model call goes on without it:', error)
  }
}
