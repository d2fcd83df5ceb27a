export { memoryMiddleware } from './agent/memory-middleware.ts'
export type { MemoryMiddlewareOptions } from './agent/middleware-options.ts'
export type { IdentifiedRun, Identify, RunIdentity } from './scope/identify.ts'
