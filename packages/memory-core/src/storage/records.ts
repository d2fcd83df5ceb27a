/** What a record is about; each type has a default priority and a weight, both in `records/record-types.ts`. */
export type RecordType = 'policy' | 'workflow' | 'pitfall' | 'architecture' | 'decision' | 'preference' | 'fact'

/** What holds (semantic), what happened (episodic), how something is done (procedural). */
export type RecordKind = 'semantic' | 'episodic' | 'procedural'

/** How urgently a record wants to be in the context, the most urgent first. */
export const recordPriorities = ['critical', 'high', 'medium', 'normal', 'low'] as const

export type RecordPriority = (typeof recordPriorities)[number]

/** Who said or wrote it: the user, the model, a tool, or a person at the files. */
export type RecordAuthor = 'user' | 'assistant' | 'tool' | 'person'

/** Where a record comes from. */
export interface RecordSource {
  session?: string
  messageId?: string
  /** The words that it was taken from, when they are not its text. */
  quote?: string
}

/** One typed memory that is scored and decays; an episode and a procedure are kinds of it. All times are ISO texts. */
export interface MemoryRecord {
  /** Unique in the memory. */
  id: string
  type: RecordType
  kind: RecordKind
  priority: RecordPriority
  /** What is remembered: a statement, an event, or what a procedure is for. */
  text: string
  /** The name of a procedure; unique among procedures. */
  name?: string
  /** The steps of a procedure, in order. */
  steps?: readonly string[]
  /** How an episode ended. */
  outcome?: string
  /** What a statement is about, as the reader of sentences names it: `health`, `person`, `rule`. */
  about?: string
  /** The estimated probability that a careful person would keep the statement, from 0 to 1. */
  worth?: number
  /** The last day of what it plans, as YYYY-MM-DD: after it, it is past. */
  until?: string
  /** The files that it applies to, as a glob; everywhere when absent. */
  scope?: string
  tags: readonly string[]
  source?: RecordSource
  author: RecordAuthor
  /** From 0 to 1. */
  confidence: number
  /** When it began to hold, and when it stopped to; both may be unknown. */
  validFrom?: string
  validTo?: string
  /** The id of the record, or of the fact, that this one replaced. */
  supersedes?: string
  /** The id of the record that took this one's place, or took it back. */
  supersededBy?: string
  /** The ids of records and facts that say otherwise, when it is not known which of them holds. */
  conflictsWith?: readonly string[]
  createdAt: string
  /** When it was last used, confirmed or said again: decay counts from here. */
  accessedAt: string
  /** How often it was learned, recalled or confirmed; starts at 1. */
  reinforcementCount: number
  /** How often a procedure worked, and how often it did not. */
  successCount: number
  failureCount: number
  /** Archived records are found by searching and never come into a context by themselves. */
  archivedAt?: string
}

/**
 * A record as a store keeps it. `strength` orders records by score at any moment without computing it: scores halve at
 * the same pace for all, so that a record's rank never changes by the passing of time alone.
 */
export interface StoredRecord extends MemoryRecord {
  /** log2 of the score that it would have had at 1970-01-01, halving from there; higher is more alive. */
  strength: number
  /** The price of the text in a context. */
  tokens: number
}

/** Which records are wanted. Every given condition has to hold. */
export interface RecordQuery {
  types?: readonly RecordType[]
  kinds?: readonly RecordKind[]
  /** Of this priority or a more urgent one. */
  priorityFrom?: RecordPriority
  /** With any of these tags. */
  tags?: readonly string[]
  /** With exactly one of these scopes, as texts; undefined in the list stands for records without one. */
  scopes?: readonly (string | undefined)[]
  /** Of this strength or more. */
  strengthFrom?: number
  /** Procedures of this name. */
  name?: string
  /** @default 'no' */
  archived?: 'no' | 'only' | 'all'
  /**
   * `priority`: the most urgent first, then the strongest; `strength`: the strongest first; `newest`: by createdAt. Ties by id.
   * @default 'strength'
   */
  order?: 'priority' | 'strength' | 'newest'
  limit: number
}

/**
 * One change of the store, made as a whole or not at all, and durable when the promise resolves. Removes first, then puts,
 * then inserts: a record removed and put in one edit is there.
 */
export interface RecordEdit {
  /** Inserted, or replaced where the id is known. */
  put?: readonly StoredRecord[]
  /** Inserted where the id is not known; others stay as they are. */
  insert?: readonly StoredRecord[]
  /** Ids; unknown ones are ignored. */
  remove?: readonly string[]
  /** Texts of the layers' own by key; undefined forgets one. */
  marks?: Readonly<Record<string, string | undefined>>
}

/** What happened after a revision. */
export interface RecordChanges {
  /** The records that were put or changed since, in the order of their last change. */
  records: StoredRecord[]
  /** The ids that were removed since and are not there now. */
  removed: string[]
  /** Ask from here next time. It equals {@link RecordStore.revision} when nothing is left. */
  revision: number
}

/** How many records there are, of each sort. */
export interface RecordCount {
  type: RecordType
  kind: RecordKind
  archived: boolean
  records: number
  /** The sum of their `tokens`. */
  tokens: number
}

/**
 * Typed rows: the truth of the records, unlike the passage index. What is acknowledged survives the death of the
 * process and of the machine. Several processes may use one store; each call is atomic against all others.
 */
export interface RecordStore {
  /** Answers the ids of `insert` that were not known before. */
  write(edit: RecordEdit): Promise<{ inserted: string[] }>
  /**
   * Reads the records of these ids, lets `change` answer what each should be (undefined: as it is), and writes them: no
   * other writer comes between. `change` is synchronous, is asked in the order of the ids, and keeps the id; when it throws,
   * nothing is written. With `quietly`, the change is no news for
   * {@link changes}: for what no reader of it is concerned with, such as accessedAt and strength.
   * Answers the changed records.
   */
  update(
    ids: readonly string[],
    change: (record: StoredRecord) => StoredRecord | undefined,
    options?: { quietly?: boolean },
  ): Promise<StoredRecord[]>
  /**
   * Those of the records that are there, archived ones too, in the order of the ids.
   */
  get(ids: readonly string[]): Promise<StoredRecord[]>
  /**
   * The cost follows the limit and not the number of records that are archived or below `strengthFrom`. With several
   * types, kinds or scopes it follows their number, too; tags are looked for in every record that the rest lets through.
   * Damaged records are left out, see `Storage.onDamage`; so they are from {@link changes}.
   */
  list(query: RecordQuery): Promise<StoredRecord[]>
  /** The different scopes of the records that are not archived, sorted. */
  scopes(): Promise<string[]>
  /** Goes up with every change that is news. 0 for an empty store that never held anything. */
  revision(): Promise<number>
  /**
   * What changed after `since`, at most `limit` records and ids at a time. Since 0, it walks through everything. A
   * revision below `since` says that this is another store than the one that `since` is of: begin at 0.
   */
  changes(since: number, limit: number): Promise<RecordChanges>
  count(): Promise<RecordCount[]>
  /** The marks of these keys; unknown ones are absent. */
  marks(keys: readonly string[]): Promise<Map<string, string>>
  /**
   * The marks with their keys, in the order of the keys (a store may sort those of more than 150 characters otherwise), at
   * most `limit`: from the beginning, or from behind the key `after`. Each comes once, whatever is marked between the pages.
   */
  listMarks(after: string | undefined, limit: number): Promise<Map<string, string>>
  /** Removes everything, marks and the traces of removals included; revisions begin at 0 again. */
  clear(): Promise<void>
}
