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

/** Options of {@link memoryTools}. With `openMemories`, the run's context names its user. */
export interface MemoryToolsOptions extends OfferedTools, IdentifyOptions {}

/**
 * The tools of a memory, for `createAgent({ tools })`, a `ToolNode` or `model.bindTools`. The user is named by the code
 * that runs the agent (`context: { user }`) or the tool (`configurable: { user }`), never by an argument that a model
 * wrote. With one memory, only tools whose layers are on.
 * @throws MemoryError `bad-option` for invalid options, and for an unknown tool name
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

/** The run of a call: tools receive a runtime inside an agent, and a configuration elsewhere. */
function runOf(given: unknown): GivenRun & { signal?: AbortSignal } {
  if (!isObject(given)) return {}
  const signal: unknown = Reflect.get(given, 'signal')
  return {
    context: Reflect.get(given, 'context'),
    configurable: Reflect.get(given, 'configurable'),
    ...(signal instanceof AbortSignal && { signal }),
  }
}
