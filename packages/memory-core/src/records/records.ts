import { isoTime, parseTime } from '../clock.ts'
import { MemoryError, shown, wrongValue } from '../errors.ts'
import { checkShape, checkText, withoutUndefined } from '../option-checks.ts'
import { isCurrentAt, isWanted } from '../storage/record-rows.ts'
import {
  type MemoryRecord,
  type RecordCount,
  type RecordKind,
  type RecordPriority,
  type RecordQuery,
  type RecordStore,
  type RecordType,
  recordTypes,
  type StoredRecord,
} from '../storage/records.ts'
import type { Setting } from '../storage/storage.ts'
import { withinBudget } from '../text/count-tokens.ts'
import { matchesGlob } from '../text/glob.ts'
import { checkIds, type Draft, draftOfEpisode, draftOfProcedure, shapes } from './drafts.ts'
import { withdrawRecords } from './learning.ts'
import { endInMessages } from './marks.ts'
import type { LearnedRecord, NewRecord, RecordBook } from './record-book.ts'
import { archived, changeOf, checkedSpan, idOfProcedure, reinforced, reported, restored } from './record-changes.ts'
import { withoutStorage } from './record-types.ts'

/** The records to list or recall. */
export interface RecordFilter {
  types?: readonly RecordType[] | undefined
  /** One or several types, in addition to `types`. */
  type?: RecordType | readonly RecordType[] | undefined
  kinds?: readonly RecordKind[] | undefined
  priorityFrom?: RecordPriority | undefined
  /** With any of these tags. */
  tags?: readonly string[] | undefined
  /** Only records that apply to this file; those without a scope apply to every file. */
  filePath?: string | undefined
  /** @default 'no' for listing, 'all' for recalling */
  archived?: 'no' | 'only' | 'all' | undefined
  /** Only records that were current at this time. */
  asOf?: string | Date | undefined
  /** @default 100 for listing, 10 for recalling */
  limit?: number | undefined
}

/** A record with its score. */
export interface ScoredRecord extends MemoryRecord {
  /** Type weight × decay × reinforcement, now. */
  score: number
}

export interface RecalledRecord extends ScoredRecord {
  /** How well its words match the query (BM25); comparable within one result only. */
  relevance: number
}

/** An event to learn. */
export interface NewEpisode extends Omit<NewRecord, 'supersedes'> {
  /** "success", "failure", or a description. */
  outcome?: string | undefined
}

/** A procedure to learn. */
export interface NewProcedure extends Omit<NewRecord, 'text' | 'supersedes'> {
  /** Unique among procedures. Learning the same name again replaces the steps and keeps the counts. */
  name: string
  steps: readonly string[]
  /** Its purpose. @default the name */
  text?: string | undefined
}

export interface RecordStats {
  active: number
  archived: number
  byType: Readonly<Record<RecordType, number>>
  byKind: Readonly<Record<RecordKind, number>>
  /** The tokens of all active records. */
  tokens: number
}

/** Typed records that are scored, decay, and are activated. */
export interface Records {
  learn(records: NewRecord | readonly NewRecord[]): Promise<LearnedRecord[]>
  /** The record of this id, archived or not. */
  get(id: string): Promise<ScoredRecord | undefined>
  /** Lists the most urgent first, then those with the highest score. */
  list(filter?: RecordFilter): Promise<ScoredRecord[]>
  /** Changes fields of a record. @throws MemoryError `not-found` */
  update(
    id: string,
    change: Partial<
      Pick<NewRecord, 'text' | 'type' | 'priority' | 'scope' | 'tags' | 'confidence' | 'validFrom' | 'validTo'>
    >,
  ): Promise<MemoryRecord>
  /** Removes records from every context; they stay searchable. Returns the number of newly archived ones. */
  archive(ids: readonly string[]): Promise<number>
  /** Restores records from the archive; their decay restarts now. Returns the number of restored ones. */
  restore(ids: readonly string[]): Promise<number>
  /**
   * Removes records permanently; statements they had superseded are current again, messages they came from are not told as
   * current any more. Returns the number removed.
   */
  remove(ids: readonly string[]): Promise<number>
  /** Searches by words, archived records included. Counts as an access. `budget` is in tokens of all texts. */
  recall(
    query: string,
    filter?: RecordFilter & { budget?: number | undefined; signal?: AbortSignal | undefined },
  ): Promise<RecalledRecord[]>
  /** "Remember this": restarts decay, raises the count, restores archived records. Returns those that exist. */
  reinforce(ids: readonly string[]): Promise<ScoredRecord[]>
  episode(episode: NewEpisode): Promise<LearnedRecord>
  procedure(procedure: NewProcedure): Promise<LearnedRecord>
  /** Reports how a procedure went: an access, and on success a reinforcement. @throws MemoryError `not-found` */
  report(name: string, outcome: 'success' | 'failure'): Promise<ScoredRecord>
  stats(): Promise<RecordStats>
}

