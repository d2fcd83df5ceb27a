export {
  type AdapterToolCase,
  type AdapterToolSetting,
  adapterToolCases,
  type ToolTrial,
} from './adapter-tool-cases.ts'
export type { ConformanceCase } from './conformance-case.ts'
export { fileStoreCases } from './file-store-cases.ts'
export { type FixedClock, fixedClock } from './fixed-clock.ts'
export { itemStoreCases } from './item-store-cases.ts'
export { lockCases } from './lock-cases.ts'
export { passageIndexCases } from './passage-index-cases.ts'
export { type ProcessCase, processCases } from './process-cases.ts'
export { type ProcessJob, runProcessJob } from './process-jobs.ts'
export type { Patience, ProcessSetting, StartedProcess } from './process-setting.ts'
export { recordStoreCases } from './record-store-cases.ts'
export { type ScriptedPrompt, type ScriptedReply, scriptedPrompt } from './scripted-prompt.ts'
export { storageCases } from './storage-cases.ts'
export { createTemporaryMemories, saidIn, type TemporaryMemories, windowIn } from './temporary-memories.ts'
export { vectorIndexCases } from './vector-index-cases.ts'
