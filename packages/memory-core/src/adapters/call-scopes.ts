import { MemoryError } from '../errors.ts'
import type { Memory } from '../memory.ts'
import { shownBriefly } from './check-options.ts'
import { memoryOfUser, type OwnedMemory } from './memory-owner.ts'

/** The memory and conversation that a call names. */
export interface CallIdentity {
  /** Required with `openMemories`. With one memory, absent or equal to the option `user`. */
  user?: string | undefined
  session?: string | undefined
  /** What to recall. @default the text of the last user message */
  query?: string | undefined
  /** Gives the model the context, and stores nothing. @default false */
  readOnly?: boolean | undefined
}

/** A {@link CallIdentity} before its types are checked. */
export interface GivenIdentity extends Omit<CallIdentity, 'user' | 'session'> {
  user?: unknown
  session?: unknown
}

/** The memory that a call is about. */
export interface CallMemory {
  memory: Memory
  user: string | undefined
}

/** The memory and the conversation of a call. */
export interface CallScope extends CallMemory {
  /** The same for all calls of one conversation. */
  key: string
  session: string
  query: string | undefined
  readOnly: boolean
}

/** How scopes are determined, and the framework's words for error messages. */
export interface CallScopeOptions extends OwnedMemory {
  /** The conversation of calls that name none. */
  session?: string | undefined
  /** Called once for each reason why a call has no memory. */
  report: (error: unknown) => void
  words: {
    /** The framework's name for a call, "model call" or "run", and its short form. */
    call: string
    short: string
    /** How a call names its session, and its user and session, in the words of the framework. */
    session: string
    user: string
    texts: string
  }
}

/** Determines the memory and conversation of a call. Undefined if it has none. */
export interface CallScopes {
  memoryOf(identity: GivenIdentity | undefined): Promise<CallMemory | undefined>
  scopeOf(identity: GivenIdentity | undefined): Promise<CallScope | undefined>
}

/** There is no shared default memory: a call without enough information has none. */
export function createCallScopes(options: CallScopeOptions): CallScopes {
  const { memory, report, words } = options
  const warned = new Set<string>()
  const apart = 'pass openMemories({ directory }) as the option memory, which keeps users apart'

  function warnOnce(problem: string): undefined {
    if (!warned.has(problem))
      report(new MemoryError('bad-input', `A ${words.call} ${problem} The ${words.short} has no memory.`))
    warned.add(problem)
  }

  /** A number is refused as user: 7 and "7" could be one user or two. */
  function textOf(value: unknown, name: string): string | undefined {
    if (value === undefined || value === null || value === '') return undefined
    if (typeof value === 'string') return value
    const problem = `the ${name} of a ${words.call} is ${shownBriefly(value)}, expected a text: ${words.texts}`
    throw new MemoryError('bad-input', problem)
  }

  async function memoryOf(identity: GivenIdentity | undefined): Promise<CallMemory | undefined> {
    if (!identity) return undefined
    const user = textOf(identity.user, 'user')
    const found = await memoryOfUser(options, user)
    if (found) return { memory: found, user }
    if (user === undefined) return warnOnce(`names no user: ${words.user}.`)
    if (options.user !== undefined)
      return warnOnce(`names another user than the option user, whose the one memory is: ${apart}.`)
    return warnOnce(
      `names a user, but the options do not say whose the one memory is: ${apart}; or leave the user out; or, if the memory is this user's, say so with the option user.`,
    )
  }

  return {
    memoryOf,
    async scopeOf(identity) {
      if (!identity) return undefined
      const session = textOf(identity.session, 'session') ?? options.session
      if (session === undefined)
        return warnOnce(`names no session: ${words.session}, or a default as the option session.`)
      const mine = await memoryOf(identity)
      if (!mine) return undefined
      const key = JSON.stringify(['for' in memory ? mine.user : null, session])
      return { ...mine, key, session, query: identity.query, readOnly: identity.readOnly === true }
    },
  }
}
