export type { ProviderOptions } from './cache-breakpoint.ts'
export { type Chat, type ChatStore, createChatStore } from './chat-store.ts'
export { type EmbeddingModel, type EmbedFunction, fromEmbeddingModel } from './from-embedding-model.ts'
export { fromRerankingModel, type RerankFunction, type RerankingModel } from './from-reranking-model.ts'
export type { IdentifiedCall, Identify } from './identify.ts'
export { memoryMiddleware } from './memory-middleware.ts'
export { type CallMemory, type MemoryProviderOptions, memoryOptions } from './memory-options.ts'
export {
  memoryPrepareStep,
  type PreparedStep,
  type PrepareStepOptions,
  type StepChange,
} from './memory-prepare-step.ts'
export { anthropicMemoryExecutor, type MemoryToolsOptions, memoryDirectoryTools, memoryTools } from './memory-tools.ts'
export type { MemoryMiddlewareOptions } from './middleware-options.ts'
export { promptFunctionFrom } from './prompt-function-from.ts'
export { type ResponseCacheOptions, responseCacheMiddleware } from './response-cache.ts'
export type { CachedResponse, CacheKeyParts, JsonValue, ResponseCacheStore } from './response-cache-store.ts'
export { withMemory } from './with-memory.ts'
