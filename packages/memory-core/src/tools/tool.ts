import type { ZodObject } from 'zod'

/** A tool for a model, independent of frameworks. */
export interface MemoryTool {
  name: string
  /** For the model: when to use it, and what it returns. */
  description: string
  /** A zod schema (and so a Standard Schema); frameworks convert it to JSON Schema. */
  inputSchema: ZodObject
  /** Whether it changes the memory; read-only hosts leave it out. */
  writes: boolean
  /**
   * Runs the tool. Any `input` is answered with a text that a model can act on; rejects only when the signal is aborted.
   */
  execute(input: unknown, options?: { signal?: AbortSignal | undefined }): Promise<string>
}