/**
 * Finds records by their words: all, or those of `types`, of which `archived: 'no'` leaves out archived ones. With
 * `telling`, vague words are ignored ("how many boats" matches by "boats"), unless the query has no others. The score is
 * BM25; comparable within one answer only.
 */
export type SearchRecords = (
  query: string,
  options: {
    limit: number
    types?: readonly RecordType[]
    archived?: 'no'
    telling?: boolean
    signal?: AbortSignal
  },
) => Promise<{ id: string; score: number }[]>

type Next = (record: MemoryRecord, at: string) => MemoryRecord | undefined

/** The public layer over the book. Readers wait for `catchUp`, so that what was said a moment ago is found. */
export function createRecords(
  setting: Setting,
  book: RecordBook,
  search: SearchRecords,
  catchUp: () => Promise<unknown>,
): Records {
  const { store } = book
  const scored = (record: MemoryRecord): ScoredRecord => ({ ...withoutStorage(record), score: book.score(record) })

  /** Changes records as of now. Returns those that exist and changed. */
  async function change(ids: readonly string[], next: Next): Promise<MemoryRecord[]> {
    const at = isoTime(setting.clock())
    return (await store.update(checkIds(ids), (record) => next(record, at))).map(withoutStorage)
  }

  async function learnOne(draft: Draft): Promise<LearnedRecord> {
    const [learned] = await book.learnDrafts([draft])
    if (learned) return learned
    throw new Error('one draft gives one record')
  }

  async function changeOne(id: string, name: string, next: Next): Promise<MemoryRecord> {
    const [changed] = await change([id], next)
    if (changed) return changed
    throw new MemoryError('not-found', `no ${name}; records.list() and records.recall() return the records`)
  }

  return {
    async learn(records) {
      return book.learn([records].flat())
    },
    async get(id) {
      await catchUp()
      const [record] = await store.get(checkIds([id]))
      return record && scored(record)
    },
    async list(filter = {}) {
      await catchUp()
      checkShape(filter, shapes.list, 'filter', 'bad-input')
      return (await listRecords(store, plainFilter(filter))).map(scored)
    },
    async update(id, fields) {
      const [known = ''] = checkIds([id])
      checkShape(fields, shapes.change, 'change', 'bad-input')
      const given = changeOf(fields)
      return changeOne(known, `record ${shown(id)}`, (record) => checkedSpan({ ...record, ...given }))
    },
    archive: async (ids) => (await change(ids, archived)).length,
    restore: async (ids) => (await change(ids, restored)).length,
    async remove(ids) {
      const sources = (await store.get(checkIds(ids))).flatMap(({ source }) =>
        source?.session && source.messageId ? [source] : [],
      )
      await endInMessages(store, sources, isoTime(setting.clock()))
      return withdrawRecords(store, ids)
    },
    async recall(query, filter = {}) {
      checkShape(filter, shapes.recall, 'filter', 'bad-input')
      await catchUp()
      return recallRecords(book, search, query, plainFilter(filter))
    },
    reinforce: async (ids) => (await change(ids, reinforced)).map(scored),
    episode: async (episode) => learnOne(draftOfEpisode(episode, setting.clock())),
    procedure: async (procedure) => learnOne(draftOfProcedure(procedure, setting.clock())),
    async report(name, outcome) {
      const id = idOfProcedure(name)
      if (outcome !== 'success' && outcome !== 'failure') throw wrongValue('outcome', outcome, '"success" or "failure"')
      return scored(await changeOne(id, `procedure ${shown(name)}`, (record, at) => reported(record, outcome, at)))
    },
    async stats() {
      await catchUp()
      return statsOf(await store.count())
    },
  }
}

/** A copy with all wanted types in `types`, and with the time in milliseconds. @throws MemoryError `bad-input` */
function plainFilter<Filter extends RecordFilter>({ type, asOf, ...filter }: Filter) {
  return {
    ...filter,
    ...(type !== undefined && { types: [...(filter.types ?? []), type].flat() }),
    ...(asOf !== undefined && { asOfMs: parseTime(asOf, 'filter.asOf') }),
  }
}

