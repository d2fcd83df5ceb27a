import { LRUCache } from 'lru-cache'
import { MemoryError, shown } from '../errors.ts'
import { tell } from '../events.ts'
import { isRecord } from '../json.ts'
import type { Memories } from '../memories.ts'
import type { Memory } from '../memory.ts'
import { type Check, callable, checkOf, checkShape, flag, text } from '../option-checks.ts'
import { type MemoryToolsOptions, toolSources } from '../tools/commands.ts'
import { bindTools, type ToolDefinition } from '../tools/tool-definition.ts'

/** A value for an error message: short, on one line, without secrets, and without the content of objects. */
export function shownBriefly(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'function') return 'a function'
  return typeof value === 'object' && value !== null ? 'an object' : shown(value)
}

/** The checks of options, by name. */
export type Fields = Readonly<Record<string, Check>>

/** A string that is not empty. */
export const textField = (expected: string): Check => checkOf(expected, (value) => text(value) === undefined)

/** A number of milliseconds to wait. */
export const waitingTime: Check = checkOf(
  'a number of milliseconds above 0',
  (value) => typeof value === 'number' && value > 0 && value < 2 ** 31,
)

/** Whether a value is an object, and not an array. */
export const isObject: (value: unknown) => value is object = isRecord

/** A choice of tools. Names are checked where tools are chosen. */
export const toolChoice: Check = checkOf(
  '"all", false or a list of tool names',
  (value) => value === 'all' || value === false || Array.isArray(value),
)

/** A memory of `openMemory`. */
export const oneMemory: Check = checkOf(
  'what openMemory answers; await openMemory',
  (value) => isObject(value) && 'sessions' in value,
)

/** A memory of `openMemory`, or the memories of `openMemories`. */
export const anyMemory: Check = checkOf(
  'what openMemory or openMemories answers; await openMemory',
  (value) => isObject(value) && ('for' in value || 'sessions' in value),
)

/** Checks options. @throws MemoryError `bad-option` for one that is missing (of `needed`), unknown or invalid */
export function checkOptions(
  options: unknown,
  owner: string,
  fields: Fields,
  needed: readonly string[] = ['memory'],
): void {
  checkShape(options, fields, owner, 'bad-option', needed, shownBriefly)
}

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

/** The memory that a part of an adapter works on. */
export interface OwnedMemory {
  /** The memory of one user, or `openMemories(…)` for many. */
  memory: Memory | Memories
  /**
   * The user. It must come from your own server code, never from a prompt or from a model's output. Required with
   * `openMemories` by parts that work for one user; with one memory, calls that name another user have no memory.
   */
  user?: string | undefined
}

/** How failures of the memory are reported. */
export interface FailureOptions {
  /** Called with failures of the memory, without which the host continues. @default `console.warn`, once for each */
  onError?: ((error: unknown) => void) | undefined
}

/** How long the host waits for the memory. */
export interface WaitingOptions extends FailureOptions {
  /**
   * Maximum milliseconds that a call waits for the memory: once before the model, for the context, and once after it,
   * for storing. Slower work is reported and continues in the background. @default 2000
   */
  timeoutMs?: number | undefined
}

/** The default of {@link WaitingOptions.timeoutMs}. */
export const waitingMs = 2_000

/** The tools that a model is offered. */
export interface OfferedTools extends OwnedMemory, FailureOptions, Pick<MemoryToolsOptions, 'tools'> {
  /** Leave out the tools that change the memory. @default false */
  readOnly?: boolean | undefined
}

/** The checks of {@link OwnedMemory}. */
export const ownerFields: Fields = { memory: anyMemory, user: textField('a user, as text') }
/** The checks of {@link OwnedMemory} and {@link FailureOptions}. */
export const reportingFields: Fields = { ...ownerFields, onError: callable }
/** The checks of {@link OwnedMemory} and {@link WaitingOptions}. */
export const waitingFields: Fields = { ...reportingFields, timeoutMs: waitingTime }
/** The checks of {@link OfferedTools}. */
export const toolFields: Fields = { ...reportingFields, tools: toolChoice, readOnly: flag }

