/** The layers that can be searched, in the order in which they speak for the same statement. */
export const searchedLayers = ['facts', 'records', 'knowledge', 'notes', 'history', 'sessions'] as const

/** A layer that can be searched. */
export type Layer = (typeof searchedLayers)[number]

/** Where a passage was read: a message of a session, a line (from 1) of a file, an entry of a file, a record. */
export type PassageSource =
  | { session: string; messageId: string; role: string; name?: string }
  | { path: string; line: number }
  | { path: string; entry: string }
  | RecordPassageSource

/** A record, with the files that it applies to and the message that it was taken from. */
export interface RecordPassageSource {
  record: string
  /** A glob; every file when absent. */
  scope?: string
  saidIn?: { session: string; messageId?: string }
  /** Since when it is archived. */
  archivedAt?: string
  /** Until when it held: something newer took its place. */
  validTo?: string
}

/** One searchable piece of text: a fact, a history entry, a message. */
export interface Passage {
  /** Unique in the memory. */
  id: string
  layer: Layer
  /** The type of a record or a note, the category of a fact or a knowledge entry. */
  type?: string
  /** What it was read from; passages are looked up by it to find those that are gone. */
  origin: string
  /** As it was written; given back, not searched. */
  text: string
  /** The analysed tokens of the text: letters and digits only, in order. This is what is searched. */
  tokens: readonly string[]
  /** ISO time, if the text has one. */
  createdAt?: string
  source: PassageSource
}

/** A found passage. */
export interface PassageHit {
  passage: Omit<Passage, 'tokens'>
  /** BM25 as SQLite's FTS5 has it (k1 = 1.2, b = 0.75), positive, higher is better. */
  score: number
}

/** What to search for. */
export interface PassageQuery {
  /** Analysed tokens; a passage with any of them is found. None finds nothing. Never syntax. */
  terms: readonly string[]
  layers?: readonly Layer[]
  /** Only passages of these types: no message and no history entry is. */
  types?: readonly string[]
  /** Only messages of these sessions; the other layers are not concerned. */
  sessions?: readonly string[]
  /** ISO times, both inclusive; passages without a time pass. */
  since?: string
  until?: string
  limit: number
}

/** One change of the index, made as a whole or not at all. */
export interface PassageChange {
  upsert?: readonly Passage[]
  /** Ids; unknown ones are ignored. */
  remove?: readonly string[]
  /** How far each source has been read, by a key and with a value of the caller's own; undefined forgets it. */
  watermarks?: Readonly<Record<string, string | undefined>>
  /**
   * What these watermarks have to be (undefined: none), or nothing is changed and the call fails with `version-conflict`:
   * another process has followed the same source meanwhile, and what this one has read of it may be older.
   */
  expected?: Readonly<Record<string, string | undefined>>
}

/**
 * The search index. It is derived: it may come up empty at any time, and is filled again from the files, starting from
 * its watermarks. Durability is not asked of it; a change is atomic with its watermarks.
 */
export interface PassageIndex {
  update(change: PassageChange): Promise<void>
  /** Best first; equal scores by id. */
  search(query: PassageQuery): Promise<PassageHit[]>
  /** The ids of all passages of one origin. */
  ids(origin: string): Promise<string[]>
  /** Every watermark. */
  watermarks(): Promise<Map<string, string>>
  /** Forgets everything, watermarks included. */
  clear(): Promise<void>
}
