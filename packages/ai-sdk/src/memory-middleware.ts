import { type Memories, type Memory, MemoryError } from '@daybook/memory-core'
import type { LanguageModelMiddleware } from 'ai'
import { captureReply, isCutOff, type KeepReply } from './capture-reply.ts'
import { createScopes, type Identify } from './identify.ts'
import { injectContext } from './inject-context.ts'
import type { CallOptions } from './model-call.ts'
import { shown } from './shown.ts'
import { createTurns } from './turn.ts'

/** How a model remembers. */
export interface MemoryMiddlewareOptions {
  /** The memory of one user, or `openMemories(…)` for many: then each call names its user. */
  memory: Memory | Memories
  /**
   * Whose memory it is, when it is one memory: calls that name this user, or none, have it; calls that name another one
   * pass through untouched. @default nobody's: calls that name any user pass through untouched
   */
  user?: string
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
   * @default `console.warn`, once for each error: what differs in code or message is another one
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
  const report = reporter(options.onError ?? warnOnceEach())
  const { memory, user, session, identify, timeoutMs = 2_000 } = options
  const scopeOf = createScopes({ memory, user, session, identify, report })
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

const optionNames: ReadonlySet<string> = new Set(['memory', 'user', 'session', 'identify', 'timeoutMs', 'onError'])

function checkOptions(options: MemoryMiddlewareOptions): void {
  if (typeof options !== 'object' || options === null) {
    const problem = `the options of memoryMiddleware are ${shown(options)}, expected an object with a memory`
    throw new MemoryError('bad-option', `${problem}: withMemory(model, { memory })`)
  }
  const unknown = Object.keys(options).find((name) => !optionNames.has(name))
  if (unknown !== undefined)
    throw new MemoryError(
      'bad-option',
      `memoryMiddleware.${unknown} is unknown; there are ${[...optionNames].join(', ')}`,
    )
  const { memory, user, session, identify, timeoutMs = 1, onError } = options
  if (typeof memory !== 'object' || memory === null || !('for' in memory || 'sessions' in memory))
    throw refused('memory', memory, 'what openMemory or openMemories answers; await openMemory')
  if (user !== undefined && (typeof user !== 'string' || user === '')) throw refused('user', user, 'a user, as text')
  if (user !== undefined && 'for' in memory)
    throw refused(
      'user',
      user,
      'none with openMemories: there each call names its user, memoryOptions({ user, session })',
    )
  if (session !== undefined && (typeof session !== 'string' || session === ''))
    throw refused('session', session, 'a session key')
  if (identify !== undefined && typeof identify !== 'function') throw refused('identify', identify, 'a function')
  if (!(typeof timeoutMs === 'number' && timeoutMs > 0 && timeoutMs < 2 ** 31))
    throw refused('timeoutMs', timeoutMs, 'a number of milliseconds above 0')
  if (onError !== undefined && typeof onError !== 'function') throw refused('onError', onError, 'a function')
}

function refused(name: string, value: unknown, expected: string): MemoryError {
  return new MemoryError('bad-option', `memoryMiddleware.${name} is ${shown(value)}, expected ${expected}`)
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

/** So many warnings are remembered; then the oldest may be given again, so that a new one is never hidden. */
const maxWarnings = 100

function warnOnceEach(): (error: unknown) => void {
  const warned = new Set<string>()
  return (error) => {
    const kind = kindOf(error)
    if (warned.has(kind)) return
    warned.add(kind)
    const [oldest] = warned
    if (warned.size > maxWarnings && oldest !== undefined) warned.delete(oldest)
    console.warn('daybook: the memory failed, the model call goes on without it:', error)
  }
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return shown(error)
  return JSON.stringify([MemoryError.isInstance(error) ? error.code : error.name, error.message])
}
