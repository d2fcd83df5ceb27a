import type { Memories, Memory } from '@daybook/memory-core'
import {
  anyMemory,
  type FailureOptions,
  type Fields,
  type OfferedTools,
  type OpenedOwner,
  type OwnedMemory,
  openedOwner,
  reportingFields,
  runTool,
  toolFields,
} from '@daybook/memory-core/adapters'
import { createMemoryCommands, memoryDirectoryTool, offeredTools } from '@daybook/memory-core/tools'
import type { ToolSet } from 'ai'

/** The tools and the memory that they work on. For many users, create the tools in each request. */
export interface MemoryToolsOptions extends OfferedTools {}

/** Options with their memory, or the memory alone, followed by its other options. */
export type GivenMemory<Options> = Options | Memory | Memories

type Owned = OwnedMemory & FailureOptions

/**
 * Accepts both forms, `({ memory, …options })` and `(memory, options)`, and checks them.
 * @throws MemoryError `bad-option` for invalid options, and for many memories without a user
 */
export function readGiven<Options extends Owned>(
  given: GivenMemory<Options>,
  more: object | undefined,
  owner: string,
  fields: Fields = reportingFields,
): OpenedOwner & { options: Options } {
  const options = (anyMemory(given) === undefined ? { ...more, memory: given } : given) as Options // checked by the next line
  return { options, ...openedOwner(options, owner, fields) }
}

/**
 * The memory's tools for `generateText`, `streamText` and `ToolLoopAgent`: the chosen ones whose layers are on. Opens
 * nothing until one is called. `memoryTools(memory, options)` is a short form.
 * @throws MemoryError `bad-option` for an unknown tool name, and for many memories without a user
 */
export function memoryTools(options: MemoryToolsOptions): ToolSet
export function memoryTools(memory: Memory | Memories, options?: Omit<MemoryToolsOptions, 'memory'>): ToolSet
export function memoryTools(
  given: GivenMemory<MemoryToolsOptions>,
  more?: Omit<MemoryToolsOptions, 'memory'>,
): ToolSet {
  const { options, open, report } = readGiven(given, more, 'memoryTools', toolFields)
  return Object.fromEntries(
    offeredTools(options.memory, options).map((definition) => [
      definition.name,
      {
        description: definition.description,
        inputSchema: definition.inputSchema,
        execute: (input: unknown, { abortSignal: signal }: CallEnding = {}) =>
          runTool(definition, { input, open, signal, report }),
      },
    ]),
  )
}

interface CallEnding {
  abortSignal?: AbortSignal | undefined
}

/** Runs a command of Anthropic's memory tool. */
type Executor = (command: unknown, options?: CallEnding) => Promise<string>

/**
 * Runs the commands of Anthropic's memory tool on the memory's notes: `anthropic.tools.memory_20250818({ execute:
 * anthropicMemoryExecutor({ memory }) })`. Always returns a text, whatever the model writes.
 * @throws MemoryError `bad-option` for many memories without a user
 */
export function anthropicMemoryExecutor(options: Owned): Executor
export function anthropicMemoryExecutor(memory: Memory | Memories, options?: Omit<Owned, 'memory'>): Executor
export function anthropicMemoryExecutor(given: GivenMemory<Owned>, more?: Omit<Owned, 'memory'>): Executor {
  return executor('anthropicMemoryExecutor', given, more)
}

/** The same commands as one tool, `memory`, for other providers. @throws like {@link anthropicMemoryExecutor} */
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
  const { open, report } = readGiven(given, more, owner)
  return async (command, { abortSignal: signal } = {}) => {
    try {
      const { notes } = await open()
      return await createMemoryCommands({ notes, onError: report })(command, { signal })
    } catch (error) {
      signal?.throwIfAborted()
      report(error)
      return 'Error: the memory failed inside; nothing is wrong with the command. Go on without it.'
    }
  }
}
