import type { Memory } from '../memory.ts'
import { toolSources } from '../tools/memory-tools.ts'
import { bindTools, type ToolDefinition } from '../tools/tool-definition.ts'

/** One call of a memory tool. */
export interface ToolRun {
  /** The arguments that the model wrote. */
  input: unknown
  /** Opens the memory that the tool works on; undefined if the call has none. */
  open: () => Promise<Memory | undefined>
  signal?: AbortSignal | undefined
  report: (error: unknown) => unknown
}

/**
 * Runs a tool of the memory. Always returns a text that the model can act on, also if the memory is missing or fails,
 * or if the tool's layer is off.
 * @throws the reason of the call's own signal, and nothing else
 */
export async function runTool(definition: ToolDefinition, { input, open, signal, report }: ToolRun): Promise<string> {
  const { name } = definition
  try {
    const memory = await open()
    if (!memory) return `Error: ${name} has no memory in this conversation. Go on without it.`
    const [tool] = bindTools([definition], toolSources(memory, report))
    return tool
      ? await tool.execute(input, { signal })
      : `Error: ${name} needs a layer that is off in this memory. Go on without it.`
  } catch (error) {
    signal?.throwIfAborted()
    report(error)
    return `Error: ${name} failed inside the memory; nothing is wrong with the arguments. Go on without it.`
  }
}
