import {
  anyMemory,
  callable,
  checkOptions,
  createReporter,
  type Fields,
  flag,
  text,
  toolChoice,
} from '@daybook/memory-core/adapters'
import type { MemoryToolsOptions as CoreToolsOptions } from '@daybook/memory-core/tools'
import { memoryTools as coreTools, offeredTools } from '@daybook/memory-core/tools'
import { parseMemoryRequestContext } from '@mastra/core/memory'
import { MASTRA_RESOURCE_ID_KEY, type RequestContext } from '@mastra/core/request-context'
import { createTool, type ToolAction } from '@mastra/core/tools'
import { createOwners, type Owners, type Ownership } from './owners.ts'

/** What `memoryTools` takes. */
export interface MemoryToolsOptions extends Ownership {
  /** Tools by name, `'all'`, or none. @default those of the memory: its option `tools`, or what its profile says */
  tools?: CoreToolsOptions['tools']
  /** Leave out the tools that change the memory. Where they are kept, runs with `readOnly` are refused by them. @default false */
  readOnly?: boolean
  /** Told of failures that a model can do nothing about. @default `console.warn`, once for each error */
  onError?: (error: unknown) => void
}

/** A tool as Mastra takes it. */
export type MastraTool = ToolAction<unknown, unknown>

/** As much of what Mastra hands to a tool as is looked at. */
interface ToolRun {
  agent?: { resourceId?: string | undefined } | undefined
  requestContext?: RequestContext | undefined
  abortSignal?: AbortSignal | undefined
}

const fields: Fields = {
  memory: anyMemory,
  user: text('a text that is not empty'),
  tools: toolChoice,
  readOnly: flag,
  onError: callable,
}

/**
 * The memory's tools for `new Agent({ tools })`. Whose memory they work on is what the run's own context says of its
 * resource, never what the model writes. A tool always answers a text that the model can act on.
 * @throws MemoryError `bad-option`
 */
export function memoryTools(options: MemoryToolsOptions): Record<string, MastraTool> {
  checkOptions(options, 'memoryTools', fields)
  const report = createReporter(options.onError)
  return toolsOf({ ...options, owners: createOwners(options, 'memoryTools'), report })
}

/** What tools are made from, once the options are read. */
export interface ToolsOptions extends Pick<Ownership, 'memory'> {
  owners: Owners
  tools?: CoreToolsOptions['tools']
  readOnly?: boolean
  report: (error: unknown) => undefined
}

/** The tools that are asked for, as far as their layers are on. @throws MemoryError `bad-option` for a name that no tool has */
export function toolsOf({ memory: many, owners, tools, readOnly, report }: ToolsOptions): Record<string, MastraTool> {
  return Object.fromEntries(
    offeredTools(many, { tools, readOnly }).map(({ name, description, inputSchema, writes }) => {
      const execute = async (input: unknown, run: ToolRun = {}): Promise<string> => {
        const resource = resourceOf(run)
        if (resource === undefined) return 'Error: this run has no resource, and so no memory. Go on without it.'
        if (writes && isReadOnly(run))
          return 'Error: this memory can only be read in this run. Go on without storing anything.'
        try {
          const memory = await owners.of(resource)
          if (!memory) return 'Error: there is no memory for this user. Go on without it.'
          const [tool] = coreTools(memory, { tools: [name], onError: report })
          if (!tool) return `Error: ${name} works on a part of the memory that is switched off. Go on without it.`
          return await tool.execute(input, { signal: run.abortSignal })
        } catch (error) {
          run.abortSignal?.throwIfAborted()
          report(error)
          return `Error: ${name} failed inside the memory; nothing is wrong with the arguments. Go on without it.`
        }
      }
      return [name, createTool({ id: name, description, inputSchema, execute }) as unknown as MastraTool] // its input is checked by the tool
    }),
  )
}

/** A resource that a server pinned to the request comes first, as it does for the run. */
function resourceOf({ agent, requestContext }: ToolRun): string | undefined {
  const pinned: unknown = requestContext?.get(MASTRA_RESOURCE_ID_KEY)
  const resource = pinned ?? agent?.resourceId ?? parseMemoryRequestContext(requestContext)?.resourceId
  return typeof resource === 'string' && resource !== '' ? resource : undefined
}

function isReadOnly({ requestContext }: ToolRun): boolean {
  return parseMemoryRequestContext(requestContext)?.memoryConfig?.readOnly === true
}
