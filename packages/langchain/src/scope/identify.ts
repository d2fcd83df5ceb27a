import {
  type CallIdentity,
  type CallMemory,
  type CallScope,
  callable,
  createCallScopes,
  type FailureOptions,
  type Fields,
  flag,
  type GivenIdentity,
  isObject,
  type OwnedMemory,
} from '@daybook/memory-core/adapters'

/** The part of a run that {@link Identify} sees. Both come from the code that invokes it, never from a model. */
export interface IdentifiedRun {
  /** The `context` of `agent.invoke(…, { context })`; {} if there is none. */
  context: Readonly<Record<string, unknown>>
  /** The `configurable` of the run's configuration, with its `thread_id`; {} if there is none. */
  configurable: Readonly<Record<string, unknown>>
}

/** The owner and conversation of a run. */
export interface RunIdentity extends CallIdentity {}

/** Determines the memory and conversation of a run; undefined for a run without memory. */
export type Identify = (run: IdentifiedRun) => RunIdentity | undefined

/** How a part determines the memory of a run. */
export interface IdentifyOptions {
  /**
   * Determines the user and session of a run. @default `context: { user, session }` of the run (also `userId` and
   * `user_id`); if it names none, the user in its `configurable`, and its `thread_id`. A run that a tool started reads
   * the memory and stores nothing
   */
  identify?: Identify | undefined
  /**
   * Whether the `configurable` of a run may name its user if its context names none. Set it to `false` if clients can
   * set it, as in a LangGraph server: then `identify` has to take the user from what your server has authenticated.
   * @default true
   */
  userFromConfigurable?: boolean | undefined
}

/** The checks of {@link IdentifyOptions}. */
export const identifyFields: Fields = { identify: callable, userFromConfigurable: flag }

/** The options of a part that determines the memory of each run. */
export interface RunOwner extends OwnedMemory, FailureOptions, IdentifyOptions {}

/** How scopes are determined. */
export interface ScopeOptions extends OwnedMemory, IdentifyOptions {
  /** The conversation of runs that name none. */
  session?: string | undefined
  /** Called once for each reason why runs have no memory. */
  report: (error: unknown) => void
}

/** Determines the memory and conversation of a run. */
export interface Scopes {
  /** Undefined if the run has no memory. */
  memoryOf(run: GivenRun): Promise<CallMemory | undefined>
  /** Undefined if the run has no memory, or names no conversation. */
  scopeOf(run: GivenRun): Promise<CallScope | undefined>
}

/** The part of a runtime or a configuration that identifies its owner. */
export interface GivenRun {
  context?: unknown
  configurable?: unknown
}

/**
 * The namespace of a run that a tool of an agent started. LangGraph hands it the thread and the context of the agent,
 * but what its messages say was written by a model.
 */
const inTool = /(?:^|\|)tools:/

export function createScopes(options: ScopeOptions): Scopes {
  const { identify, userFromConfigurable = true } = options
  const { memoryOf, scopeOf } = createCallScopes({ ...options, words })

  function identityOf({ context, configurable }: GivenRun): GivenIdentity | undefined {
    const run = { context: fieldsOf(context), configurable: fieldsOf(configurable) }
    if (identify) return identify(run)
    const user = userIn(run.context) ?? (userFromConfigurable ? userIn(run.configurable) : undefined)
    const session = run.context['session'] ?? run.configurable['thread_id']
    return { user, session, readOnly: inTool.test(String(run.configurable['checkpoint_ns'])) }
  }

  return {
    memoryOf: async (run) => memoryOf(identityOf(run)),
    scopeOf: async (run) => scopeOf(identityOf(run)),
  }
}

/** The user, under any of the names that hosts use. */
function userIn(fields: Readonly<Record<string, unknown>>): unknown {
  const user = fields['user'] ?? fields['userId'] ?? fields['user_id']
  return user === '' ? undefined : user
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? Object.fromEntries(Object.entries(value)) : {}
}

const words = {
  call: 'run',
  short: 'run',
  session: 'pass context: { session } or configurable: { thread_id } when you invoke it',
  user: 'pass context: { user, session } when you invoke it',
  texts: 'pass context: { user, session } as texts',
}
