/** The parts of a request that distinguish cached responses. */
export interface CacheKeyParts {
  model: string
  /** The last user message. */
  message?: string
  /** The conversation that the model sees, without the bytes of files. */
  messages: unknown
  tools?: unknown
  parameters?: unknown
}

/** The part of a response cache that the middleware uses; `memory.responses` is one. */
export interface ResponseCacheStore {
  key(parts: CacheKeyParts): string
  /** The response stored under a key, as JSON; undefined if there is none. */
  get(key: string): Promise<unknown>
  /** Stores a response. */
  put(key: string, response: CachedResponse, details: { model: string; message?: string }): Promise<unknown>
}

/** A cached response: JSON, without data that belongs to the original request only. */
export type CachedResponse = { [name: string]: JsonValue }
/** A JSON value. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue }
