import {
  checkOptions,
  createReporter,
  isObject,
  type OfferedTools,
  runTool,
  toolFields,
} from '@daybook/memory-core/adapters'
import { offeredTools } from '@daybook/memory-core/tools'
import { DynamicStructuredTool } from '@langchain/core/tools'
import { createScopes, type GivenRun, type IdentifyOptions, identifyFields } from './scope/identify.ts'

/** How a model uses a memory by tools. With `openMemories` the run's context names its user. */
export interface MemoryToolsOptions extends OfferedTools, IdentifyOptions {}

/**
 * The tools of a memory, for `createAgent({ tools })`, a `ToolNode` or `model.bindTools`. Whose memory a call uses is
 * what the code says that runs the agent (`context: { user }`) or the tool (`configurable: { user }`), never an argument that a model wrote. Of one memory,
 * only tools whose layers are on.
 * @throws MemoryError `bad-option` for invalid options, and for a name that no tool has
 */
export function memoryTools(options: MemoryToolsOptions): DynamicStructuredTool[] {
  checkOptions(options, 'memoryTools', { ...toolFields, ...identifyFields })
  const report = createReporter(options.onError)
  const scopes = createScopes({ ...options, report })
  return offeredTools(options.memory, options).map(
    (definition) =>
      new DynamicStructuredTool({
        name: definition.name,
        description: definition.description,
        schema: definition.inputSchema,
        func: (input: unknown, _, config) => {
          const run = runOf(config)
          const open = async () => (await scopes.memoryOf(run).catch(report))?.memory
          return runTool(definition, { input, open, signal: run.signal, report })
        },
      }),
  )
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
