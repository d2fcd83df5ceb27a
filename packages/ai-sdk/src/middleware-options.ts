import { MemoryError } from '@daybook/memory-core'
import {
  callable,
  checkOptions,
  type Fields,
  isObject,
  type OwnedMemory,
  refuseUserOfMany,
  shown,
  text,
  type WaitingOptions,
  waitingFields,
} from '@daybook/memory-core/adapters'
import type { ProviderOptions } from './cache-breakpoint.ts'
import type { Identify } from './identify.ts'

/**
 * How a model remembers. With `openMemories` each call names its user; with one memory and the option `user`, calls that
 * name another user pass through untouched, and without it those that name any.
 */
export interface MemoryMiddlewareOptions extends OwnedMemory, WaitingOptions {
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
}

const fields: Fields = {
  ...waitingFields,
  session: text('a session key'),
  identify: callable,
  window: { fits: (value) => value === 'keep' || value === 'trim', expected: '"keep" or "trim"' },
  cacheBreakpoint: {
    fits: (value) => typeof value === 'boolean' || isObject(value),
    expected: 'true, false or provider options',
  },
}

/** @throws MemoryError `bad-option` for invalid options */
export function checkMiddlewareOptions(options: MemoryMiddlewareOptions): void {
  if (!isObject(options)) {
    const problem = `the options of memoryMiddleware are ${shown(options)}, expected an object with a memory`
    throw new MemoryError('bad-option', `${problem}: withMemory(model, { memory })`)
  }
  checkOptions(options, 'memoryMiddleware', fields)
  refuseUserOfMany(options, 'memoryMiddleware', 'call names its user, memoryOptions({ user, session })')
}
