import { type Memories, type Memory, MemoryError } from '@daybook/memory-core'
import { shown } from '@daybook/memory-core/adapters'
import {
  anyMemory,
  anything,
  callable,
  checkOptions,
  type Field,
  flag,
  text,
  waitingTime,
} from '../scope/check-options.ts'
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
   * Says which user and session a run is about. @default `context: { user, session }` of the run (`userId` too), and
   * its `thread_id` where it names no session
   */
  identify?: Identify
  /** The tools that the agent gets. @default memory_learn, memory_recall and memory_forget */
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

const fields: Readonly<Record<string, Field>> = {
  memory: anyMemory,
  user: text('a user, as text'),
  session: text('a session key'),
  identify: callable,
  tools: anything,
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
