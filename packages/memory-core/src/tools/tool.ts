import type { ZodObject } from 'zod'

/** A tool for a model, of no framework in particular. */
export interface MemoryTool {
  name: string
  /** For the model: when to use it, and what it answers. */
  description: string
  /** A zod schema (and so a Standard Schema); frameworks turn it into JSON Schema. */
  inputSchema: ZodObject
  /** Whether it changes the memory: hosts that only read leave it out. */
  writes: boolean
  /**
   * Runs the tool. Whatever a model wrote as `input`, the answer is a text that it can act on; it rejects only when the
   * signal is aborted.
   */
  execute(input: unknown, options?: { signal?: AbortSignal | undefined }): Promise<string>
}
