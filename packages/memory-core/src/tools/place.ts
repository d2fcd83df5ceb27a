/** Where a memory is stored, for commands about it as a whole. */
export interface MemoryPlace {
  /** For people: a folder, or a database and the owner of the memory in it. */
  readonly name: string
  readonly user?: string
  /** Creates the memory if there is none; returns whether it did. */
  init(): Promise<boolean>
  /** Opens MEMORY.md in the user's editor; returns the text as saved. */
  edit(text: string): Promise<string>
  /** Removes everything that is stored; returns the receipt. With `dryRun`, only reports what it would remove. */
  erase(options: { dryRun: boolean }): Promise<ErasedPlace>
  /** Serves the memory to models until it is stopped. */
  serve(options: { port?: number }): Promise<void>
  /** Opens the memory in a page on this machine until it is stopped. */
  inspect(options: { port?: number }): Promise<void>
}

/** The receipt of an erased memory. */
export interface ErasedPlace {
  files: number
  bytes: number
  remains: readonly string[]
}
