import { isoTime } from '../clock.ts'
import { MemoryError, shown } from '../errors.ts'
import { checkShape, flag, type Shape } from '../option-checks.ts'
import type { ItemStore, Json, StoredItem } from '../storage/items.ts'
import type { Setting } from '../storage/setting.ts'
import { messageAndModelKey, type ResponseKeyParts, responseKey } from './response-key.ts'

/** How the responses of models are kept. */
export interface ResponsesOptions {
  /** Whether anything is answered and kept at all. @default true */
  enabled?: boolean
  /** How long a response is answered, in milliseconds. @default 3600000, an hour */
  ttlMs?: number
  /** Above so many responses, those that were used longest ago go. @default 500 */
  maxEntries?: number
  /**
   * What makes two requests the same. `full`: everything that the response depends on. `message-and-model`: the
   * message, in any case, and the model, as the described system does: it answers across users, conversations and
   * system prompts, so that it is for memories without any of these. @default 'full'
   */
  key?: 'full' | 'message-and-model'
  /**
   * What happens to a response with tool calls. `skip`: it is not kept, as running a tool again may answer something
   * else.
   * @default 'skip'
   */
  toolCalls?: 'skip' | 'store'
  /**
   * Keeps them in a file of their own, `state/semantic_cache.json`, as the described system does. Each response that is
   * kept writes the whole file, which has 4,000,000 characters at the most.
   * @default false
   */
  file?: boolean
}

/** {@link ResponsesOptions} with the defaults filled in. */
export type ResolvedResponsesOptions = Required<ResponsesOptions>

/** What an option is when it is not given. */
export const responsesDefaults: ResolvedResponsesOptions = {
  enabled: true,
  ttlMs: 3_600_000,
  maxEntries: 500,
  key: 'full',
  toolCalls: 'skip',
  file: false,
}

/** What is known of a response that is to be kept. */
export interface ResponseDetails {
  model?: string | undefined
  /** What it answers; the first 100 characters are kept, for people. */
  message?: string | undefined
  /** Whether the model called tools for it. @default false */
  hasToolCalls?: boolean | undefined
}

/** What the response cache holds, and how it fared since the memory was opened. */
export interface ResponsesStats {
  enabled: boolean
  /** How many have not expired. */
  size: number
  maxEntries: number
  ttlMs: number
  hits: number
  misses: number
}

/**
 * The response cache: answers of models by an exact key, for some time. What the described system calls its semantic
 * cache: it compares hashes there too, not meanings.
 */
export interface Responses {
  /** The key of a request, made as the option `key` says. @throws MemoryError `bad-input` */
  key(parts: ResponseKeyParts): string
  /** The response that is kept under a key; undefined when there is none or it is too old. Counts as its use. */
  get(key: string): Promise<Json | undefined>
  /**
   * Keeps a response, durably. Answers false where it does not: when the cache is off, for a response with tool calls
   * unless the option `toolCalls` says otherwise, and for one of more than 1,000,000 characters as JSON.
   * What JSON leaves out of it (an undefined field) is left out.
   * @throws MemoryError `bad-input` for a response that has no JSON
   */
  put(key: string, response: Json, details?: ResponseDetails): Promise<boolean>
  /** Removes one; answers whether it was there. */
  invalidate(key: string): Promise<boolean>
  /** Removes all; answers how many there were. */
  clear(): Promise<number>
  stats(): Promise<ResponsesStats>
}

/** What the cache asks of the place that it keeps the responses in. */
export type ResponseItems = Pick<ItemStore, 'get' | 'put' | 'remove' | 'clear' | 'search' | 'count' | 'prune'>

/** The namespace of the responses among the items of a memory. */
export const responsesNamespace: readonly string[] = ['responses']

const longestResponse = 1_000_000
const longestKey = 512
const previewCharacters = 100
/** After so many puts the responses are counted anew. */
const recount = 50
/** From the year 10000 on, an ISO text has another form. */
const endMs = 253_402_300_800_000

/** The response cache of one memory, which keeps its responses in `items`. Touches no storage until it is used. */
export function createResponses(
  setting: Setting,
  options: ResolvedResponsesOptions,
  items: ResponseItems = setting.storage.items,
): Responses {
  const { clock, storage } = setting
  const { enabled, ttlMs, maxEntries } = options
  let hits = 0
  let misses = 0
  /** How many there are at the most; undefined until the first put. */
  let size: number | undefined
  let sinceCount = 0

  async function find(key: string): Promise<Json | undefined> {
    const now = clock()
    const at = isoTime(now)
    const [item] = await items.get(responsesNamespace, [key], { at, touch: {} })
    if (item && !isOver(item, now)) return responseOf(item.value)
    if (storage.isReadOnly) return undefined
    // The lifetime may have been longer when it was kept.
    if (item) await items.remove(responsesNamespace, [key])
    else await dropExpired()
    return undefined
  }

  async function dropExpired(): Promise<void> {
    await items.prune(responsesNamespace, { at: isoTime(clock()) })
  }

  function isOver({ updatedAt }: StoredItem, now: number): boolean {
    const ageMs = now - Date.parse(updatedAt)
    // What a clock that stood too far ahead has kept would be answered for years.
    return ageMs >= ttlMs || ageMs < 0
  }

  async function keep(key: string, value: Json): Promise<void> {
    const now = clock()
    const at = isoTime(now)
    await items.put([{ namespace: responsesNamespace, key, value, at, expiresAt: expiryOf(now, ttlMs) }])
    // Counted anew now and then, because other processes keep responses too; one that is replaced counts twice till then.
    sinceCount += 1
    if (size === undefined || sinceCount > recount) {
      size = await items.count(responsesNamespace, at)
      sinceCount = 0
    } else size += 1
    if (size <= maxEntries) return
    await items.prune(responsesNamespace, { at, keep: maxEntries })
    size = maxEntries
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
      const text = jsonText(response)
      if (text.length > longestResponse) return false
      const preview = firstCharacters(message, previewCharacters)
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

const string = (value: unknown): string | undefined => (typeof value === 'string' ? undefined : 'a text')
const detailsShape: Shape = { model: string, message: string, hasToolCalls: flag }

/** When a response that is kept now is too old; undefined for never. */
export function expiryOf(now: number, ttlMs: number): string | undefined {
  return now + ttlMs < endMs ? isoTime(now + ttlMs) : undefined
}

function checkKey(key: unknown): string {
  if (typeof key === 'string' && key !== '' && key.length <= longestKey && key.isWellFormed()) return key
  throw new MemoryError('bad-input', `key is ${shown(key)}, expected what responses.key() answers`)
}

/** Undefined for what another program put there. */
function responseOf(value: Json): Json | undefined {
  return typeof value === 'object' && value !== null && 'response' in value ? value.response : undefined
}

function jsonText(response: unknown): string {
  try {
    // A function, and undefined, have none.
    const text: string | undefined = JSON.stringify(response)
    if (text !== undefined) return text
  } catch {
    // A cycle, a bigint, too many levels: said below.
  }
  throw new MemoryError('bad-input', `the response is ${shown(response)}, expected a text or other JSON`)
}

/** Code points: no character is cut in two. */
function firstCharacters(text: string, most: number): string {
  return [...text.slice(0, 2 * most)].slice(0, most).join('').toWellFormed()
}
