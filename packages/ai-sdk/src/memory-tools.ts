import type { Memories, Memory } from '@daybook/memory-core'
import { createReporter } from '@daybook/memory-core/adapters'
import {
  memoryTools as coreTools,
  createMemoryCommands,
  memoryDirectoryTool,
  offeredTools,
} from '@daybook/memory-core/tools'
import type { ToolSet } from 'ai'
import { type GivenMemory, readGiven } from './given-memory.ts'

/** Which tools, and whose memory they work on. */
export interface MemoryToolsOptions {
  /** The memory of one user, or `openMemories(…)` for many. */
  memory: Memory | Memories
  /**
   * Whose memory it is; needed with many (`openMemories`). It must come from your own server code, never from what a
   * model wrote: make the tools anew for each request.
   */
  user?: string | undefined
  /** Tools by name, `'all'`, or none. @default those of the memory: its option `tools`, or what its profile says */
  tools?: 'all' | readonly string[] | false | undefined
  /** Only the tools that change nothing. @default false */
  readOnly?: boolean | undefined
  /** Told of a failure that the model can do nothing about; the model gets a text all the same. @default console.warn */
  onError?: ((error: unknown) => void) | undefined
}

type Owned = Pick<MemoryToolsOptions, 'memory' | 'user' | 'onError'>
const owned = ['memory', 'user', 'onError']

/**
 * The memory's tools for `generateText`, `streamText` and `ToolLoopAgent`: those that are wanted, as far as their layers are
 * on. Opens nothing until one is called. `memoryTools(memory, options)` is the same.
 * @throws MemoryError `bad-option` for a name that no tool has, and for many memories without a user
 */
export function memoryTools(options: MemoryToolsOptions): ToolSet
export function memoryTools(memory: Memory | Memories, options?: Omit<MemoryToolsOptions, 'memory'>): ToolSet
export function memoryTools(
  given: GivenMemory<MemoryToolsOptions>,
  more?: Omit<MemoryToolsOptions, 'memory'>,
): ToolSet {
  const names = [...owned, 'tools', 'readOnly']
  const { options, open } = readGiven(given, more, { owner: 'memoryTools', names })
  const onError = createReporter(options.onError)
  return Object.fromEntries(
    offeredTools(options.memory, options).map(({ name, description, inputSchema }) => [
      name,
      {
        description,
        inputSchema,
        async execute(input: unknown, { abortSignal: signal }: { abortSignal?: AbortSignal | undefined } = {}) {
          try {
            const [bound] = coreTools(await open(), { tools: [name], onError })
            return bound
              ? await bound.execute(input, { signal })
              : `Error: ${name} needs a layer that is off in this memory.`
          } catch (error) {
            signal?.throwIfAborted()
            onError(error)
            return `Error: ${name} failed inside the memory; nothing is wrong with the arguments. Go on without it.`
          }
        },
      },
    ]),
  )
}

/** Runs a command of Anthropic's memory tool. */
type Executor = (command: unknown, options?: { abortSignal?: AbortSignal | undefined }) => Promise<string>

/**
 * Runs the commands of Anthropic's memory tool on the memory's notes:
 * `anthropic.tools.memory_20250818({ execute: anthropicMemoryExecutor({ memory }) })`. Whatever a model writes, the answer
 * is a text.
 * @throws MemoryError `bad-option` for many memories without a user
 */
export function anthropicMemoryExecutor(options: Owned): Executor
export function anthropicMemoryExecutor(memory: Memory | Memories, options?: Omit<Owned, 'memory'>): Executor
export function anthropicMemoryExecutor(given: GivenMemory<Owned>, more?: Omit<Owned, 'memory'>): Executor {
  return executor('anthropicMemoryExecutor', given, more)
}

/** The same commands as an ordinary tool, `memory`, for models of other makers. @throws as {@link anthropicMemoryExecutor} */
export function memoryDirectoryTools(options: Owned): ToolSet
export function memoryDirectoryTools(memory: Memory | Memories, options?: Omit<Owned, 'memory'>): ToolSet
export function memoryDirectoryTools(given: GivenMemory<Owned>, more?: Omit<Owned, 'memory'>): ToolSet {
  const execute = executor('memoryDirectoryTools', given, more)
  const { name, description, inputSchema } = memoryDirectoryTool((command, { signal } = {}) =>
    execute(command, { abortSignal: signal }),
  )
  return { [name]: { description, inputSchema, execute } }
}

function executor(owner: string, given: GivenMemory<Owned>, more: Omit<Owned, 'memory'> | undefined): Executor {
  const { options, open } = readGiven(given, more, { owner, names: owned })
  const onError = createReporter(options.onError)
  return async (command, { abortSignal: signal } = {}) => {
    try {
      const { notes } = await open()
      return await createMemoryCommands({ notes, onError })(command, { signal })
    } catch (error) {
      signal?.throwIfAborted()
      onError(error)
      return 'Error: the memory failed inside; nothing is wrong with the command. Go on without it.'
    }
  }
}
