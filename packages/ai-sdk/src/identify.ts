import type { Memories, Memory } from '@daybook/memory-core'
import { type CallScope, createCallScopes } from '@daybook/memory-core/adapters'
import { readMemoryOptions } from './memory-options.ts'
import type { CallOptions, Prompt } from './model-call.ts'

/** The part of a call that {@link Identify} receives. */
export interface IdentifiedCall {
  providerOptions: CallOptions['providerOptions']
  prompt: Prompt
}

/**
 * Determines the user and the conversation of a call; undefined for a call without memory. The user must come from
 * provider options that your own server code sets, never from the prompt. With one memory, leave the user out, or
 * return that of the option `user`.
 */
export type Identify = (call: IdentifiedCall) => { user?: string | undefined; session: string } | undefined

/** How scopes are determined. */
export interface ScopeOptions {
  memory: Memory | Memories
  /** The owner, if there is one memory. */
  user: string | undefined
  /** The conversation of calls that name none. */
  session: string | undefined
  identify: Identify | undefined
  /** Called once for each reason why calls have no memory. */
  report: (error: unknown) => void
}

/** Determines the scope of a call; undefined if it has none. */
export function createScopes(options: ScopeOptions): (call: CallOptions) => Promise<CallScope | undefined> {
  const { identify } = options
  const { scopeOf } = createCallScopes({ ...options, words })
  return async ({ providerOptions, prompt }) => {
    const { off, query, readOnly, ...found } = readMemoryOptions(providerOptions?.['daybook'])
    const named = off || !identify ? found : identify({ providerOptions, prompt })
    return off || !named ? undefined : scopeOf({ ...named, query, readOnly })
  }
}

const words = {
  call: 'model call',
  short: 'call',
  session: 'pass providerOptions: memoryOptions({ session })',
  user: 'pass providerOptions: memoryOptions({ user, session })',
  texts: 'pass memoryOptions({ user, session }) with texts',
}
