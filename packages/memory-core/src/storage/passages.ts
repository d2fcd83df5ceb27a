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
  /** Since when it holds, where that is not when it was said. */
  validFrom?: string
  /** Until when it held: something newer took its place. */
  validTo?: string
  /** The record that took its place. */
  supersededBy?: string
  /** Records and facts that say otherwise. */
  conflictsWith?: readonly string[]
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
  /** Who says it, in what manner: of a message. */
  speech?: Speech
  source: PassageSource
  /** Which part of a longer text it is. Absent when it is all of its text. */
  part?: Part
}

/**
 * A part of a text that is too long to be one passage: its paragraphs. The first part has the id of the text, the others
 * have ids of their own, see `partId`. The parts one after the other, as they are, make the text again.
 */
export interface Part {
  /** Which one, from 0; below 128. */
  place: number
  /** How many there are. */
  count: number
  /** Where it begins in the text, in UTF-16 code units. */
  start: number
}

/** How a message is said, as far as ranking needs to know it. */
export interface Speech {
  /** The analysed tokens of the speaker's name; none when no speaker is named. */
  speaker: readonly string[]
  role: string
  /** It ends in a question. */
  asks: boolean
  /** It speaks of its speaker: "I", "my". */
  personal: boolean
  /** It says how things are to be done, or what its speaker likes better. */
  wish?: 'order' | 'preference'
  /** It tells when something happens. */
  time?: true
  /** It has a number, in digits or in words. */
  number?: true
}

/** A passage as it is read by its number. */
export interface NumberedPassage {
  number: number
  passage: PassageHit['passage']
}

/** A found passage. */
export interface PassageHit {
  passage: Omit<Passage, 'tokens' | 'speech'>
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

/** Passages of some times, whatever they say. */
export interface TimedQuery extends Pick<PassageQuery, 'layers' | 'types' | 'sessions'> {
  /** ISO times, both inclusive. Passages without a time are of none. */
  spans: readonly { since: string; until: string }[]
  /** Maximum number of each span. */
  limit: number
}

/** A passage that may answer a question, with what it takes to rank it. */
export interface Candidate {
  /**
   * By which it is read. Texts of one origin that came into the index one after another are 128 apart, and keep their
   * numbers: the messages next to a message begin at `number - 128` and `number + 128`, and the parts of a text are the
   * numbers after its first part's. Other origins are far away.
   */
  number: number
  /** Unique in the memory. */
  id: string
  layer: Layer
  /** How many tokens it has. */
  length: number
  /** How often it has each term of the query, in the order of the query's terms. */
  counts: readonly number[]
  createdAt?: string
  speech?: Speech
}

/** What {@link PassageIndex.candidates} answers. */
export interface Candidates {
  /** The terms that were searched for, each once. */
  terms: readonly string[]
  /** How many passages have each term. May lag behind by one change in a hundred. */
  found: readonly number[]
  /** How many passages the index has. */
  passages: number
  /** The tokens of all of them. */
  tokens: number
  /** Unordered. */
  candidates: Candidate[]
}

/** One change of the index, made as a whole or not at all. */
export interface PassageChange {
  /** A text with fewer parts than it had loses the others. Its first part comes before them, in this change or an earlier one. */
  upsert?: readonly Passage[]
  /** Ids; unknown ones are ignored. A text goes with all its parts. */
  remove?: readonly string[]
  /** How far each source has been read, by a key and with a value of the caller's own; undefined forgets it. */
  watermarks?: Readonly<Record<string, string | undefined>>
  /**
   * What these watermarks have to be (undefined: none), or nothing is changed and the call fails with `version-conflict`:
   * another process has followed the same source since, and what this one has read of it may be older.
   */
  expected?: Readonly<Record<string, string | undefined>>
}

/**
 * The search index. It is derived: it may come up empty at any time, and is filled again from the files, starting from
 * its watermarks. Durability is not asked of it; a change is atomic with its watermarks.
 */
export interface PassageIndex {
  /** Changes when the index begins anew without a call for it, as when its database was deleted. */
  life?(): string | undefined
  update(change: PassageChange): Promise<void>
  /** Best first; equal scores by id. */
  search(query: PassageQuery): Promise<PassageHit[]>
  /**
   * The `limit` best passages by the score of `search`, of equal ones those of lower numbers, and the neighbours of the best
   * 40 of them that are messages: the first parts of the two messages before and after each, whether they have a term or not. Unordered. Where the terms
   * together are very common, the commonest of them may choose no candidates; they are counted all the same.
   */
  candidates(query: PassageQuery): Promise<Candidates>
  /**
   * The newest texts of each span as candidates without terms, each once by its first part, of equal times those of higher numbers. Unordered.
   * An index may look at the newest 5,000 of a span only, whatever of them is within layers, types and sessions.
   */
  timed(query: TimedQuery): Promise<Candidate[]>
  /** The passages of these numbers, in this order; what has been removed is left out. */
  read(numbers: readonly number[]): Promise<NumberedPassage[]>
  /** The ids of all passages of one origin. */
  ids(origin: string): Promise<string[]>
  /** Every watermark. */
  watermarks(): Promise<Map<string, string>>
  /** Forgets everything, watermarks included. */
  clear(): Promise<void>
}
