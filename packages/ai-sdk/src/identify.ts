import { type Memories, type Memory, MemoryError } from '@daybook/memory-core'
import { type FoundOptions, readMemoryOptions } from './memory-options.ts'
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

/** The memory, and the conversation in it, that a call is about. */
export interface CallScope {
  /** The same for calls of one conversation of one user. */
  key: string
  memory: Memory
  session: string
  query: string | undefined
  readOnly: boolean
}

/** How scopes are found. */
export interface ScopeOptions {
  memory: Memory | Memories
  /** Whose memory it is, when it is one. */
  user: string | undefined
  /** For calls that name none. */
  session: string | undefined
  identify: Identify | undefined
  /** Told, once each, why calls pass through without memory. */
  report: (error: unknown) => void
}

/**
 * Finds the scope of a call; undefined when it has none. There is no bucket for everybody: a call that does not say
 * enough has no memory.
 */
export function createScopes(options: ScopeOptions): (call: CallOptions) => Promise<CallScope | undefined> {
  const { memory, identify, report } = options
  const warned = new Set<string>()

  function warnOnce(problem: string): undefined {
    if (!warned.has(problem)) report(new MemoryError('bad-input', `${problem} The call has no memory.`))
    warned.add(problem)
  }

  function named(call: CallOptions, found: FoundOptions): { user?: string | undefined; session?: string } | undefined {
    if (found.off) return undefined
    if (identify) return identify({ providerOptions: call.providerOptions, prompt: call.prompt })
    const session = found.session ?? options.session
    return { ...(found.user !== undefined && { user: found.user }), ...(session !== undefined && { session }) }
  }

  async function memoryOf(user: string | undefined): Promise<Memory | undefined> {
    if ('for' in memory) return user === undefined ? warnOnce(noUser) : memory.for({ user })
    // One memory is one user's. Which one, only the host can know: a guess would tell somebody what another one said.
    if (user === undefined || user === options.user) return memory
    return warnOnce(options.user === undefined ? nobodysUser : otherUser)
  }

  return async (call) => {
    const found = readMemoryOptions(call.providerOptions?.['daybook'])
    const who = named(call, found)
    if (!who) return undefined
    const { user, session } = who
    if (session === undefined || session === '') return warnOnce(noSession)
    const scoped = await memoryOf(user === '' ? undefined : user)
    if (!scoped) return undefined
    const key = JSON.stringify(['for' in memory ? user : null, session])
    return { key, memory: scoped, session, query: found.query, readOnly: found.readOnly }
  }
}

const noSession =
  'A model call names no session: pass providerOptions: memoryOptions({ session }), or a default as the option session.'
const noUser = 'A model call names no user: pass providerOptions: memoryOptions({ user, session }).'
const apart = 'pass openMemories({ directory }) as the option memory, which keeps users apart'
const nobodysUser = `A model call names a user, but nobody said whose the one memory is: ${apart}; or leave the user out; or, if the memory is this user's, say so with the option user.`
const otherUser = `A model call names another user than the option user, whose the one memory is: ${apart}.`
