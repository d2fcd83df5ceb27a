export { type MemoryToolsOptions, memoryTools } from './memory-tools.ts'
export type { IdentifiedRun, Identify, RunIdentity } from './scope/identify.ts'
