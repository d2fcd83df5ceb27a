export const recordTypes = ['policy', 'workflow', 'pitfall', 'architecture', 'decision', 'preference', 'fact'] as const

/** The types of records. Each has a default priority and a weight, see `records/record-types.ts`. */
export type RecordType = (typeof recordTypes)[number]

export const recordKinds = ['semantic', 'episodic', 'procedural'] as const

/** A statement (semantic), an event (episodic), or a way of doing something (procedural). */
export type RecordKind = (typeof recordKinds)[number]

/** How much a record is needed in a context, most urgent first. */
export const recordPriorities = ['critical', 'high', 'medium', 'normal', 'low'] as const

export type RecordPriority = (typeof recordPriorities)[number]

/** The author of a statement: the user, the model, a tool, or a person who edits the files. */
export type RecordAuthor = 'user' | 'assistant' | 'tool' | 'person'

/** The origin of a record. */
export interface RecordSource {
  session?: string
  messageId?: string
  /** The original words, if they differ from the record's text. */
  quote?: string
}

/** One typed memory that is scored and decays; episodes and procedures are kinds of it. All times are ISO strings. */
export interface MemoryRecord {
  /** Unique in the memory. */
  id: string
  type: RecordType
  kind: RecordKind
  priority: RecordPriority
  /** The statement, the event, or the purpose of a procedure. */
  text: string
  /** The name of a procedure; unique among procedures. */
  name?: string
  /** The steps of a procedure, in order. */
  steps?: readonly string[]
  /** How an episode ended. */
  outcome?: string
  /** The subject of a statement, as recognised by the rules: `health`, `person`, `rule`. */
  about?: string
  /** The estimated probability that a careful person would keep the statement, from 0 to 1. */
  worth?: number
  /** The last day of a plan, as YYYY-MM-DD. After that day, the plan is past. */
  until?: string
  /** The files that it applies to, as a glob; absent for all files. */
  scope?: string
  tags: readonly string[]
  source?: RecordSource
  author: RecordAuthor
  /** From 0 to 1. */
  confidence: number
  /** When it became true, and when it stopped being true; absent if unknown. */
  validFrom?: string
  validTo?: string
  /** The id of the record or fact that this one replaced. */
  supersedes?: string
  /** The id of the record that replaced or withdrew this one. */
  supersededBy?: string
  /** The ids of records and facts that contradict it, if it is not known which is true. */
  conflictsWith?: readonly string[]
  createdAt: string
  /** When it was last used, confirmed or repeated. Decay starts here. */
  accessedAt: string
  /** How often it was learned, recalled or confirmed; starts at 1. */
  reinforcementCount: number
  /** How often a procedure worked, and how often it failed. */
  successCount: number
  failureCount: number
  /** Archived records are found by searches, but are not added to a context on their own. */
  archivedAt?: string
}

/** A stored record. All scores halve at the same rate, so that `strength` orders records without computing scores. */
export interface StoredRecord extends MemoryRecord {
  /** log2 of the score that it would have had at 1970-01-01, given that it halves from then on. Higher is better. */
  strength: number
  /** Tokens of its text in a context. */
  tokens: number
  /** The `archivedAt` of the last removal by a person that was taken back, so that a merge does not repeat it. */
  restored?: string
}

/** Selects records that meet every given condition. */
export interface RecordQuery {
  types?: readonly RecordType[]
  kinds?: readonly RecordKind[]
  /** Of this priority or higher. */
  priorityFrom?: RecordPriority
  /** With any of these tags. */
  tags?: readonly string[]
  /** With exactly one of these scopes; undefined in the list selects records without a scope. */
  scopes?: readonly (string | undefined)[]
  /** Of at least this strength. */
  strengthFrom?: number
  /** @default 'no' */
  archived?: 'no' | 'only' | 'all'
  /**
   * `priority`: by priority, then by strength; `strength`: highest first. Ties by id.
   * @default 'strength'
   */
  order?: 'priority' | 'strength'
  limit: number
}

/**
 * A change of the store, applied as a whole or not at all, and durable when the promise resolves. Removes first, then
 * puts, then inserts: a record that is removed and put in one edit exists afterwards.
 */
export interface RecordEdit {
  /** Inserts these, or replaces those with the same ids. */
  put?: readonly StoredRecord[]
  /** Inserts those whose ids are unknown; existing records stay unchanged. */
  insert?: readonly StoredRecord[]
  /** Ids; unknown ones are ignored. */
  remove?: readonly string[]
  /** Values that layers store by key; undefined removes one. */
  marks?: Readonly<Record<string, string | undefined>>
}

/** The changes after a revision. */
export interface RecordChanges {
  /** Records that were put or changed, in the order of their last change. */
  records: StoredRecord[]
  /** Ids that were removed and do not exist now. */
  removed: string[]
  /** The revision to continue from. Equals {@link RecordStore.revision} if nothing is left. */
  revision: number
}

/** The number of records of one sort. */
export interface RecordCount extends Pick<MemoryRecord, 'type' | 'kind'> {
  archived: boolean
  records: number
  /** The sum of their `tokens`. */
  tokens: number
}

/**
 * The store of records, which are not derived from anything. Acknowledged writes survive a crash of the process and of
 * the machine. Several processes may use one store; each call is atomic.
 */
export interface RecordStore {
  /** Returns the ids of `insert` that were new. */
  write(edit: RecordEdit): Promise<{ inserted: string[] }>
  /**
   * Reads the records with these ids, applies `change` to each (undefined: no change), and writes the results; no other
   * write comes in between. `change` is synchronous, is called in the order of the ids, and must keep the id; if it
   * throws, nothing is written. It may be called again, if the call shares its write with others and one of them
   * throws. With `quietly`, the change does not appear in {@link changes}: for fields that its
   * readers do not use, such as accessedAt and strength.
   * @returns the changed records
   */
  update(
    ids: readonly string[],
    change: (record: StoredRecord) => StoredRecord | undefined,
    options?: { quietly?: boolean },
  ): Promise<StoredRecord[]>
  /** The records with these ids that exist, archived ones included, in the order of the ids. */
  get(ids: readonly string[]): Promise<StoredRecord[]>
  /**
   * The cost grows with the limit, not with the number of records that are archived or below `strengthFrom`; it also
   * grows with the number of types and scopes. Types without scopes, kinds and tags are checked in every record that
   * meets the other conditions.
   * Damaged records are left out here and in {@link changes}, see `Storage.onDamage`.
   */
  list(query: RecordQuery): Promise<StoredRecord[]>
  /** The distinct scopes of records that are not archived, sorted. */
  scopes(): Promise<string[]>
  /** Increases with every change except quiet ones. 0 for a store that was always empty. */
  revision(): Promise<number>
  /**
   * The changes after `since`, at most `limit` records and ids at a time; from 0, everything. If the returned revision
   * is below `since`, this is another store than the one that `since` came from: start again at 0.
   */
  changes(since: number, limit: number): Promise<RecordChanges>
  count(): Promise<RecordCount[]>
  /** The marks with these keys; unknown ones are absent. */
  marks(keys: readonly string[]): Promise<Map<string, string>>
  /**
   * At most `limit` marks in the order of the keys (a store may order keys of more than 150 characters differently),
   * from the beginning or after the key `after`. Writes between two pages cause no mark to be returned twice.
   */
  listMarks(after: string | undefined, limit: number): Promise<Map<string, string>>
  /** Removes everything, marks and traces of removals included; revisions restart at 0. */
  clear(): Promise<void>
}
