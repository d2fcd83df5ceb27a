import { type Memories, type Memory, MemoryError } from '@daybook/memory-core'
import {
  anyMemory,
  callable,
  checkOptions,
  type Fields,
  isObject,
  shown,
  text,
  waitingTime,
} from '@daybook/memory-core/adapters'
import type { ProviderOptions } from './cache-breakpoint.ts'
import type { Identify } from './identify.ts'

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
   * What the model sees of a long conversation that the host sends. `keep`: all of it. `trim`: without the messages
   * that were consolidated and have left the session's window; facts and summary tell of them; what is left begins with a user message
   * and parts no tool call from its result. Costs one look at the session for each user message. @default 'keep'
   */
  window?: 'keep' | 'trim'
  /**
   * Whether the stable part ends with a cache breakpoint, where the provider has such: Anthropic's `cacheControl`, as
   * long as the call has fewer than four of its own. Provider options of yours are set as they are, whatever the model:
   * `{ bedrock: { cachePoint: { type: 'default' } } }`. @default true
   */
  cacheBreakpoint?: boolean | ProviderOptions
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

const fields: Fields = {
  memory: anyMemory,
  user: text('a user, as text'),
  session: text('a session key'),
  identify: callable,
  window: { fits: (value) => value === 'keep' || value === 'trim', expected: '"keep" or "trim"' },
  cacheBreakpoint: {
    fits: (value) => typeof value === 'boolean' || isObject(value),
    expected: 'true, false or provider options',
  },
  timeoutMs: waitingTime,
  onError: callable,
}

/** @throws MemoryError `bad-option` for options that cannot be */
export function checkMiddlewareOptions(options: MemoryMiddlewareOptions): void {
  if (!isObject(options)) {
    const problem = `the options of memoryMiddleware are ${shown(options)}, expected an object with a memory`
    throw new MemoryError('bad-option', `${problem}: withMemory(model, { memory })`)
  }
  checkOptions(options, 'memoryMiddleware', fields)
  if (options.user === undefined || !('for' in options.memory)) return
  const expected = 'none with openMemories: there each call names its user, memoryOptions({ user, session })'
  throw new MemoryError('bad-option', `memoryMiddleware.user is ${shown(options.user)}, expected ${expected}`)
}
