import { MemoryError, shown } from '../errors.ts'
import type { Report } from '../events.ts'
import { isRecord, printedJson } from '../json.ts'
import type { Memory } from '../memory.ts'
import { replacement } from '../notes/note.ts'
import { type ResolvedLayers, type SwitchableLayer, switchableLayers } from '../options.ts'
import { createRedact, type FoundSecret, foundIn, type Redact, type RedactionOptions } from '../privacy/redact.ts'
import { addFound, type KeptFields, redactValue } from '../privacy/redact-value.ts'
import type { ItemStore } from '../storage/items.ts'
import type { MemoryTool } from '../tools/tool-definition.ts'
import type { ToolChoice } from '../tools/tool-sources.ts'

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

/** The same call for each of these methods. */
export function each<Method extends string>(call: LayerCall, ...methods: Method[]): Record<Method, LayerCall> {
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

/** Makes the tools, and reports their failures. Their schemas are loaded on demand, because that takes long. */
export async function loadTools(memory: Memory, tools: ToolChoice, report: Report): Promise<MemoryTool[]> {
  const { memoryTools } = await import('../tools/commands.ts')
  const onError = (error: unknown, tool: string): void =>
    report({ type: 'tool-failed', level: 'error', message: `the tool ${tool} failed: ${String(error)}`, error })
  return memoryTools(memory, { tools, onError })
}

type Redaction = ReturnType<typeof createRedaction>

type AnyCall = (...given: readonly unknown[]) => Promise<unknown>

/** A line of one word that may be the value of a secret. */
const loneValue = /^\s{0,16}\S{6,512}[ \t]{0,8}(?:\r?\n|$)/
/** Longer lines are not read as the name of a secret. */
const longestLine = 256

/** Removes secrets from everything that a memory is given to store. */
export function createRedaction(options: RedactionOptions | undefined, report: Report) {
  const redact = createRedact({ rules: [...(options?.rules ?? [])], ...(options?.allow && { allow: options.allow }) })

  function say(found: readonly FoundSecret[], place: string, session: string | undefined): void {
    if (found.length === 0) return
    const secrets = found.map(({ rule, count }) => `${count} × ${rule}`).join(', ')
    report({
      type: 'secret-redacted',
      level: 'info',
      message: `kept secrets out of what ${place} stored: ${secrets}`,
      ...(session === undefined ? {} : { session }),
      details: { place, ...Object.fromEntries(found.map(({ rule, count }) => [rule, count])) },
    })
  }

  function without(given: unknown, keep: KeptFields | undefined, total: Map<string, number>): unknown {
    if (typeof given === 'function')
      return (...args: readonly unknown[]) => without(Reflect.apply(given, undefined, args), undefined, total)
    const { value, found } = redactedOrRefused(given, redact, keep)
    addFound(total, found)
    return value
  }

  function ownArguments(
    given: readonly unknown[],
    { places, keep, names }: StoredArguments,
    total: Map<string, number>,
  ) {
    if (!names)
      return given.map((argument, place) => (places.includes(place) ? without(argument, keep, total) : argument))
    const named = without(Object.fromEntries(names.map((name, place) => [name, given[place]])), keep, total)
    return names.map((name) => (isRecord(named) ? named[name] : undefined))
  }

  /** A value on a line of its own is a secret if the line above names one. Reads the stored text only for such values. */
  async function belowLine(argument: unknown, read: () => Promise<unknown>, total: Map<string, number>) {
    if (typeof argument !== 'string' || !loneValue.test(argument)) return argument
    const stored = await read()
    const end = typeof stored === 'string' ? stored.trimEnd().slice(-longestLine) : ''
    const above = end.slice(end.search(/[^\r\n]*$/))
    const { texts, found } = redact.together([above, argument], ['\n'])
    addFound(total, found)
    return texts[1]
  }

  /** Wraps a method of a layer: redacts its stored arguments, then reports the number of secrets. */
  function call(layer: object, name: keyof ShownLayers, method: string, rule: StoredArguments): AnyCall {
    const { through, below } = rule
    // Looked up now, because a host may replace the method temporarily.
    const inner = methodOf(layer, through?.method ?? method)
    return async (...args) => {
      const total = new Map<string, number>()
      const given = through ? through.given(args) : args
      const own = ownArguments(given, rule, total)
      if (below) own[0] = await belowLine(own[0], methodOf(layer, below), total)
      const result = await inner(...(name === 'notes' ? own.map(quotedHeaders) : own))
      const session = name === 'sessions' && typeof args[0] === 'string' ? args[0] : undefined
      say(method === 'align' ? newlyFound(total, result) : foundIn(total), `${name}.${method}`, session)
      return result
    }
  }

  return {
    redact,
    call,
    /** Redacts what a model wrote, and reports it at once. */
    written<T>(given: T, place: string, session?: string): T {
      const { value, found } = redactValue(given, redact)
      say(found, place, session)
      return value
    },
  }
}

/** The method of this name; the table of names is checked at compile time. */
function methodOf(layer: object, name: string): AnyCall {
  const method: unknown = Reflect.get(layer, name)
  if (typeof method !== 'function') throw new TypeError(`no call ${name} in a layer`)
  return async (...args) => Reflect.apply(method, layer, args)
}

/** @throws MemoryError `bad-input` for JSON that is nested too deeply to be searched */
function redactedOrRefused(given: unknown, redact: Redact, keep?: KeptFields) {
  try {
    return redactValue(given, redact, keep)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  if (printedJson(given) === undefined) return { value: given, found: [] } // the layer's own error is more precise
  throw new MemoryError('bad-input', `${shown(given)} is nested too deeply to be searched for secrets: make it flatter`)
}

/** Hosts align the same conversation repeatedly: only secrets in newly stored messages are reported. */
function newlyFound(total: ReadonlyMap<string, number>, alignment: unknown): FoundSecret[] {
  if (total.size === 0) return []
  const stored = isRecord(alignment) ? JSON.stringify(alignment['appended'] ?? []) : ''
  return foundIn(total).flatMap(({ rule, count }) => {
    const isNew = Math.min(count, stored.split(`[redacted: ${rule}]`).length - 1)
    return isNew === 0 ? [] : [{ rule, count: isNew }]
  })
}

/** Quotes redaction markers in the header of a note, or of the notes that a function returns. */
function quotedHeaders(given: unknown): unknown {
  if (typeof given === 'string') return quotedHeader(given)
  return typeof given === 'function' ? (...args: unknown[]) => quotedHeaders(given(...args)) : given
}

const header = /^---\r?\n[\s\S]*?\n---[ \t]*(?:\r?\n|$)/
const markedValue = /^([A-Za-z_][\w-]*:[ \t]+)([^"'|>\s\n][^\n]*?)([ \t]*\r?)$/gm

/** Quotes header values of a note that contain a marker such as `[redacted: password]`, which YAML reads as a list. */
export function quotedHeader(text: string): string {
  if (!text.startsWith('---') || !text.includes('[redacted: ')) return text
  const found = header.exec(text)?.[0]
  if (found === undefined) return text
  const quoted = found.replaceAll(markedValue, (line, key: string, value: string, end: string) =>
    value.includes('[redacted: ') ? `${key}${JSON.stringify(value)}${end}` : line,
  )
  return quoted + text.slice(found.length)
}
