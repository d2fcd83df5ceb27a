export { type ScrubReceipt as ScrubbedText, writtenFiles } from '../upkeep/places.ts'
export {
  type CommandField,
  type CommandMemory,
  chooseTools,
  commands,
  fieldsOf,
  type MemoryToolsOptions,
  memoryTools,
  offeredTools,
  personSources,
  type ToolMemory,
  toolDefinitions,
  toolSources,
  toolsCost,
} from './commands.ts'
export {
  createMemoryCommands,
  type MemoryCommandSources,
  type MemoryCommands,
  memoryDirectoryTool,
} from './memory-commands.ts'
export { memoryLearnUnheard } from './record-tools.ts'
export {
  bindTools,
  type Command,
  type CommandAnswer,
  type CommandEffect,
  type CommandLine,
  type MemoryTool,
  type ModelAnswer,
  runForModel,
  type ToolCallOptions,
  type ToolDefinition,
} from './tool-definition.ts'
export {
  defaultToolNames,
  type ErasedPlace,
  type ForgottenText,
  type FoundText,
  type LogEntry,
  type LogOptions,
  type MemoryLog,
  type MemoryPlace,
  type ToolSources,
} from './tool-sources.ts'
