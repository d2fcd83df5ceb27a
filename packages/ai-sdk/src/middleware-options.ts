import { MemoryError } from '@daybook/memory-core'
import {
  anyMemory,
  callable,
  checkOf,
  checkOptions,
  type Fields,
  isObject,
  type OwnedMemory,
  oneOf,
  refuseUserOfMany,
  shown,
  text,
  type WaitingOptions,
  waitingFields,
} from '@daybook/memory-core/adapters'
import type { ProviderOptions } from './cache-breakpoint.ts'
import type { Identify } from './identify.ts'

/**
 * Options of {@link memoryMiddleware}. With `openMemories`, each call names its user. With one memory and the option
 * `user`, calls that name another user pass through unchanged; without that option, calls that name any user do.
 */
export interface MemoryMiddlewareOptions extends OwnedMemory, WaitingOptions {
  /** The conversation of calls that name none. @default none: such a call passes through unchanged */
  session?: string
  /** Determines the user and session of a call. @default reads them from `memoryOptions` in `providerOptions` */
  identify?: Identify
  /**
   * How much the model sees of a long conversation. `keep`: everything that the host sends. `trim`: leaves out messages
   * that were consolidated and have left the session's window, because facts and summary cover them; the rest begins
   * with a user message and never separates a tool call from its result. Costs one read of the session for each user
   * message. @default 'keep'
   */
  window?: 'keep' | 'trim'
  /**
   * Whether the stable part ends with a cache breakpoint, for providers that support them: Anthropic's `cacheControl`,
   * if the call has fewer than four of its own. Provider options given here are set unchanged for any model: `{
   * bedrock: { cachePoint: { type: 'default' } } }`. @default true
   */
  cacheBreakpoint?: boolean | ProviderOptions
}

const fields: Fields = {
  ...waitingFields,
  session: text('a session key'),
  identify: callable,
  window: oneOf('keep', 'trim'),
  cacheBreakpoint: checkOf('true, false or provider options', (value) => typeof value === 'boolean' || isObject(value)),
}

/**
 * @param owner the function that was called, for error messages
 * @throws MemoryError `bad-option` for invalid options
 */
export function checkMiddlewareOptions(
  options: MemoryMiddlewareOptions,
  owner: 'memoryMiddleware' | 'withMemory',
): void {
  const example = owner === 'withMemory' ? 'withMemory(model, { memory })' : 'memoryMiddleware({ memory })'
  if (!isObject(options)) {
    const problem = `the options of ${owner} are ${shown(options)}, expected an object with a memory`
    throw new MemoryError('bad-option', `${problem}: ${example}`)
  }
  if (anyMemory(options) === undefined)
    throw new MemoryError('bad-option', `${owner}: pass { memory }, as in ${example}`)
  checkOptions(options, owner, fields)
  refuseUserOfMany(options, owner, 'call names its user, memoryOptions({ user, session })')
}
