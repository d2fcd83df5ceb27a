import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { isoTime } from '../clock.ts'
import { MemoryError, shown, wrongValue } from '../errors.ts'
import { isRecord, printedJson } from '../json.ts'
import { anyText, anything, checkShape, flag, type Shape, text } from '../option-checks.ts'
import type { ItemStore, Json } from '../storage/items.ts'
import type { Setting } from '../storage/storage.ts'
import { contentHash } from '../text/comparison.ts'
import { firstCharacters } from '../text/plain-text.ts'

/** How responses of models are cached. */
export interface ResponsesOptions {
  /** Whether responses are cached at all. @default true */
  enabled?: boolean
  /** How long a response is valid, in milliseconds. @default 3600000, an hour */
  ttlMs?: number
  /** Maximum number of responses; the least recently used are removed. @default 500 */
  maxEntries?: number
  /**
   * What makes two requests equal. `full`: everything that the response depends on. `message-and-model`: the message,
   * ignoring case, and the model, as in the described system: responses are shared across users, conversations and
   * system prompts, so it is only for memories without any of these. @default 'full'
   */
  key?: 'full' | 'message-and-model'
  /**
   * What to do with a response with tool calls. `skip`: it is not cached, because running a tool again may give another
   * result.
   * @default 'skip'
   */
  toolCalls?: 'skip' | 'store'
  /**
   * Stores responses in a file of their own, `state/semantic_cache.json`, as the described system does. Each stored
   * response rewrites the file, which has at most 4,000,000 characters.
   * @default false
   */
  file?: boolean
}

export const responsesDefaults: Required<ResponsesOptions> = {
  enabled: true,
  ttlMs: 3_600_000,
  maxEntries: 500,
  key: 'full',
  toolCalls: 'skip',
  file: false,
}

/** Details of a response to cache. */
export interface ResponseDetails {
  model?: string | undefined
  /** The question; its first 100 characters are stored, for people. */
  message?: string | undefined
  /** Whether the model called tools for it. @default false */
  hasToolCalls?: boolean | undefined
}

/** The content of the cache, and its hits and misses since the memory was opened. */
export interface ResponsesStats extends Pick<Required<ResponsesOptions>, 'enabled' | 'maxEntries' | 'ttlMs'> {
  /** Number of responses that have not expired. */
  size: number
  hits: number
  misses: number
}

/**
 * A cache for answers of models, by exact key, with a lifetime. The described system calls it a semantic cache, but
 * compares hashes, too.
 */
export interface Responses {
  /** The key of a request, according to the option `key`. @throws MemoryError `bad-input` */
  key(parts: ResponseKeyParts): string
  /** The response under a key; undefined if there is none or it has expired. Counts as a use. */
  get(key: string): Promise<Json | undefined>
  /**
   * Stores a response durably. Returns false if it does not: the cache is off, the response has tool calls (unless the
   * option `toolCalls` allows them), or exceeds 1,000,000 characters as JSON. Undefined fields are dropped, as in JSON.
   * @throws MemoryError `bad-input` for a response that is not JSON
   */
  put(key: string, response: Json, details?: ResponseDetails): Promise<boolean>
  /** Removes a response; returns whether there was one. */
  invalidate(key: string): Promise<boolean>
  /** Removes all responses; returns their number. */
  clear(): Promise<number>
  stats(): Promise<ResponsesStats>
}

export type ResponseItems = Pick<ItemStore, 'get' | 'put' | 'remove' | 'clear' | 'search' | 'count' | 'prune'>

export const responsesNamespace: readonly string[] = ['responses']

const longestResponse = 1_000_000
const longestKey = 512
export const previewCharacters = 100
/** From the year 10000 on, ISO texts have another form. */
const endMs = 253_402_300_800_000

/** The response cache of a memory, stored in `items`. Touches no storage until it is used. */
export function createResponses(
  setting: Setting,
  options: Required<ResponsesOptions>,
  items: ResponseItems,
): Responses {
  const { clock, storage } = setting
  const { ttlMs, maxEntries } = options
  const enabled = options.enabled && ttlMs > 0 && maxEntries > 0
  let hits = 0
  let misses = 0
  /** Whether the last response that was stored took the place of others. */
  let isFull = false

  async function find(key: string): Promise<Json | undefined> {
    const now = clock()
    const at = isoTime(now)
    const [item] = await items.get(responsesNamespace, [key], { at, touch: {} })
    const ageMs = now - Date.parse(item?.updatedAt ?? '')
    // A response stored while the clock ran ahead would stay valid for years. Another program may have stored no response.
    if (item && ageMs < ttlMs && ageMs >= 0) return isRecord(item.value) ? item.value['response'] : undefined
    if (storage.isReadOnly) return undefined
    // The lifetime may have been longer when it was stored.
    if (item) await items.remove(responsesNamespace, [key])
    else await dropExpired()
    return undefined
  }

  async function dropExpired(): Promise<void> {
    await items.prune(responsesNamespace, { at: isoTime(clock()) })
  }

  async function keep(key: string, value: Json): Promise<void> {
    const now = clock()
    const at = isoTime(now)
    await items.put([{ namespace: responsesNamespace, key, value, at, expiresAt: expiryOf(now, ttlMs) }])
    // A full cache is not counted first, because its pruning counts.
    if (isFull || (await items.count(responsesNamespace, at)) > maxEntries)
      isFull = (await items.prune(responsesNamespace, { at, keep: maxEntries })) > 0
  }

  return {
    key: options.key === 'full' ? responseKey : messageAndModelKey,
    async get(key) {
      checkKey(key)
      if (!enabled) return undefined
      const response = await find(key)
      if (response === undefined) misses += 1
      else hits += 1
      return response
    },
    async put(key, response, details = {}) {
      checkKey(key)
      const shape = { model: anyText, message: anyText, hasToolCalls: flag }
      checkShape(details, shape, 'the details of a response', 'bad-input')
      const { model = '', message = '', hasToolCalls = false } = details
      if (!enabled || (hasToolCalls && options.toolCalls === 'skip')) return false
      const text = printedJson(response)
      if (text === undefined) throw wrongValue('the response', response, 'a text or other JSON')
      if (text.length > longestResponse) return false
      const preview = firstCharacters(message, previewCharacters).toWellFormed()
      const copy: Json = JSON.parse(text)
      await keep(key, { response: copy, model, message_preview: preview })
      return true
    },
    async invalidate(key) {
      checkKey(key)
      await dropExpired()
      return (await items.remove(responsesNamespace, [key])) > 0
    },
    async clear() {
      await dropExpired()
      return items.clear(responsesNamespace)
    },
    async stats() {
      const size = enabled ? await items.count(responsesNamespace, isoTime(clock())) : 0
      return { enabled, size, maxEntries, ttlMs, hits, misses }
    },
  }
}

