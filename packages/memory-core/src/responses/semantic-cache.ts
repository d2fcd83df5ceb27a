import { isoTime } from '../clock.ts'
import { createInMemoryItems } from '../in-memory/items.ts'
import type { ItemStore, Json, StoredItem } from '../storage/items.ts'
import type { Setting } from '../storage/storage.ts'
import { expiryOf, type ResponseItems, responsesNamespace } from './responses.ts'

/** The file in which the described system stores cached responses. */
export const semanticCachePath = 'state/semantic_cache.json'
export const semanticCacheLock = 'semantic-cache'

interface Loaded {
  /** Null if there is no file. */
  version: string | null
  items: ItemStore
  isDamaged: boolean
}

/** A response as the described system writes it; times are seconds since 1970. */
type Entry = Record<'response' | 'model' | 'message_preview', Json> & Record<'created_at' | 'accessed_at', number>

/** Maximum characters of the file, which each change rewrites: above it, the least recently used responses are removed. */
const longestFile = 4_000_000

/**
 * The responses in `state/semantic_cache.json`, each valid for `ttlMs`. Losing the file costs only time: a damaged one is
 * replaced. `flush` writes when responses were last used, which otherwise waits for the next change, and never fails.
 * Touches no disk until it is used.
 */
export function createSemanticCache(
  { storage, clock, report }: Setting,
  ttlMs: number,
): ResponseItems & { flush(): Promise<void> } {
  const { files } = storage
  let last: Loaded | undefined
  let isUseWaiting = false

  async function load(): Promise<Loaded> {
    const version = (await files.stat(semanticCachePath))?.version ?? null
    if (last?.version === version) return last
    const stored = await files.read(semanticCachePath)
    const items = stored ? await itemsOf(stored.text, ttlMs) : createInMemoryItems()
    if (!items) {
      const message = `${semanticCachePath} is not a file of cached responses: it is not used, and the next change replaces it`
      report({ type: 'responses-unreadable', level: 'warn', message, path: semanticCachePath })
    }
    last = { version: stored?.version ?? null, items: items ?? createInMemoryItems(), isDamaged: !items }
    return last
  }

  /** Writes the file if `edit` returns that it changed something. */
  async function change(edit: (items: ItemStore) => Promise<number>): Promise<number> {
    return storage.lock([semanticCacheLock], async () => {
      const { version, items, isDamaged } = await load()
      // Unchanged until the write succeeds.
      last = undefined
      const changed = await edit(items)
      const isWritten = changed > 0 || isDamaged
      last = { version: isWritten ? await write(items) : version, items, isDamaged: false }
      return changed
    })
  }

  async function write(items: ItemStore): Promise<string | null> {
    isUseWaiting = false
    const at = isoTime(clock())
    for (;;) {
      const stored = await items.search({ prefix: [], order: 'key', limit: Number.MAX_SAFE_INTEGER, at })
      if (stored.length === 0) {
        await files.remove(semanticCachePath)
        return null
      }
      const text = `{\n${stored.map(lineOf).join(',\n')}\n}\n`
      if (text.length <= longestFile) return (await files.write(semanticCachePath, text)).version
      await items.prune([], { at, keep: Math.floor((stored.length * longestFile) / text.length) })
    }
  }

  return {
    async get(namespace, keys, options) {
      const found = await (await load()).items.get(namespace, keys, options)
      isUseWaiting ||= options.touch !== undefined && found.some((item) => item !== undefined)
      return found
    },
    async put(writes) {
      await change(async (items) => {
        await items.put(writes)
        return writes.length
      })
    },
    remove: (namespace, keys) => change((items) => items.remove(namespace, keys)),
    clear: (prefix) => change((items) => items.clear(prefix)),
    prune: (prefix, options) => change((items) => items.prune(prefix, options)),
    search: async (query) => (await load()).items.search(query),
    count: async (prefix, at) => (await load()).items.count(prefix, at),
    async flush() {
      if (isUseWaiting) await change(async () => 1).catch(() => undefined) // the times of use alone are lost
    },
  }
}

export async function isSemanticCache(text: string): Promise<boolean> {
  return (await itemsOf(text, 0)) !== undefined
}

/** The responses in the file; undefined if it has any other content. */
async function itemsOf(text: string, ttlMs: number): Promise<ItemStore | undefined> {
  const items = createInMemoryItems()
  try {
    const entries: Record<string, Entry> = JSON.parse(text)
    if (Array.isArray(entries)) return undefined
    for (const [key, { response, model, message_preview, ...times }] of Object.entries(entries)) {
      const [createdMs, accessedMs] = [times.created_at, times.accessed_at].map((time) => Math.round(time * 1000))
      const at = isoTime(createdMs ?? Number.NaN)
      const value = { response, model, message_preview }
      await items.put([{ namespace: responsesNamespace, key, value, at, expiresAt: expiryOf(Date.parse(at), ttlMs) }])
      await items.get(responsesNamespace, [key], { at: isoTime(accessedMs ?? Number.NaN), touch: {} })
    }
    return items
  } catch {
    return undefined // no JSON, or entries without the fields and times of a response
  }
}

function lineOf({ key, value, updatedAt, accessedAt }: StoredItem): string {
  const fields: object = typeof value === 'object' && value !== null ? value : {}
  const [created_at, accessed_at] = [updatedAt, accessedAt].map((time) => Date.parse(time) / 1000)
  return `${JSON.stringify(key)}: ${JSON.stringify({ ...fields, created_at, accessed_at })}`
}
