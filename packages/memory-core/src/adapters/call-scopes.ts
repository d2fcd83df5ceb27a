import { MemoryError } from '../errors.ts'
import type { Memory } from '../memory.ts'
import { shownBriefly } from './check-options.ts'
import { memoryOfUser, type OwnedMemory } from './memory-owner.ts'

/** Whose memory and which conversation a call is about, as its host says. */
export interface CallIdentity {
  /** Needed with `openMemories`. With one memory left out, or the one that the option `user` names. */
  user?: string | undefined
  session?: string | undefined
  /** What to recall for. @default the text of the last user message */
  query?: string | undefined
  /** Give the model what is remembered, and store nothing. @default false */
  readOnly?: boolean | undefined
}

/** The same, before its user and session are checked to be texts. */
export interface GivenIdentity extends Omit<CallIdentity, 'user' | 'session'> {
  user?: unknown
  session?: unknown
}

/** The memory that a call is about. */
export interface CallMemory {
  memory: Memory
  user: string | undefined
}

/** The memory, and the conversation in it, that a call is about. */
export interface CallScope extends CallMemory {
  /** The same for calls of one conversation of one user. */
  key: string
  session: string
  query: string | undefined
  readOnly: boolean
}

/** How scopes are found, and how errors speak of calls. */
export interface CallScopeOptions extends OwnedMemory {
  /** The conversation of calls that name none. */
  session?: string | undefined
  /** Called once for each reason why calls have no memory. */
  report: (error: unknown) => void
  words: {
    /** What the framework calls a call, "model call" or "run", and how short. */
    call: string
    short: string
    /** How a call names its session; its user and its session; both as texts. */
    session: string
    user: string
    texts: string
  }
}

/** Finds whose memory a call is about, and which conversation. Undefined when the call has none. */
export interface CallScopes {
  memoryOf(identity: GivenIdentity | undefined): Promise<CallMemory | undefined>
  scopeOf(identity: GivenIdentity | undefined): Promise<CallScope | undefined>
}

/** Makes the finder of scopes. There is no shared default memory: a call that does not say enough has none. */
export function createCallScopes(options: CallScopeOptions): CallScopes {
  const { memory, report, words } = options
  const warned = new Set<string>()
  const apart = 'pass openMemories({ directory }) as the option memory, which keeps users apart'

  function warnOnce(problem: string): undefined {
    if (!warned.has(problem))
      report(new MemoryError('bad-input', `A ${words.call} ${problem} The ${words.short} has no memory.`))
    warned.add(problem)
  }

  /** A number is no user: 7 and "7" would be one user or two by accident. */
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
    return options.user === undefined
      ? warnOnce(
          `names a user, but the options do not say whose the one memory is: ${apart}; or leave the user out; or, if the memory is this user's, say so with the option user.`,
        )
      : warnOnce(`names another user than the option user, whose the one memory is: ${apart}.`)
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
