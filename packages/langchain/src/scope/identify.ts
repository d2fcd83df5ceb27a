import { type Memories, type Memory, MemoryError } from '@daybook/memory-core'
import { isObject, shown } from '@daybook/memory-core/adapters'

/** What {@link Identify} sees of a run. Both come from the code that invokes it, never from a model. */
export interface IdentifiedRun {
  /** The `context` of `agent.invoke(…, { context })`; {} when there is none. */
  context: Readonly<Record<string, unknown>>
  /** The `configurable` of the run's configuration, with its `thread_id`; {} when there is none. */
  configurable: Readonly<Record<string, unknown>>
}

/** Whose memory and which conversation a run is about. */
export interface RunIdentity {
  /** Needed with `openMemories`. With one memory left out, or the one that the option `user` names. */
  user?: string | undefined
  session?: string | undefined
  /** What to recall for. @default the text of the last user message */
  query?: string | undefined
  /** Tell what is remembered, and store nothing. @default false */
  readOnly?: boolean | undefined
}

/** Says whose memory and which conversation a run is about; undefined for a run that no memory may touch. */
export type Identify = (run: IdentifiedRun) => RunIdentity | undefined

/** The memory of a run. */
export interface RunMemory {
  memory: Memory
  user: string | undefined
}

/** The memory, and the conversation in it, that a run is about. */
export interface RunScope extends RunMemory {
  /** The same for runs of one conversation of one user. */
  key: string
  session: string
  query: string | undefined
  readOnly: boolean
}

/** How scopes are found. */
export interface ScopeOptions {
  memory: Memory | Memories
  /** Whose memory it is, when it is one. */
  user?: string | undefined
  /** For runs that name none. */
  session?: string | undefined
  identify?: Identify | undefined
  /** Without `identify`: whether the `configurable` of a run may name its user. @default true */
  userFromConfigurable?: boolean | undefined
  /** Told, once each, why runs pass through without memory. */
  report: (error: unknown) => void
}

/** Finds whose memory a run is about, and which conversation. */
export interface Scopes {
  /** Undefined when the run has no memory. */
  memoryOf(run: GivenRun): Promise<RunMemory | undefined>
  /** Undefined when the run has no memory, or names no conversation. */
  scopeOf(run: GivenRun): Promise<RunScope | undefined>
}

/** As much of a runtime or a configuration as says whose run it is. */
export interface GivenRun {
  context?: unknown
  configurable?: unknown
}

/**
 * Makes the finder of scopes. There is no bucket for everybody: a run that does not say enough has no memory.
 */
export function createScopes(options: ScopeOptions): Scopes {
  const { memory, user: owner, session, report } = options
  const identify = options.identify ?? (options.userFromConfigurable === false ? fromContext : fromRun)
  const warned = new Set<string>()

  function warnOnce(problem: string): undefined {
    if (!warned.has(problem)) report(new MemoryError('bad-input', `${problem} The run has no memory.`))
    warned.add(problem)
  }

  function identityOf(run: GivenRun): RunIdentity | undefined {
    return identify({ context: fieldsOf(run.context), configurable: fieldsOf(run.configurable) })
  }

  async function find(user: string | undefined): Promise<RunMemory | undefined> {
    if ('for' in memory) return user === undefined ? warnOnce(noUser) : { memory: await memory.for({ user }), user }
    // One memory is one user's. Which one, only the host can know: a guess would tell somebody what another one said.
    if (user === undefined || user === owner) return { memory, user }
    return warnOnce(owner === undefined ? nobodysUser : otherUser)
  }

  async function found(identity: RunIdentity | undefined): Promise<RunMemory | undefined> {
    if (!identity) return undefined
    const user = checkedText(identity.user, 'user')
    return find(user)
  }

  return {
    memoryOf: async (run) => found(identityOf(run)),
    scopeOf: async (run) => {
      const identity = identityOf(run)
      if (!identity) return undefined
      const named = checkedText(identity.session, 'session') ?? session
      if (named === undefined) return warnOnce(noSession)
      const mine = await found(identity)
      if (!mine) return undefined
      const key = JSON.stringify(['for' in memory ? mine.user : null, named])
      return { ...mine, key, session: named, query: identity.query, readOnly: identity.readOnly === true }
    },
  }
}

/** The `user` (`userId`, `user_id`) and `session` of the context; without a session, the thread that a checkpointer knows. */
function fromContext({ context, configurable }: IdentifiedRun): RunIdentity {
  const user = userIn(context)
  const session = checkedText(context['session'] ?? configurable['thread_id'], 'session')
  return { user, session }
}

/** The same, and without a user in the context the one of `configurable`. */
function fromRun(run: IdentifiedRun): RunIdentity {
  const { user, session } = fromContext(run)
  return { user: user ?? userIn(run.configurable), session }
}

/** The user, under each of the names that hosts have for it. */
function userIn(fields: Readonly<Record<string, unknown>>): string | undefined {
  return checkedText(fields['user'] ?? fields['userId'] ?? fields['user_id'], 'user')
}

/** A number is no user: 7 and "7" would be two, or one, as it happens. */
function checkedText(value: unknown, name: string): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value === 'string') return value
  const problem = `the ${name} of a run is ${shown(value)}, expected a text: pass context: { user, session } as texts`
  throw new MemoryError('bad-input', problem)
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? Object.fromEntries(Object.entries(value)) : {}
}

const noSession =
  'A run names no session: pass context: { session } or configurable: { thread_id } when you invoke it, or a default as the option session.'
const noUser = 'A run names no user: pass context: { user, session } when you invoke it.'
const apart = 'pass openMemories({ directory }) as the option memory, which keeps users apart'
const nobodysUser = `A run names a user, but nobody said whose the one memory is: ${apart}; or leave the user out; or, if the memory is this user's, say so with the option user.`
const otherUser = `A run names another user than the option user, whose the one memory is: ${apart}.`
