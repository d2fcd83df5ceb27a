import type { MemoryRecord } from './records.ts'

/** The layers that can be searched. If several contain the same statement, the first of them is used. */
export const searchedLayers = ['facts', 'records', 'knowledge', 'notes', 'history', 'sessions'] as const

/** A layer that can be searched. */
export type Layer = (typeof searchedLayers)[number]

/** Where a passage comes from: a message of a session, a line (from 1) of a file, an entry of a file, or a record. */
export type PassageSource =
  | { session: string; messageId: string; role: string; name?: string }
  | { path: string; line: number }
  | { path: string; entry: string }
  | RecordPassageSource

/** A record, with the files that it applies to and the message that it was taken from. */
export interface RecordPassageSource
  extends Pick<MemoryRecord, 'scope' | 'archivedAt' | 'validFrom' | 'validTo' | 'supersededBy' | 'conflictsWith'> {
  record: string
  saidIn?: { session: string; messageId?: string }
}

/** One searchable piece of text: a fact, a history entry, a message. */
export interface Passage {
  /** Unique in the memory. */
  id: string
  layer: Layer
  /** The type of a record or a note, the category of a fact or a knowledge entry. */
  type?: string
  /** The source that it was read from. Lookups by origin find passages whose text is gone. */
  origin: string
  /** The original text; returned, not searched. */
  text: string
  /** The analysed tokens of the text: letters and digits only, in order. These are searched. */
  tokens: readonly string[]
  /** ISO time, if the text has one. */
  createdAt?: string
  /** For a message: its speaker, and features that ranking uses. */
  speech?: Speech
  source: PassageSource
  /** For a part of a longer text: which part. Absent if the passage is the whole text. */
  part?: Part
}

/**
 * One part of a text that is too long for one passage, such as some of its paragraphs. The first part has the id of the
 * text, the others have their own ids, see `partId`. All parts concatenated are the text.
 */
export interface Part {
  /** Its index, from 0; below 128. */
  place: number
  /** The number of parts. */
  count: number
  /** Its offset in the text, in UTF-16 code units. */
  start: number
}

/** The features of a message that ranking uses. */
export interface Speech {
  /** The analysed tokens of the speaker's name; empty if unknown. */
  speaker: readonly string[]
  role: string
  /** Whether it ends in a question. */
  asks: boolean
  /** Whether it is about its speaker: "I", "my". */
  personal: boolean
  /** Whether it gives an instruction, or says what its speaker prefers. */
  wish?: 'order' | 'preference'
  /** Whether it says when something happens. */
  time?: true
  /** Whether it contains a number, in digits or in words. */
  number?: true
}

/** A passage with the number by which it was read. */
export interface NumberedPassage extends Pick<PassageHit, 'passage'> {
  number: number
}

/** A found passage. */
export interface PassageHit {
  passage: Omit<Passage, 'tokens' | 'speech'>
  /** BM25 as computed by SQLite's FTS5 (k1 = 1.2, b = 0.75); positive, higher is better. */
  score: number
}

/** A search of the index. */
export interface PassageQuery {
  /** Analysed tokens: passages that contain any of them are found, and none without terms. Never parsed as syntax. */
  terms: readonly string[]
  layers?: readonly Layer[]
  /** Only passages of these types, which excludes messages and history entries. */
  types?: readonly string[]
  /** Only messages of these sessions; does not restrict other layers. */
  sessions?: readonly string[]
  /** ISO times, both inclusive. Passages without a time are included. */
  since?: string
  until?: string
  limit: number
}

/** Selects passages by time alone. */
export interface TimedQuery extends Pick<PassageQuery, 'layers' | 'types' | 'sessions'> {
  /** ISO times, both inclusive. Passages without a time are excluded. */
  spans: readonly { since: string; until: string }[]
  /** Maximum passages of each span. */
  limit: number
}

/** A passage that may answer a question, with the values that ranking needs. */
export interface Candidate extends Pick<Passage, 'id' | 'layer' | 'createdAt' | 'speech'> {
  /**
   * Identifies the passage in {@link PassageIndex.read}. Texts of one origin that were indexed one after another are
   * 128 apart and keep their numbers: the messages next to a message begin at `number - 128` and `number + 128`, and
   * the parts of a text follow its first part. Other origins are far away.
   */
  number: number
  /** Number of tokens. */
  length: number
  /** How often it contains each term of the query, in the order of the query's terms. */
  counts: readonly number[]
}

/** The result of {@link PassageIndex.candidates}. */
export interface Candidates {
  /** The terms searched for, without duplicates. */
  terms: readonly string[]
  /** The number of passages with each term. May be outdated by up to 1 % of the passages. */
  found: readonly number[]
  /** The number of all passages. */
  passages: number
  /** The number of tokens in all passages. */
  tokens: number
  /** Unordered. */
  candidates: Candidate[]
}

/** A change of the index, applied as a whole or not at all. */
export interface PassageChange {
  /** A text that gets fewer parts loses the others. Its first part comes first, in this change or an earlier one. */
  upsert?: readonly Passage[]
  /** Ids; unknown ones are ignored. A text is removed with all its parts. */
  remove?: readonly string[]
  /** How far each source has been read, with keys and values chosen by the caller; undefined removes a watermark. */
  watermarks?: Readonly<Record<string, string | undefined>>
  /**
   * The expected values of these watermarks (undefined: none). If one differs, nothing changes and the call fails with
   * `version-conflict`: another process has read the same source in the meantime, and this one's text may be outdated.
   */
  expected?: Readonly<Record<string, string | undefined>>
}

/**
 * The search index. It is derived: it may be empty whenever it is opened, and is then rebuilt from the files, beginning
 * at its watermarks. It need not be durable; a change and its watermarks are applied together.
 */
export interface PassageIndex {
  /** Changes when the index starts anew without a call to do so, for example because its database was deleted. */
  life?(): string | undefined
  update(change: PassageChange): Promise<void>
  /** Best first; equal scores by id. */
  search(query: PassageQuery): Promise<PassageHit[]>
  /**
   * The `limit` passages with the most of the terms, rare ones counting more (of equal ones those later in their origin,
   * then those with higher numbers), and the neighbours of the best 40 of them that are messages: the first parts of the
   * two messages before and after each, even without a term. Unordered. If the terms together are very common, the most
   * common ones may choose no candidates; they still count for the scores. `choosingTerms` and `bestNumbers` of
   * `passageQueries` do it alike.
   */
  candidates(query: PassageQuery): Promise<Candidates>
  /**
   * The newest texts of each span as candidates without terms, each by its first part; among equal times higher
   * numbers. Unordered. An index may scan only the newest 5,000 of a span, whatever its layers, types and sessions.
   */
  timed(query: TimedQuery): Promise<Candidate[]>
  /** The passages with these numbers, in the order given; removed ones are left out. */
  read(numbers: readonly number[]): Promise<NumberedPassage[]>
  /** The ids of all passages of an origin. */
  ids(origin: string): Promise<string[]>
  watermarks(): Promise<Map<string, string>>
  /** Removes everything, watermarks included. */
  clear(): Promise<void>
}
