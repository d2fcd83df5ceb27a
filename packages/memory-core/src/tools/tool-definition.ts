import type { output, ZodObject, ZodRawShape } from 'zod'
import { unlessAborted } from '../async.ts'
import type { History } from '../documents/history.ts'
import { MemoryError, type MemoryErrorCode } from '../errors.ts'
import type { MaintenanceReport } from '../maintenance/maintenance-report.ts'
import type { Notes } from '../notes/notes.ts'
import type { Records } from '../records/records.ts'
import type { CountTokens } from '../text/count-tokens.ts'
import { capAnswer } from './answer-text.ts'
import type { MemoryTool } from './tool.ts'
import { toolInput } from './tool-input.ts'

/**
 * What the tools work on. Each part that is absent belongs to a layer that is off: the tools that need it are not
 * offered.
 */
export interface ToolSources {
  records?: Records
  /** The search over every layer; `memory.recall` fits. */
  recall?: (query: string, options: { limit: number; signal?: AbortSignal }) => Promise<{ items: readonly FoundText[] }>
  /** Removes what has these ids, in whatever layer. */
  forget?: (
    ids: readonly string[],
    options: { signal?: AbortSignal },
  ) => Promise<{ removed: readonly string[]; notFound: readonly string[] }>
  /** Merges duplicates, archives the faded, promotes what recurs; only says what it would do with `dryRun`. */
  maintain?: (options: { dryRun: boolean; signal?: AbortSignal }) => Promise<MaintenanceReport>
  notes?: Notes
  history?: History
  /** Prices what a budget is for. @default estimateTokens */
  countTokens?: CountTokens
  /** Is told what went wrong inside a tool, when it is no error that the model can do something about. */
  onError?: (error: unknown, tool: string) => void
}

/** As much of what was found as a tool shows. */
export interface FoundText {
  id: string
  layer: string
  text: string
  createdAt?: string
  /** Of a record: since when it is archived, until when it held. */
  source?: object
  /** What took its place, and what says otherwise. */
  supersededBy?: string
  removed?: true
  conflictsWith?: readonly string[]
}

/** What a call may bring besides its input. */
export interface ToolCallOptions {
  signal?: AbortSignal | undefined
}

/** A tool before it is bound to a memory. Made by {@link defineTool}. */
export interface ToolDefinition {
  readonly name: string
  readonly description: string
  readonly inputSchema: ZodObject
  readonly writes: boolean
  /** The parts of the sources without which it is not offered. */
  readonly needs: readonly (keyof ToolSources)[]
  /** The most characters of an answer. */
  readonly longest: number
  /**
   * Reads the input, which may be anything, and runs.
   * @throws MemoryError `bad-input` when the input does not fit the schema; `layer-off` when a needed part is absent
   */
  run(sources: ToolSources, input: unknown, options: ToolCallOptions): Promise<string>
}

/** A tool as it is written down: what it needs and what it takes are typed by `needs` and `inputSchema`. */
export interface ToolText<Fields extends ZodRawShape, Need extends keyof ToolSources> {
  name: string
  /** For the model: when to use it, what not to use it for, one example. */
  description: string
  /** Strict, with a description on every field. */
  inputSchema: ZodObject<Fields>
  /** Whether it changes the memory. */
  writes: boolean
  needs: readonly Need[]
  /** The most characters of an answer. @default 8000 */
  longest?: number
  run(
    sources: ToolSources & Required<Pick<ToolSources, Need>>,
    input: output<ZodObject<Fields>>,
    options: ToolCallOptions,
  ): Promise<string>
}

const longestAnswer = 8_000
const longestError = 2_000
/** What a model can do something about; everything else is for a person. */
const forTheModel: readonly MemoryErrorCode[] = ['bad-input', 'not-found', 'layer-off', 'version-conflict']

/** Makes a definition of what is written down. */
export function defineTool<Fields extends ZodRawShape, Need extends keyof ToolSources>(
  tool: ToolText<Fields, Need>,
): ToolDefinition {
  const { name, description, inputSchema, writes, needs, longest = longestAnswer } = tool
  return {
    name,
    description,
    inputSchema,
    writes,
    needs,
    longest,
    async run(sources, input, options) {
      const fields = toolInput(name, inputSchema, input)
      if (!hasParts(sources, needs))
        throw new MemoryError('layer-off', `${name} needs ${needs.join(' and ')}: the layer is off in this memory`)
      return tool.run(sources, fields, options)
    },
  }
}

/**
 * Binds a definition to a memory. The tool answers a text whatever happens, errors included; only an aborted signal
 * rejects, at once, while a write that has begun may still be made. Answers longer than the definition's `longest` are cut.
 */
export function bindTool(definition: ToolDefinition, sources: ToolSources): MemoryTool {
  const { name, description, inputSchema, writes, longest } = definition
  const hint = 'Ask more exactly, or for less at a time.'
  return {
    name,
    description,
    inputSchema,
    writes,
    async execute(input, options = {}) {
      const { signal } = options
      signal?.throwIfAborted()
      try {
        return capAnswer(await unlessAborted(signal, definition.run(sources, input, { signal })), longest, hint)
      } catch (error) {
        signal?.throwIfAborted()
        const isKnown = MemoryError.isInstance(error)
        if (!isKnown || !forTheModel.includes(error.code)) tell(sources, error, name)
        if (isKnown) return capAnswer(`Error: ${error.message}`, longestError, hint)
        return `Error: ${name} failed inside the memory; nothing is wrong with the arguments. Go on without it.`
      }
    },
  }
}

/** Binds those whose layers are on, in their order. */
export function bindTools(definitions: readonly ToolDefinition[], sources: ToolSources): MemoryTool[] {
  return definitions.filter(({ needs }) => hasParts(sources, needs)).map((definition) => bindTool(definition, sources))
}

function hasParts<Need extends keyof ToolSources>(
  sources: ToolSources,
  needs: readonly Need[],
): sources is ToolSources & Required<Pick<ToolSources, Need>> {
  return needs.every((part) => sources[part] !== undefined)
}

function tell({ onError }: ToolSources, error: unknown, tool: string): void {
  try {
    onError?.(error, tool)
  } catch {
    // Whoever listens may fail: the model gets its answer all the same.
  }
}