/** When a response stored now expires; undefined for never. */
export function expiryOf(now: number, ttlMs: number): string | undefined {
  return now + ttlMs < endMs ? isoTime(now + ttlMs) : undefined
}

function checkKey(key: unknown): void {
  const isKey = typeof key === 'string' && key !== '' && key.length <= longestKey && key.isWellFormed()
  if (!isKey) throw wrongValue('key', key, 'a result of responses.key()')
}

const deepest = 200

/**
 * Canonical JSON: equal for equal values, whatever the order of their fields, and different for different ones. Sorted
 * keys; undefined fields count as absent, bytes as their hash, values with `toJSON` (a date, a URL) as its result.
 * @param name names the value in errors
 * @throws MemoryError `bad-input` for values without such a text: functions, NaN, maps, cycles, more than 200 levels
 */
export function canonicalText(value: unknown, name: string, depth = 0): string {
  if (depth > deepest)
    throw new MemoryError('bad-input', `${name} is nested more than ${deepest} levels deep, or contains itself`)
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value)
  if (typeof value !== 'object') throw unusable(value, name)
  // No JSON text begins like this.
  if (value instanceof Uint8Array) return `bytes:${bytesToHex(sha256(value))}`
  if (hasToJson(value)) return canonicalText(value.toJSON(), name, depth + 1)
  if (Array.isArray(value)) return `[${value.map((part) => canonicalText(part ?? null, name, depth + 1)).join(',')}]`
  return `{${fieldsOf(value, name, depth).join(',')}}`
}

function fieldsOf(value: object, name: string, depth: number): string[] {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) throw unusable(value, name)
  return Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, field]) => `${JSON.stringify(key)}:${canonicalText(field, name, depth + 1)}`)
}

function hasToJson(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function'
}

function unusable(value: unknown, name: string): MemoryError {
  return new MemoryError('bad-input', `${name} contains ${shown(value)}, expected JSON values or bytes`)
}

/** What a response depends on. Give all parts: those left out do not distinguish requests. */
export interface ResponseKeyParts {
  /** The model's name, with its provider if names may clash. */
  model: string
  /** The user's last message. */
  message?: string | undefined
  /** The conversation that the model sees. JSON, possibly with bytes. */
  messages?: unknown
  /** The system prompt. */
  system?: string | undefined
  /** The tools, with their schemas. */
  tools?: unknown
  /** Temperature, maximum tokens, response format and the like. */
  parameters?: unknown
  /** The user: no response is shared between users. */
  user?: string | undefined
  /** The conversation, if responses must not be shared between conversations. */
  conversation?: string | undefined
}

const partNames = ['model', 'message', 'messages', 'system', 'tools', 'parameters', 'user', 'conversation'] as const
const partChecks: Shape = { ...Object.fromEntries(partNames.map((name) => [name, anything])), model: text }

/**
 * The key of a request: SHA-256 of its parts as 64 hex digits, encoded unambiguously.
 * @throws MemoryError `bad-input` if the model is missing, message and messages are both missing, a part is unknown, or
 * one is not JSON
 */
export function responseKey(parts: ResponseKeyParts): string {
  checkShape(parts, partChecks, 'response', 'bad-input', ['model'])
  if (parts.message === undefined && parts.messages === undefined)
    throw new MemoryError('bad-input', 'a response needs the message or the messages that it answers')
  const texts = partNames.flatMap((name) =>
    parts[name] === undefined ? [] : [`${JSON.stringify(name)}:${canonicalText(parts[name], `${name} of a response`)}`],
  )
  return contentHash(`{${texts.join(',')}}`)
}

/** SHA-256 of message in lower case, trimmed, `||`, and model. @throws MemoryError `bad-input` if one is missing */
export function messageAndModelKey(parts: ResponseKeyParts): string {
  checkShape(parts, partChecks, 'response', 'bad-input', ['model'])
  const { message, model } = parts
  if (typeof message === 'string') return contentHash(`${message.trim().toLowerCase()}||${model}`)
  const expected = 'what the user said last: the cache compares messages and models only'
  throw wrongValue('message of a response', message, expected)
}
