import type { Memories, Memory } from '@daybook/memory-core'
import {
  anyMemory,
  callable,
  checkOptions,
  createReporter,
  type Fields,
  flag,
  isObject,
  text,
  toolChoice,
} from '@daybook/memory-core/adapters'
import { bindTools, offeredTools, type ToolDefinition, toolSources } from '@daybook/memory-core/tools'
import { DynamicStructuredTool } from '@langchain/core/tools'
import { createScopes, type GivenRun, type Identify, type Scopes } from './scope/identify.ts'

/** How a model uses a memory by tools. */
export interface MemoryToolsOptions {
  /** The memory of one user, or `openMemories(…)` for many: then the run's context names its user. */
  memory: Memory | Memories
  /** Whose memory it is, when it is one. @default nobody's: runs that name any user have no memory */
  user?: string
  /** Tools by name, `'all'`, or none. @default those of the memory: its option `tools`, or what its profile says */
  tools?: 'all' | readonly string[] | false
  /** Leave out the tools that change the memory. @default false */
  readOnly?: boolean
  /** Says which user a run is about. @default `user`, `userId` or `user_id`, in the context of an agent or in `configurable` */
  identify?: Identify
  /**
   * Whether the `configurable` of a run may name its user, where its context names none. Say `false` where clients can set
   * it, as those of a LangGraph server can: then `identify` has to find the user in what your server has authenticated.
   * @default true
   */
  userFromConfigurable?: boolean
  /** Told whatever went wrong with the memory; the model gets a text all the same. @default `console.warn`, once each */
  onError?: (error: unknown) => void
}

const fields: Fields = {
  memory: anyMemory,
  user: text('a user, as text'),
  tools: toolChoice,
  readOnly: flag,
  identify: callable,
  userFromConfigurable: flag,
  onError: callable,
}

/**
 * The tools of a memory, for `createAgent({ tools })`, a `ToolNode` or `model.bindTools`. Whose memory a call uses is
 * what the code says that runs the agent (`context: { user }`) or the tool (`configurable: { user }`), never an argument that a model wrote. Of one memory,
 * only tools whose layers are on.
 * @throws MemoryError `bad-option` for options that cannot be, and a name that no tool has
 */
export function memoryTools(options: MemoryToolsOptions): DynamicStructuredTool[] {
  checkOptions(options, 'memoryTools', fields)
  const report = createReporter(options.onError)
  const scopes = createScopes({ ...options, report })
  return offeredTools(options.memory, options).map((definition) => toolOf(definition, scopes, report))
}

function toolOf(
  definition: ToolDefinition,
  scopes: Scopes,
  report: (error: unknown) => undefined,
): DynamicStructuredTool {
  const { name, description, inputSchema } = definition

  async function run(input: unknown, given: unknown): Promise<string> {
    const call = runOf(given)
    const mine = await scopes.memoryOf(call).catch(report)
    if (!mine) return `Error: ${name} has no memory in this conversation. Go on without it.`
    const [tool] = bindTools([definition], toolSources(mine.memory, report))
    if (!tool) return `Error: ${name} is off in this memory. Go on without it.`
    return tool.execute(input, { signal: call.signal })
  }

  return new DynamicStructuredTool({
    name,
    description,
    schema: inputSchema,
    func: (input, _, config) => run(input, config),
  })
}

/** What a tool is called with: a runtime inside an agent, a configuration elsewhere. */
function runOf(given: unknown): GivenRun & { signal?: AbortSignal } {
  if (!isObject(given)) return {}
  const signal: unknown = Reflect.get(given, 'signal')
  return {
    context: Reflect.get(given, 'context'),
    configurable: Reflect.get(given, 'configurable'),
    ...(signal instanceof AbortSignal && { signal }),
  }
}
