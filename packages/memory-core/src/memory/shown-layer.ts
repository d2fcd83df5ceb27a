import type { Report } from '../events.ts'
import type { Memory } from '../memory.ts'
import { type ResolvedLayers, switchableLayers } from '../options.ts'
import { messageAndModelKey, responseKey } from '../responses/response-key.ts'
import type { MemoryTool } from '../tools/tool-definition.ts'
import type { ToolChoice } from '../tools/tool-sources.ts'
import { type LayerCall, layerCalls, namesOn, refuseWithout, type ShownLayers } from './layer-calls.ts'
import type { AnyCall, Redaction } from './redaction.ts'

export interface LayerGuard {
  on: ResolvedLayers['on']
  /** Undefined if redaction is off. */
  redaction: Redaction | undefined
  /** Called after each call that changes indexed content. */
  written(): void
  /** Called before each call that shows MEMORY.md or the history. Never rejects. */
  settled(): Promise<unknown>
}

/** Wraps a layer as its table of calls says: calls are refused if it is off, redacted, reported to the index, or wait. */
export function shownLayer<Name extends keyof ShownLayers>(
  name: Name,
  layer: ShownLayers[Name],
  { on, redaction, written, settled }: LayerGuard,
): ShownLayers[Name] {
  const calls: ReadonlyMap<string, LayerCall> = new Map(Object.entries(layerCalls[name]))
  const isOff = switchableLayers.some((one) => one === name && !on[one])
  return new Proxy(layer, {
    get(target, property) {
      const method: unknown = Reflect.get(target, property)
      const call = calls.get(String(property))
      // JavaScript itself reads other names, such as `then` and `toJSON`, and ignores a rejection.
      if (isOff && call) return async () => refuseWithout(on, name)
      const isWrapped = call && (call.stores || call.isIndexed || call.isSettled)
      if (typeof method !== 'function' || !isWrapped) return method
      const inner: AnyCall =
        call.stores && redaction
          ? redaction.call(target, name, String(property), call.stores)
          : async (...given) => Reflect.apply(method, target, given)
      return async (...given: readonly unknown[]) => {
        if (call.isSettled) await settled()
        const result = await inner(...given)
        if (call.isIndexed) written()
        return result
      }
    },
  })
}

/** Runs a call on the memory, after opening it again if needed. */
type UseMemory = <T>(call: (memory: Memory) => Promise<T>) => Promise<T>

function reopening<Name extends keyof ShownLayers>(name: Name, use: UseMemory): Memory[Name]
function reopening(name: keyof ShownLayers, use: UseMemory): object {
  const calls = Object.entries<LayerCall>(layerCalls[name]).map(([method, { isCopied }]) => {
    const call = (...given: readonly unknown[]): Promise<unknown> => {
      let own = given
      let isCalled = false
      const result = use((memory): Promise<unknown> => {
        isCalled = true
        const layer = memory[name]
        return Reflect.apply(Reflect.get(layer, method), layer, own)
      })
      // An open memory was called at once and copied what it keeps; until it is open, the caller may change that.
      if (isCopied && !isCalled) own = given.map(copied)
      return result
    }
    return [method, call]
  })
  return Object.fromEntries(calls)
}

function copied<T>(given: T): T {
  try {
    return structuredClone(given)
  } catch {
    return given // cannot be stored: the memory's own error says why
  }
}

/** A memory that is opened for each call by `use`, so that its holder does not notice that it was closed in between. */
export function reopeningMemory(use: UseMemory, layers: ResolvedLayers, report: Report): Memory {
  const sessions = reopening('sessions', use)
  const memory: Memory = {
    addMessages: sessions.append,
    buildContext: (request) => use((open) => open.buildContext(request)),
    recall: (query, options) => use((open) => open.recall(query, options)),
    consolidate: (session, options) => use((open) => open.consolidate(session, options)),
    resetSession: (session, options) => use((open) => open.resetSession(session, options)),
    maintain: (options) => use((open) => open.maintain(options)),
    forget: (request) => use((open) => open.forget(request)),
    log: (options) => use((open) => open.log(options)),
    scrub: (options) => use((open) => open.scrub(options)),
    check: (options) => use((open) => open.check(options)),
    backup: (directory, options) => use((open) => open.backup(directory, options)),
    tools: ({ tools = layers.tools } = {}) => loadTools(memory, tools, report),
    flush: () => use((open) => open.flush()),
    close: () => use((open) => open.flush()),
    layers: [...namesOn(layers.on), 'sessions'],
    toolChoice: layers.tools,
    receipts: {
      list: (filter) => use(({ receipts }) => receipts.list(filter)),
      get: (id) => use(({ receipts }) => receipts.get(id)),
    },
    facts: reopening('facts', use),
    history: reopening('history', use),
    notes: reopening('notes', use),
    knowledge: reopening('knowledge', use),
    records: reopening('records', use),
    sessions,
    responses: {
      ...reopening('responses', use),
      key: layers.responses.key === 'full' ? responseKey : messageAndModelKey,
    },
    items: reopening('items', use),
  }
  return memory
}

/** Makes the tools, and reports their failures. Their schemas are loaded on demand, because that takes long. */
export async function loadTools(memory: Memory, tools: ToolChoice, report: Report): Promise<MemoryTool[]> {
  const { memoryTools } = await import('../tools/memory-tools.ts')
  const onError = (error: unknown, tool: string): void =>
    report({ type: 'tool-failed', level: 'error', message: `the tool ${tool} failed: ${String(error)}`, error })
  return memoryTools(memory, { tools, onError })
}
