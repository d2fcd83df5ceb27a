import { isoTime } from '../clock.ts'
import { wrongValue } from '../errors.ts'
import { printedJson } from '../json.ts'
import { anyText, checkShape, flag, type Shape } from '../option-checks.ts'
import type { ItemStore, Json } from '../storage/items.ts'
import type { Setting } from '../storage/storage.ts'
import { firstCharacters } from '../text/plain-text.ts'
import { messageAndModelKey, type ResponseKeyParts, responseKey } from './response-key.ts'

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

export type ResolvedResponsesOptions = Required<ResponsesOptions>

export const responsesDefaults: ResolvedResponsesOptions = {
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
export interface ResponsesStats {
  enabled: boolean
  /** Number of responses that have not expired. */
  size: number
  maxEntries: number
  ttlMs: number
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
  options: ResolvedResponsesOptions,
  items: ResponseItems = setting.storage.items,
): Responses {
  const { clock, storage } = setting
  const { ttlMs, maxEntries } = options
  const enabled = options.enabled && ttlMs > 0 && maxEntries > 0
  let hits = 0
  let misses = 0

  async function find(key: string): Promise<Json | undefined> {
    const now = clock()
    const at = isoTime(now)
    const [item] = await items.get(responsesNamespace, [key], { at, touch: {} })
    const ageMs = now - Date.parse(item?.updatedAt ?? '')
    // A response stored while the clock ran ahead would stay valid for years.
    if (item && ageMs < ttlMs && ageMs >= 0) return responseOf(item.value)
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
    const size = await items.count(responsesNamespace, at)
    if (size > maxEntries) await items.prune(responsesNamespace, { at, keep: maxEntries })
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
      checkShape(details, detailsShape, 'the details of a response', 'bad-input')
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

const detailsShape: Shape = { model: anyText, message: anyText, hasToolCalls: flag }

/** When a response stored now expires; undefined for never. */
export function expiryOf(now: number, ttlMs: number): string | undefined {
  return now + ttlMs < endMs ? isoTime(now + ttlMs) : undefined
}

function checkKey(key: unknown): string {
  if (typeof key === 'string' && key !== '' && key.length <= longestKey && key.isWellFormed()) return key
  throw wrongValue('key', key, 'a result of responses.key()')
}

/** Undefined for a value that another program stored. */
function responseOf(value: Json): Json | undefined {
  return typeof value === 'object' && value !== null && 'response' in value ? value.response : undefined
}
