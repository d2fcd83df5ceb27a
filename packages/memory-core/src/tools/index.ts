export { type CommandField, commands, fieldsOf } from './commands.ts'
export type { LogEntry, LogOptions, MemoryLog } from './log-entry.ts'
export { createMemoryCommands, type MemoryCommandSources, type MemoryCommands } from './memory-commands.ts'
export { memoryDirectoryTool } from './memory-directory-tool.ts'
export {
  type CommandMemory,
  chooseTools,
  defaultToolNames,
  type MemoryToolsOptions,
  memoryTools,
  offeredTools,
  personSources,
  type ToolMemory,
  toolDefinitions,
  toolSources,
  toolsCost,
} from './memory-tools.ts'
export type { ErasedPlace, MemoryPlace } from './place.ts'
export type { MemoryTool } from './tool.ts'
export {
  bindTools,
  type Command,
  type CommandAnswer,
  type CommandEffect,
  type CommandLine,
  type ForgottenText,
  type FoundText,
  type ModelAnswer,
  runForModel,
  type ScrubbedText,
  type ToolCallOptions,
  type ToolDefinition,
  type ToolSources,
} from './tool-definition.ts'