/** Adds up what a store has counted. */
export function statsOf(counts: readonly RecordCount[]): RecordStats {
  const byType = Object.fromEntries(recordTypes.map((type) => [type, 0])) as Record<RecordType, number>
  const byKind: Record<RecordKind, number> = { semantic: 0, episodic: 0, procedural: 0 }
  let [active, archived, tokens] = [0, 0, 0]
  for (const count of counts) {
    if (count.archived) archived += count.records
    else {
      active += count.records
      tokens += count.tokens
      byType[count.type] += count.records
      byKind[count.kind] += count.records
    }
  }
  return { active, archived, byType, byKind, tokens }
}

/** A {@link RecordFilter} with the types in one list, and the time in milliseconds. */
interface PlainFilter extends Omit<RecordFilter, 'type' | 'asOf'> {
  asOfMs?: number
}

/** Lists the most urgent, then the strongest. Applies what the store cannot, reading more until enough match. */
async function listRecords(store: RecordStore, filter: PlainFilter): Promise<StoredRecord[]> {
  const { types, kinds, priorityFrom, tags, filePath, asOfMs, archived = 'no', limit: wanted = 100 } = filter
  const isScoped = filePath !== undefined && archived === 'no'
  const scopes = isScoped ? (await store.scopes()).filter((scope) => matchesGlob(scope, filePath)) : []
  const query: Omit<RecordQuery, 'limit'> = {
    ...withoutUndefined({ types, kinds, priorityFrom, tags }),
    ...(isScoped && { scopes: [undefined, ...scopes] }),
    archived,
    order: 'priority',
  }
  if (asOfMs === undefined && (filePath === undefined || isScoped)) return store.list({ ...query, limit: wanted })
  for (let limit = wanted * 4; ; limit *= 4) {
    const listed = await store.list({ ...query, limit })
    const found = listed.filter((record) => fits(record, { ...filter, archived }))
    if (found.length >= wanted || listed.length < limit) return found.slice(0, wanted)
  }
}

function fits(record: StoredRecord, { types, kinds, priorityFrom, tags, archived = 'all', ...filter }: PlainFilter) {
  const { filePath, asOfMs } = filter
  const { createdAt, validFrom = createdAt, validTo, scope } = record
  return (
    isWanted(record, { ...withoutUndefined({ types, kinds, priorityFrom, tags }), archived }) &&
    (filePath === undefined || scope === undefined || matchesGlob(scope, filePath)) &&
    (asOfMs === undefined || isCurrentAt({ validFrom, validTo }, asOfMs))
  )
}

const mostHits = 1_000

/**
 * Records that match the words of the query and the filter, best first, within limit and budget. A record that exceeds
 * the remaining budget is skipped. Touches the results if recall counts as an access.
 * @throws MemoryError `bad-input` if the query is not a text
 */
async function recallRecords(
  book: RecordBook,
  search: SearchRecords,
  query: string,
  filter: PlainFilter & { budget?: number | undefined; signal?: AbortSignal | undefined },
): Promise<RecalledRecord[]> {
  checkText(query, 'query', 'deploy on fridays')
  const { limit = 10, budget = Number.POSITIVE_INFINITY, signal } = filter
  const { records, relevance } = await findRecords(book, search, query, { ...filter, limit })
  signal?.throwIfAborted()
  const chosen = withinBudget(records, budget, ({ tokens }) => tokens).slice(0, limit)
  if (book.options.touchOn.includes('recall')) book.touch(chosen.map(({ id }) => id))
  return chosen.map((record) => ({
    ...withoutStorage(record),
    score: book.score(record),
    relevance: relevance.get(record.id) ?? 0,
  }))
}

/** All hits that pass the filter. Requests more hits while too few pass. */
async function findRecords(
  { store }: RecordBook,
  search: SearchRecords,
  query: string,
  filter: PlainFilter & { limit: number; signal?: AbortSignal | undefined },
): Promise<{ records: StoredRecord[]; relevance: ReadonlyMap<string, number> }> {
  const { types, signal } = filter
  for (let asked = Math.max(filter.limit, 1); ; asked *= 4) {
    const limit = Math.min(asked, Math.max(mostHits, filter.limit))
    const hits = await search(query, { limit, ...withoutUndefined({ types, signal }) })
    const relevance = new Map(hits.map(({ id, score }) => [id, score]))
    const records = (await store.get([...relevance.keys()])).filter((record) => fits(record, filter))
    if (records.length >= filter.limit || hits.length < limit || asked >= mostHits) return { records, relevance }
  }
}
