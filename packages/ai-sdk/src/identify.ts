import type { Memories, Memory } from '@daybook/memory-core'
import { type CallScope, createCallScopes } from '@daybook/memory-core/adapters'
import { readMemoryOptions } from './memory-options.ts'
import type { CallOptions, Prompt } from './model-call.ts'

/** What {@link Identify} sees of a call. */
export interface IdentifiedCall {
  providerOptions: CallOptions['providerOptions']
  prompt: Prompt
}

/**
 * Says whose memory and which conversation a call is about; undefined for a call that no memory may touch. The user
 * must come from what your own server code put into the provider options, never from the prompt. With one memory it is
 * left out, or the one that the option `user` names.
 */
export type Identify = (call: IdentifiedCall) => { user?: string | undefined; session: string } | undefined

/** How scopes are found. */
export interface ScopeOptions {
  memory: Memory | Memories
  /** Whose memory it is, when it is one. */
  user: string | undefined
  /** For calls that name none. */
  session: string | undefined
  identify: Identify | undefined
  /** Called once for each reason why calls pass through without memory. */
  report: (error: unknown) => void
}

/** Finds the scope of a call; undefined when it has none. */
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
