import { checkOptions, createReporter, type OfferedTools, runTool, toolFields } from '@daybook/memory-core/adapters'
import { offeredTools } from '@daybook/memory-core/tools'
import { parseMemoryRequestContext } from '@mastra/core/memory'
import { MASTRA_RESOURCE_ID_KEY, type RequestContext } from '@mastra/core/request-context'
import { createTool, type ToolAction } from '@mastra/core/tools'
import { createOwners, type Owners } from './owners.ts'
import type { ScopeOptions } from './run-scope.ts'

/** Options of {@link memoryTools}; see {@link Ownership}. Tools that write refuse runs with `readOnly`. */
export interface MemoryToolsOptions extends OfferedTools {}

/** A tool in the form that Mastra takes. */
export type MastraTool = ToolAction<unknown, unknown>

/** The part of a tool's execution context that is used. */
interface ToolRun {
  agent?: { resourceId?: string | undefined; threadId?: string | undefined } | undefined
  requestContext?: RequestContext | undefined
  abortSignal?: AbortSignal | undefined
}

/**
 * The memory's tools for `new Agent({ tools })`. The memory is determined by the resource in the run's own context,
 * never by the model's output. A tool always returns a text that the model can act on.
 * @throws MemoryError `bad-option`
 */
export function memoryTools(options: MemoryToolsOptions): Record<string, MastraTool> {
  checkOptions(options, 'memoryTools', toolFields)
  const report = createReporter(options.onError)
  return toolsOf({ ...options, owners: createOwners(options, 'memoryTools'), report })
}

/** The parts that tools are made from. */
export interface ToolsOptions extends Pick<OfferedTools, 'memory' | 'tools' | 'readOnly'> {
  owners: Owners
  isDelegated?: ScopeOptions['isDelegated']
  report: (error: unknown) => undefined
}

/** The chosen tools whose layers are on. @throws MemoryError `bad-option` for an unknown tool name */
export function toolsOf(options: ToolsOptions): Record<string, MastraTool> {
  const { memory, owners, isDelegated, report } = options
  return Object.fromEntries(
    offeredTools(memory, options).map((definition) => {
      const { name: id, description, inputSchema, writes } = definition
      const execute = async (input: unknown, run: ToolRun = {}): Promise<string> => {
        const resource = resourceOf(run)
        if (resource === undefined) return 'Error: this run has no resource, and so no memory. Go on without it.'
        if (writes && isReadOnly(run))
          return 'Error: this memory can only be read in this run. Go on without storing anything.'
        const { threadId = '' } = run.agent ?? {}
        const open = async () => ((await isDelegated?.(threadId, resource)) ? undefined : owners.of(resource))
        return runTool(definition, { input, open, signal: run.abortSignal, report })
      }
      return [id, createTool({ id, description, inputSchema, execute }) as unknown as MastraTool] // its input is checked by the tool
    }),
  )
}

/** A resource that a server has set for the request takes precedence, like in the run itself. */
function resourceOf({ agent, requestContext }: ToolRun): string | undefined {
  const pinned: unknown = requestContext?.get(MASTRA_RESOURCE_ID_KEY)
  const resource = pinned ?? agent?.resourceId ?? parseMemoryRequestContext(requestContext)?.resourceId
  return typeof resource === 'string' && resource !== '' ? resource : undefined
}

function isReadOnly({ requestContext }: ToolRun): boolean {
  return parseMemoryRequestContext(requestContext)?.memoryConfig?.readOnly === true
}