/** The part of `Memories` that finding a user's memory needs. */
interface Many<One> {
  for(owner: { user: string }): Promise<One>
}

/** Returns a function that opens the memory of the options. @throws MemoryError `bad-option` for many without a user */
export function memoryOpener<One extends object>(
  { memory, user }: { memory: One | Many<One>; user?: string | undefined },
  owner: string,
): () => Promise<One> {
  if (!('for' in memory)) return async () => memory
  const many = memory
  if (typeof user === 'string' && user !== '') return () => many.for({ user })
  const message = `${owner} was given many memories and user is ${shownBriefly(user)}: say whose, { memory, user: 'ada@example.com' }`
  throw new MemoryError('bad-option', message)
}

/** The memory of one user, opened on first use, and the reporter of its failures. */
export interface OpenedOwner {
  open: () => Promise<Memory>
  report: (error: unknown) => undefined
}

/** Checks options of a part for one user. @throws MemoryError `bad-option`, also for many memories without a user */
export function openedOwner(
  options: OwnedMemory & FailureOptions,
  owner: string,
  fields: Fields = reportingFields,
  needed?: readonly string[],
): OpenedOwner {
  checkOptions(options, owner, fields, needed)
  return { open: memoryOpener<Memory>(options, owner), report: createReporter(options.onError) }
}

/** Undefined if the one memory is another user's or its owner unknown. Calls that name no user get the one memory. */
export async function memoryOfUser(
  { memory, user: owner }: OwnedMemory,
  user: string | undefined,
): Promise<Memory | undefined> {
  if ('for' in memory) return user === undefined ? undefined : memory.for({ user })
  // Only the host knows whose the memory is: a guess could show one user another's statements.
  return user === undefined || user === owner ? memory : undefined
}

/** Refuses the option `user` with many memories; `named` is how calls name theirs. @throws MemoryError `bad-option` */
export function refuseUserOfMany({ memory, user }: OwnedMemory, owner: string, named: string): void {
  if (user === undefined || !('for' in memory)) return
  const message = `${owner}.user is ${shownBriefly(user)}, expected none with openMemories: there each ${named}`
  throw new MemoryError('bad-option', message)
}

/** Creates a reporter that never throws, so that a failing listener cannot make the call fail. */
export function createReporter(onError: (error: unknown) => void = warnOnceEach()): (error: unknown) => undefined {
  return (error) => void tell(onError, error)
}

/** Maximum warnings that are remembered. Beyond it the oldest may be repeated, so that a new one is never hidden. */
const maxWarnings = 100

function warnOnceEach(): (error: unknown) => void {
  const warned = new LRUCache<string, true>({ max: maxWarnings })
  return (error) => {
    const kind = kindOf(error)
    if (warned.has(kind)) return
    warned.set(kind, true)
    console.warn('daybook: the memory failed, the call goes on without it:', error)
  }
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return shownBriefly(error)
  return JSON.stringify([MemoryError.isInstance(error) ? error.code : error.name, error.message])
}

/** One call of a memory tool. */
export interface ToolRun {
  /** The arguments that the model wrote. */
  input: unknown
  /** Opens the memory that the tool works on; undefined if the call has none. */
  open: () => Promise<Memory | undefined>
  signal?: AbortSignal | undefined
  report: (error: unknown) => unknown
}

/** Runs a tool, and returns a text in any case. @throws the reason of the call's own signal, and nothing else */
export async function runTool(definition: ToolDefinition, { input, open, signal, report }: ToolRun): Promise<string> {
  const { name } = definition
  try {
    const memory = await open()
    if (!memory) return `Error: ${name} has no memory in this conversation. Go on without it.`
    const [tool] = bindTools([definition], toolSources(memory, report))
    return tool
      ? await tool.execute(input, { signal })
      : `Error: ${name} needs a layer that is off in this memory. Go on without it.`
  } catch (error) {
    signal?.throwIfAborted()
    report(error)
    return `Error: ${name} failed inside the memory; nothing is wrong with the arguments. Go on without it.`
  }
}
