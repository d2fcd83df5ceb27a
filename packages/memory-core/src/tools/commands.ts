import { memoryContext } from './context-command.ts'
import { historyTools } from './history-tools.ts'
import { memoryLog } from './log-command.ts'
import { noteTools } from './note-tools.ts'
import { placeCommands } from './place-commands.ts'
import { recordTools } from './record-tools.ts'
import type { Command } from './tool-definition.ts'
import { memoryWhy } from './why-command.ts'

/**
 * Everything that can be asked of a memory by a model or a person, each defined once: the tools of frameworks, the MCP tools
 * and the subcommands of `daybook` are made of it. Records come first, then notes, history, and what people do.
 */
export const commands: readonly Command[] = [
  ...recordTools,
  ...noteTools,
  ...historyTools,
  memoryContext,
  memoryWhy,
  memoryLog,
  ...placeCommands,
]
