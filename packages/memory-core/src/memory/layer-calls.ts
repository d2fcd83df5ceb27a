import { MemoryError } from '../errors.ts'
import type { Report } from '../events.ts'
import type { Memory } from '../memory.ts'
import { replacement } from '../notes/note.ts'
import { type ResolvedLayers, type SwitchableLayer, switchableLayers } from '../options.ts'
import type { KeptFields } from '../privacy/redact-value.ts'
import { messageAndModelKey, responseKey } from '../responses/responses.ts'
import type { ItemStore } from '../storage/items.ts'
import type { MemoryTool } from '../tools/tool-definition.ts'
import type { ToolChoice } from '../tools/tool-sources.ts'
import type { AnyCall, Redaction } from './redaction.ts'

export type ShownLayers = Pick<Memory, SwitchableLayer | 'sessions' | 'responses'> & { items: ItemStore }

export interface StoredArguments {
  places: readonly number[]
  /** Fields that are names or ids, which are stored unredacted. */
  keep?: KeptFields
  /** With names, the arguments are redacted together as one object, because one of them may label another as a secret. */
  names?: readonly string[]
  /** The method that reads the text to which the first argument is appended: the line above may label it as a secret. */
  below?: keyof Memory['facts']
  /** Another method to call instead, which gets the complete stored text; `places` are positions of its arguments. */
  through?: { method: keyof Memory['notes']; given(args: readonly unknown[]): readonly unknown[] }
}

/** How a memory wraps one method of a layer. */
export interface LayerCall {
  /** The arguments that are stored, and so redacted; undefined if there are none. */
  stores?: StoredArguments
  /** Whether the search index is updated after the call. */
  isIndexed?: boolean
  /** Whether the call waits until MEMORY.md and the history are in step with the records, a second at most. */
  isSettled?: boolean
  /** Whether arguments are copied if the memory has to be opened first, because the caller may change them before that. */
  isCopied?: boolean
}

const ofMessages: KeptFields = new Set(['id', 'role', 'createdAt', 'toolCallId', 'toolCalls.id'])
const ofRecords: KeptFields = new Set(['type', 'kind', 'supersedes', 'source.session', 'source.messageId'])
/** Redacts the complete new file, because the replaced part may be the name or the value of a secret. */
const changedNote: StoredArguments = {
  places: [1],
  through: { method: 'edit', given: ([filename, oldText, newText]) => replacement(filename, oldText, newText) },
}
const plain: LayerCall = {}
const indexed: LayerCall = { isIndexed: true }
const settled: LayerCall = { isSettled: true }
const first: LayerCall = { stores: { places: [0] } }

function each<Method extends string>(call: LayerCall, ...methods: Method[]): Record<Method, LayerCall> {
  return Object.fromEntries(methods.map((method) => [method, call])) as Record<Method, LayerCall>
}

/**
 * Every method of every layer. A missing method does not compile, so that its author decides what it stores. Names are
 * not redacted (sessions, ids, keys of items, the person and the framework). The file name of a note with a secret in it
 * is refused, because a redaction marker is not valid in a file name.
 */
export const layerCalls: {
  readonly [Name in keyof ShownLayers]: { readonly [Method in keyof ShownLayers[Name]]: LayerCall }
} = {
  facts: {
    ...each(settled, 'read', 'list', 'search', 'versions'),
    ...each(plain, 'compact', 'restore'),
    replace: first,
    append: { stores: { places: [0], below: 'read' } },
  },
  history: { append: first, list: settled, search: settled },
  notes: {
    ...each(plain, 'list', 'read', 'index'),
    write: { ...indexed, ...first },
    update: { ...indexed, stores: changedNote },
    delete: indexed,
    rename: { ...indexed, stores: { places: [1] } },
    create: { ...indexed, stores: { places: [0, 1] } },
    edit: { ...indexed, stores: { places: [1] } },
  },
  knowledge: {
    ...each(plain, 'get', 'search', 'byCategory', 'list', 'stats', 'exportForContext'),
    ...each(plain, 'remove', 'clearCategory', 'flush'),
    add: { stores: { places: [0, 1, 2], names: ['category', 'content', 'options'] } },
  },
  records: {
    ...each(plain, 'get', 'list', 'recall', 'stats'),
    ...each(indexed, 'archive', 'restore', 'remove', 'reinforce', 'report'),
    ...each({ ...indexed, stores: { places: [0], keep: ofRecords } }, 'learn', 'episode', 'procedure'),
    update: { ...indexed, stores: { places: [1], keep: ofRecords } },
  },
  sessions: {
    ...each(plain, 'list', 'get', 'messages', 'remove', 'setAside', 'trim', 'clear', 'recap'),
    ...each({ isCopied: true, stores: { places: [1], keep: ofMessages } }, 'append', 'align'),
    update: { stores: { places: [2], keep: ofMessages } },
    describe: { stores: { places: [1] } },
  },
  responses: {
    ...each(plain, 'key', 'get', 'invalidate', 'clear', 'stats'),
    put: { stores: { places: [1, 2] } },
  },
  items: {
    ...each(plain, 'get', 'remove', 'clear', 'search', 'namespaces', 'count', 'prune'),
    put: { isCopied: true, stores: { places: [0], keep: new Set(['namespace', 'key', 'at', 'expiresAt']) } },
  },
}

