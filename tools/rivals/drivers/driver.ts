/** Whose a text is, and in which conversation it was said. */
export interface Place {
  user: string
  session: string
}

/** A memory of somebody's, opened. */
export interface OpenStore {
  /** Resolves when the store says that the text is kept. */
  add(text: string, place: Place): Promise<void>
  /** The texts that fit the query best, best first, among those of the user. */
  search(query: string, limit: number, user: string): Promise<readonly string[]>
  /** Every text of the user, in any order, by the store's own list: what losses are counted with. */
  all(user: string): Promise<readonly string[]>
  /** The process that does the work, when it is another one. */
  serverPid?: number | null
  close(): Promise<void>
}

/** What a memory makes of its model's answers. */
export interface ModelRun {
  /** Everything that the memory can still say of the user: what it lists, and its facts. */
  kept: readonly string[]
  /** What it told the caller or the operator: the error, or the events that it emitted. */
  told: readonly string[]
}

/** One memory library, used as its documentation says. */
export interface Driver {
  /** The npm packages, without versions. */
  packages: readonly string[]
  /** How it is used: the settings other than its defaults. */
  settings: string
  open(directory: string): Promise<OpenStore>
  /** Whether texts outlive the process. @default true */
  durable?: boolean
  /** Whether it can search. @default true */
  searches?: boolean
  /** Why it may be ahead of Daybook in speed or size: what it leaves out. */
  leavesOut?: { add?: string; search?: string; cold?: string; memory?: string; disk?: string }
  /** Whether it knows users. @default true */
  users?: boolean
  /** Hands it a statement while its model answers only this; undefined when no model is asked about what is written. */
  withModel?(directory: string, statement: string, answer: string): Promise<ModelRun>
}
