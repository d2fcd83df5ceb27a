/** The user and conversation of a text. */
export interface Place {
  user: string
  session: string
}

/** An open memory of a user. */
export interface OpenStore {
  /** Resolves when the store acknowledges the text. */
  add(text: string, place: Place): Promise<void>
  /** The user's texts that match the query best, best first. */
  search(query: string, limit: number, user: string): Promise<readonly string[]>
  /** All texts of the user in any order, from the store's own list. Used to count losses. */
  all(user: string): Promise<readonly string[]>
  /** The process that does the work, if it is another one. */
  serverPid?: number | null
  close(): Promise<void>
}

/** The effects of a model's answers on a memory. */
export interface ModelRun {
  /** Everything that the memory still has of the user: what it lists, and its facts. */
  kept: readonly string[]
  /** The reports to the caller or operator: the error, or the emitted events. */
  told: readonly string[]
}

/** One memory library, used as documented. */
export interface Driver {
  /** The npm packages, without versions. */
  packages: readonly string[]
  /** The settings that differ from its defaults. */
  settings: string
  open(directory: string): Promise<OpenStore>
  /** Whether texts outlive the process. @default true */
  durable?: boolean
  /** Whether it can search. @default true */
  searches?: boolean
  /** Why it may be faster or smaller than Daybook: the work that it omits. */
  leavesOut?: { add?: string; search?: string; cold?: string; memory?: string; disk?: string }
  /** Whether it distinguishes users. @default true */
  users?: boolean
  /**
   * Stores a statement while the model gives only this answer; undefined if no model is called when texts are stored.
   */
  withModel?(directory: string, statement: string, answer: string): Promise<ModelRun>
}
