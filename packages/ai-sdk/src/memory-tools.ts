import { type Memories, type Memory, MemoryError } from '@daybook/memory-core'
import { createReporter, shown } from '@daybook/memory-core/adapters'
import {
  chooseTools,
  memoryTools as coreTools,
  createMemoryCommands,
  memoryDirectoryTool,
} from '@daybook/memory-core/tools'
import type { ToolSet } from 'ai'

/** Which tools, and whose memory they work on. */
export interface MemoryToolsOptions {
  /**
   * Whose memory it is; needed with many (`openMemories`). It must come from your own server code, never from what a
   * model wrote: make the tools anew for each request.
   */
  user?: string | undefined
  /** Tools by name, `'all'`, or none. @default memory_learn, memory_recall and memory_forget */
  tools?: 'all' | readonly string[] | false | undefined
  /** Only the tools that change nothing. @default false */
  readOnly?: boolean | undefined
  /** Told of a failure that the model can do nothing about; the model gets a text all the same. @default console.warn */
  onError?: ((error: unknown) => void) | undefined
}

type Owned = Pick<MemoryToolsOptions, 'user' | 'onError'>

/**
 * The memory's tools for `generateText`, `streamText` and `ToolLoopAgent`. Opens nothing until one is called; a tool
 * whose layer is off answers that it is.
 * @throws MemoryError `bad-option` for a name that no tool has, `bad-input` for many memories without a user
 */
export function memoryTools(memory: Memory | Memories, options: MemoryToolsOptions = {}): ToolSet {
  const { tools, readOnly = false } = options
  const open = opener(memory, options, 'memoryTools')
  const onError = createReporter(options.onError)
  const wanted = chooseTools(tools).filter(({ writes }) => !(readOnly && writes))
  return Object.fromEntries(
    wanted.map(({ name, description, inputSchema }) => [
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

/**
 * Runs the commands of Anthropic's memory tool on the memory's notes:
 * `anthropic.tools.memory_20250818({ execute: anthropicMemoryExecutor(memory) })`. Whatever a model writes, the answer is
 * a text.
 * @throws MemoryError `bad-input` for many memories without a user
 */
export function anthropicMemoryExecutor(
  memory: Memory | Memories,
  options: Owned = {},
): (command: unknown, options?: { abortSignal?: AbortSignal | undefined }) => Promise<string> {
  const open = opener(memory, options, 'anthropicMemoryExecutor')
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

/** The same commands as an ordinary tool, `memory`, for models of other makers. @throws as {@link anthropicMemoryExecutor} */
export function memoryDirectoryTools(memory: Memory | Memories, options: Owned = {}): ToolSet {
  const execute = anthropicMemoryExecutor(memory, options)
  const { name, description, inputSchema } = memoryDirectoryTool((command, { signal } = {}) =>
    execute(command, { abortSignal: signal }),
  )
  return { [name]: { description, inputSchema, execute } }
}

function opener(memory: Memory | Memories, { user }: Owned, caller: string): () => Promise<Memory> {
  if (!('for' in memory)) return async () => memory
  if (typeof user === 'string' && user !== '') return () => memory.for({ user })
  throw new MemoryError(
    'bad-input',
    `${caller} was given many memories and user is ${shown(user)}: say whose, ${caller}(memories, { user: 'ada@example.com' })`,
  )
}
