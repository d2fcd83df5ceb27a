import type { History } from '../documents/history.ts'
import type { MaintenanceReport } from '../maintenance/maintenance-report.ts'
import type { Notes } from '../notes/notes.ts'
import type { Recall } from '../recall/recall.ts'
import type { Records } from '../records/records.ts'
import type { MemoryTool } from './tool.ts'
import { bindTools, type ToolSources } from './tool-definition.ts'
import { chooseTools } from './tool-sets.ts'

/** As much of a memory as its tools need; every memory fits. */
export interface ToolMemory {
  /** The layers that are on. */
  readonly layers: readonly string[]
  recall: Recall
  forget(request: { ids: readonly string[] }): Promise<{ removed: readonly string[]; notFound: readonly string[] }>
  maintain(options: { dryRun: boolean; signal?: AbortSignal }): Promise<MaintenanceReport>
  readonly records: Records
  readonly notes: Notes
  readonly history: History
}

/** Which tools, and who is told of what goes wrong in them. */
export interface MemoryToolsOptions {
  /** Tools by name, `'all'`, or none. @default memory_learn, memory_recall and memory_forget */
  tools?: 'all' | readonly string[] | false | undefined
  /** Told of a failure that a model can do nothing about; the model gets a text all the same. */
  onError?: ((error: unknown, tool: string) => void) | undefined
}

/**
 * The tools of a memory: those that are wanted, as far as their layers are on. What `memory.tools()` answers, without
 * waiting; it does not look at the option `tools` of the memory.
 * @throws MemoryError `bad-option` for a name that no tool has
 */
export function memoryTools(memory: ToolMemory, { tools, onError }: MemoryToolsOptions = {}): MemoryTool[] {
  return bindTools(chooseTools(tools), toolSources(memory, onError))
}

/** What the tools work on in a memory: the layers that are on. */
export function toolSources(memory: ToolMemory, onError?: ToolSources['onError']): ToolSources {
  const has = (layer: string): boolean => memory.layers.includes(layer)
  return {
    recall: (query, options) => memory.recall(query, options),
    forget: (ids) => memory.forget({ ids }),
    ...(has('records') ? { records: memory.records, maintain: (options) => memory.maintain(options) } : {}),
    ...(has('notes') ? { notes: memory.notes } : {}),
    ...(has('history') ? { history: memory.history } : {}),
    ...(onError ? { onError } : {}),
  }
}
