import { type Memory, MemoryError } from '@daybook/memory-core'
import { shown } from '@daybook/memory-core/adapters'
import { type MemoryRequestContext, parseMemoryRequestContext } from '@mastra/core/memory'
import type { RequestContext } from '@mastra/core/request-context'
import type { Owners } from './owners.ts'

/** The memory and conversation of a run. */
export interface RunScope {
  memory: Memory
  resource: string
  thread: string
  /** Whether nothing of the run is stored. */
  readOnly: boolean
}

/** Determines the scope of a run; undefined if it has none, so that nothing is recalled or stored. */
export type FindScope = (requestContext: RequestContext | undefined) => Promise<RunScope | undefined>

/** How scopes are determined. */
export interface ScopeOptions {
  owners: Owners
  /** The resource of a stored thread; undefined if it is not stored. */
  ownerOf: (thread: string) => Promise<string | undefined>
  /** Whether an agent delegated the run of a thread to another agent: then it has no memory. @default never */
  isDelegated?: (thread: string, resource: string) => Promise<boolean>
  /** Whether runs store nothing unless they say otherwise. @default false */
  readOnly?: boolean
  /** Called once for each reason why runs have no memory. */
  report: (error: unknown) => void
}

/**
 * Determines scopes only by the resource in the run's request context. A thread of another resource has no memory,
 * whatever the version of the framework allows.
 */
export function createFindScope({ owners, ownerOf, isDelegated, readOnly = false, report }: ScopeOptions): FindScope {
  const warned = new Set<string>()
  /** The framework creates one context for each run, and passes it to every processor: a scope is cached for the run. */
  const scopes = new WeakMap<object, RunScope>()

  function without(kind: string, problem: string): undefined {
    if (!warned.has(kind)) report(new MemoryError('bad-input', `${problem} The run has no memory.`))
    warned.add(kind)
  }

  async function find(context: MemoryRequestContext): Promise<RunScope | undefined> {
    const { thread, resourceId: resource, memoryConfig } = context
    if (!thread?.id) return undefined
    if (!resource) return without('nobody', 'A run has a thread and no resource: pass memory: { thread, resource }.')
    const owner = thread.resourceId ?? (await ownerOf(thread.id))
    const stored = thread.resourceId === undefined ? owner : await ownerOf(thread.id)
    if ((owner ?? resource) !== resource || (stored ?? resource) !== resource)
      return without(
        'stolen',
        `A run of the resource ${shown(resource)} names the thread ${shown(thread.id)}, which is another resource's: pass a thread of this resource, or a new id.`,
      )
    if (await isDelegated?.(thread.id, resource)) return undefined
    const memory = await owners.of(resource)
    if (memory) return { memory, resource, thread: thread.id, readOnly: memoryConfig?.readOnly ?? readOnly }
    return without(
      'other',
      `A run names the resource ${shown(resource)}, but the one memory that was given is that of the option user: pass openMemories({ directory }), which keeps resources apart.`,
    )
  }

  return async (requestContext) => {
    const context = parseMemoryRequestContext(requestContext)
    if (!context) return undefined
    const known = scopes.get(context)
    if (known) return known
    const scope = await find(context)
    if (scope) scopes.set(context, scope)
    return scope
  }
}
