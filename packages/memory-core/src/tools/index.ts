export { createMemoryCommands, type MemoryCommandSources, type MemoryCommands } from './memory-commands.ts'
export { memoryDirectoryTool } from './memory-directory-tool.ts'
export { type MemoryToolsOptions, memoryTools, offeredTools, type ToolMemory, toolSources } from './memory-tools.ts'
export type { MemoryTool } from './tool.ts'
export {
  bindTools,
  type FoundText,
  type ToolCallOptions,
  type ToolDefinition,
  type ToolSources,
} from './tool-definition.ts'
export { chooseTools, defaultToolNames, toolDefinitions, toolsCost } from './tool-sets.ts'