/** @throws MemoryError `layer-off` unless all of these are on; layers that are always on pass */
export function refuseWithout(on: Readonly<Record<SwitchableLayer, boolean>>, ...names: readonly string[]): void {
  const off = switchableLayers.find((layer) => names.includes(layer) && !on[layer])
  if (off !== undefined) {
    const message = `the layer ${off} is off, on are ${namesOn(on).join(', ')}: open the memory with the option "${off}: {}", or with a profile that has it`
    throw new MemoryError('layer-off', message)
  }
}

export function namesOn(on: Readonly<Record<SwitchableLayer, boolean>>): SwitchableLayer[] {
  return switchableLayers.filter((layer) => on[layer])
}

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

function reopening<Part extends object, Method extends keyof Part>(
  use: UseMemory,
  part: (memory: Memory) => Part,
  calls: Readonly<Record<Method, LayerCall>>,
): Pick<Part, Method>
function reopening(use: UseMemory, part: (memory: Memory) => object, calls: Record<string, LayerCall>): object {
  const methods = Object.entries(calls).map(([method, { isCopied }]) => {
    const call = (...given: readonly unknown[]): Promise<unknown> => {
      let own = given
      let isCalled = false
      const result = use((memory): Promise<unknown> => {
        isCalled = true
        const target = part(memory)
        return Reflect.apply(Reflect.get(target, method), target, own)
      })
      // An open memory was called at once and copied what it keeps; until it is open, the caller may change that.
      if (isCopied && !isCalled) own = given.map(copied)
      return result
    }
    return [method, call]
  })
  return Object.fromEntries(methods)
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
  const sessions = reopening(use, (open) => open.sessions, layerCalls.sessions)
  const memory: Memory = {
    ...reopening(use, (open) => open, each(plain, 'buildContext', 'recall', 'consolidate', 'resetSession', 'maintain')),
    ...reopening(use, (open) => open, each(plain, 'forget', 'log', 'scrub', 'check', 'backup', 'flush')),
    addMessages: sessions.append,
    tools: ({ tools = layers.tools } = {}) => loadTools(memory, tools, report),
    close: () => use((open) => open.flush()),
    layers: [...namesOn(layers.on), 'sessions'],
    toolChoice: layers.tools,
    receipts: reopening(use, (open) => open.receipts, each(plain, 'list', 'get')),
    facts: reopening(use, (open) => open.facts, layerCalls.facts),
    history: reopening(use, (open) => open.history, layerCalls.history),
    notes: reopening(use, (open) => open.notes, layerCalls.notes),
    knowledge: reopening(use, (open) => open.knowledge, layerCalls.knowledge),
    records: reopening(use, (open) => open.records, layerCalls.records),
    sessions,
    responses: {
      ...reopening(use, (open) => open.responses, layerCalls.responses),
      key: layers.responses.key === 'full' ? responseKey : messageAndModelKey,
    },
    items: reopening(use, (open) => open.items, layerCalls.items),
  }
  return memory
}

/** Makes the tools, and reports their failures. Their schemas are loaded on demand, because that takes long. */
export async function loadTools(memory: Memory, tools: ToolChoice, report: Report): Promise<MemoryTool[]> {
  const { memoryTools } = await import('../tools/commands.ts')
  const onError = (error: unknown, tool: string): void =>
    report({ type: 'tool-failed', level: 'error', message: `the tool ${tool} failed: ${String(error)}`, error })
  return memoryTools(memory, { tools, onError })
}
