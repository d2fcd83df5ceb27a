/** Where a memory is, for commands about it as a whole. */
export interface MemoryPlace {
  /** For a person: a folder, or a database and whose memory in it. */
  readonly name: string
  readonly user?: string
  /** Makes the memory where there is none; answers whether it was made. */
  init(): Promise<boolean>
  /** Opens MEMORY.md in the editor of the person; answers the text as it was saved. */
  edit(text: string): Promise<string>
  /** Removes all that is kept; answers the receipt. With `dryRun` only what it would remove. */
  erase(options: { dryRun: boolean }): Promise<ErasedPlace>
  /** Serves the memory to models until it is stopped. */
  serve(options: { port?: number }): Promise<void>
  /** Opens the memory in a page on this machine until it is stopped. */
  inspect(options: { port?: number }): Promise<void>
}

/** What was removed with a whole memory. */
export interface ErasedPlace {
  files: number
  bytes: number
  remains: readonly string[]
}
