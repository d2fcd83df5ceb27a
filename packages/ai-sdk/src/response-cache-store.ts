/** What a cached response is told apart by. */
export interface CacheKeyParts {
  model: string
  /** What the user said last. */
  message?: string
  /** The conversation as the model sees it, without the bytes of its files. */
  messages: unknown
  tools?: unknown
  parameters?: unknown
}

/** The part of a response cache that the middleware uses; `memory.responses` is one. */
export interface ResponseCacheStore {
  key(parts: CacheKeyParts): string
  /** The response kept under a key, as the JSON value that it was; undefined when there is none. */
  get(key: string): Promise<unknown>
  /** Keeps a response. */
  put(key: string, response: CachedResponse, details: { model: string; message?: string }): Promise<unknown>
}

/** A response as it is kept: JSON, without what is particular to the request that it answered. */
export type CachedResponse = { [name: string]: JsonValue }
/** What JSON can say. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue }
