import { type Memories, type Memory, MemoryError } from '@daybook/memory-core'
import {
  anyMemory,
  callable,
  checkOptions,
  type Fields,
  flag,
  shown,
  text,
  toolChoice,
  waitingTime,
} from '@daybook/memory-core/adapters'
import type { Identify } from '../scope/identify.ts'

/** How an agent remembers. */
export interface MemoryMiddlewareOptions {
  /** The memory of one user, or `openMemories(…)` for many: then each run names its user. */
  memory: Memory | Memories
  /**
   * Whose memory it is, when it is one memory: runs that name this user, or none, have it; runs that name another one
   * pass through untouched. @default nobody's: runs that name any user pass through untouched
   */
  user?: string
  /** The conversation of runs that name none. @default none: such a run passes through untouched */
  session?: string
  /**
   * Says which user and session a run is about. @default `context: { user, session }` of the run (`userId` and `user_id`
   * too), and where it names none, the user in its `configurable` and its `thread_id`
   */
  identify?: Identify
  /**
   * Whether the `configurable` of a run may name its user, where its context names none. Say `false` where clients can set
   * it, as those of a LangGraph server can: then `identify` has to find the user in what your server has authenticated.
   * @default true
   */
  userFromConfigurable?: boolean
  /** The tools that the agent gets. @default those of the memory: its option `tools`, or what its profile says */
  tools?: 'all' | readonly string[] | false
  /** Tell the model what is remembered, and store nothing; the agent gets no tool that writes. @default false */
  readOnly?: boolean
  /**
   * The most milliseconds that a model call waits for the memory: once before the model, for context, and once after
   * it, for storing. What takes longer is not waited for, and reported. @default 2000
   */
  timeoutMs?: number
  /** The middleware's name: two of one agent need two names. @default 'DaybookMemory' */
  name?: string
  /**
   * Told whatever went wrong with the memory; the run goes on without it.
   * @default `console.warn`, once for each error: what differs in code or message is another one
   */
  onError?: (error: unknown) => void
}

const fields: Fields = {
  memory: anyMemory,
  user: text('a user, as text'),
  session: text('a session key'),
  identify: callable,
  userFromConfigurable: flag,
  tools: toolChoice,
  readOnly: flag,
  timeoutMs: waitingTime,
  name: text('a name'),
  onError: callable,
}

/** @throws MemoryError `bad-option` for options that cannot be */
export function checkMiddlewareOptions(options: MemoryMiddlewareOptions): void {
  checkOptions(options, 'memoryMiddleware', fields)
  if (options.user === undefined || !('for' in options.memory)) return
  const expected = 'none with openMemories: there each run names its user, context: { user, session }'
  throw new MemoryError('bad-option', `memoryMiddleware.user is ${shown(options.user)}, expected ${expected}`)
}
