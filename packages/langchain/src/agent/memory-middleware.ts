import { type CallScope, createReporter, isObject, waitingMs } from '@daybook/memory-core/adapters'
import { offeredTools } from '@daybook/memory-core/tools'
import { AIMessage, type BaseMessage } from '@langchain/core/messages'
import type { DynamicStructuredTool } from '@langchain/core/tools'
import { type AgentMiddleware, createMiddleware } from 'langchain'
import { memoryTools } from '../memory-tools.ts'
import { createScopes } from '../scope/identify.ts'
import { injectContext } from './inject-context.ts'
import { checkMiddlewareOptions, type MemoryMiddlewareOptions } from './middleware-options.ts'
import { createTurns } from './turn.ts'

/**
 * A middleware for `createAgent` that gives an agent memory, with any model, with or without a checkpointer. Before
 * each model call it stores the new messages of the conversation and adds the context, which is built once for each
 * user message and never written into the agent's state; afterwards it stores the reply. It adds the memory's tools. A
 * run names its user and session: `agent.invoke(…, { context: { user, session } })`.
 * @throws MemoryError `bad-option` here, for invalid options. Later nothing: a failing memory never fails a run
 */
export function memoryMiddleware(
  options: MemoryMiddlewareOptions,
): AgentMiddleware<undefined, undefined, unknown, readonly DynamicStructuredTool[], readonly []> {
  checkMiddlewareOptions(options)
  const { tools, readOnly = false } = options
  const { timeoutMs = waitingMs, name = 'DaybookMemory' } = options
  const report = createReporter(options.onError)
  const { scopeOf } = createScopes({ ...options, report })
  const beginTurn = createTurns({ timeoutMs, report })
  const { session: _session, timeoutMs: _timeoutMs, name: _name, ...shared } = options
  const ours = memoryTools({ ...shared, onError: report })

  /** The tools of a call: of the memory's tools only those that the run's memory supports, none without a memory. */
  function offered<Tool extends object>(all: readonly Tool[], scope: CallScope | undefined): Tool[] {
    const usable = scope ? offeredTools(scope.memory, { tools, readOnly: scope.readOnly }) : []
    const names = new Set(usable.map((tool) => tool.name))
    const unusable = new Set<object>(ours.filter((tool) => !names.has(tool.name)))
    return all.filter((tool) => !unusable.has(tool))
  }

  return createMiddleware({
    name,
    tools: ours,
    wrapModelCall: async (request, handler) => {
      const found = await scopeOf(request.runtime).catch(report)
      const scope = found && { ...found, readOnly: readOnly || found.readOnly }
      const shown = { ...request, tools: offered(request.tools, scope) }
      if (!scope) return handler(shown)
      const { context, keep } = await beginTurn(scope, { messages: request.messages, signal: request.runtime.signal })
      const told = context && injectContext(request, context, request.modelSettings?.['cache_control'])
      const response = await handler(told ? { ...shown, ...told } : shown)
      await keep(replyOf(response))
      return response
    },
  })
}

/** The messages of a response: a reply, or those of a structured answer. */
function replyOf(response: unknown): BaseMessage[] {
  if (AIMessage.isInstance(response)) return [response]
  if (!isObject(response) || !('messages' in response) || !Array.isArray(response.messages)) return []
  return response.messages
}
