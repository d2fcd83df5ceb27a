import { z } from 'zod'
import type { MemoryCommands } from './memory-commands.ts'
import type { MemoryTool } from './tool.ts'

const inputSchema = z.object({
  command: z.enum(['view', 'create', 'str_replace', 'insert', 'delete', 'rename']).describe('What to do.'),
  path: z.string().optional().describe('The file or folder, below /memories. For every command but rename.'),
  view_range: z.array(z.int()).optional().describe('For view: the first and the last line to show, from 1.'),
  file_text: z.string().optional().describe('For create: the text of the file.'),
  old_str: z.string().optional().describe('For str_replace: the text to replace; it must stand there once.'),
  new_str: z.string().optional().describe('For str_replace: what takes its place.'),
  insert_line: z.int().optional().describe('For insert: the line after which the text is put; 0 for the beginning.'),
  insert_text: z.string().optional().describe('For insert: the text.'),
  old_path: z.string().optional().describe('For rename: the file or folder.'),
  new_path: z.string().optional().describe('For rename: its new path.'),
})

/**
 * The six commands of `createMemoryCommands` as one tool, `memory`, for models that do not know Anthropic's memory tool.
 */
export function memoryDirectoryTool(run: MemoryCommands): MemoryTool {
  return {
    name: 'memory',
    description:
      'Files that last beyond this conversation, below /memories. View the folder before you begin; keep there what later conversations need, and bring it up to date rather than writing it twice. Never store passwords or keys. Example: {"command":"view","path":"/memories"}',
    inputSchema,
    writes: true,
    execute: (input, options) => run(input, options),
  }
}
