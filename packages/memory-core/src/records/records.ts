import { isoTime } from '../clock.ts'
import { MemoryError, shown } from '../errors.ts'
import type { MemoryRecord, RecordCount, RecordKind, RecordPriority, RecordType } from '../storage/records.ts'
import type { Setting } from '../storage/setting.ts'
import { type Draft, draftOfEpisode, draftOfProcedure } from './drafts.ts'
import { withoutStorage } from './learning.ts'
import { listRecords, recallRecords } from './list-records.ts'
import type { LearnedRecord, NewRecord, RecordBook } from './record-book.ts'
import { changeOf, checkedSpan, checkOutcome, idOfProcedure, reinforced, reported, restored } from './record-changes.ts'
import { checkFields, checkIds, shapes } from './record-checks.ts'
import { withdrawRecords } from './withdraw.ts'

/** Which records to list or recall. */
export interface RecordFilter {
  types?: readonly RecordType[]
  /** The same, under the name that `recall` has for it: one type or several, in addition to `types`. */
  type?: RecordType | readonly RecordType[]
  kinds?: readonly RecordKind[]
  priorityFrom?: RecordPriority
  /** With any of these tags. */
  tags?: readonly string[]
  /** Records that apply to this file, or to every file. */
  filePath?: string
  /** @default 'no' for listing, 'all' for recalling */
  archived?: 'no' | 'only' | 'all'
  /** Only those that held then: they had begun to, and were not over. */
  asOf?: string | Date
  /** @default 100 for listing, 10 for recalling */
  limit?: number
}

/** A record with its score. */
export interface ScoredRecord extends MemoryRecord {
  /** Type weight × decay × reinforcement, now. */
  score: number
}

/** A record that was found. */
export interface RecalledRecord extends ScoredRecord {
  /** How well its words fit the query (BM25); comparable within one answer only. */
  relevance: number
}

/** Something that happened. */
export interface NewEpisode extends Omit<NewRecord, 'supersedes'> {
  /** How it ended: "success", "failure", or in words. */
  outcome?: string | undefined
}

/** A way of doing something. */
export interface NewProcedure extends Omit<NewRecord, 'text' | 'supersedes'> {
  /** Unique among procedures: the same name again replaces the steps and keeps the counts. */
  name: string
  steps: readonly string[]
  /** What it is for. @default the name */
  text?: string | undefined
}

/** How many records there are. */
export interface RecordStats {
  active: number
  archived: number
  byType: Readonly<Record<RecordType, number>>
  byKind: Readonly<Record<RecordKind, number>>
  /** What all active records would cost in a context. */
  tokens: number
}

/** Typed memories that are scored, decay and are activated. */
export interface Records {
  learn(records: NewRecord | readonly NewRecord[]): Promise<LearnedRecord[]>
  /** The record of this id, archived or not. */
  get(id: string): Promise<ScoredRecord | undefined>
  /** The most urgent first, then the highest score. */
  list(filter?: RecordFilter): Promise<ScoredRecord[]>
  /** Changes fields of a record. @throws MemoryError `not-found` */
  update(
    id: string,
    change: Partial<
      Pick<NewRecord, 'text' | 'type' | 'priority' | 'scope' | 'tags' | 'confidence' | 'validFrom' | 'validTo'>
    >,
  ): Promise<MemoryRecord>
  /** Takes records out of every context; they stay searchable. Answers how many were not archived before. */
  archive(ids: readonly string[]): Promise<number>
  /** Brings them back; their decay starts anew from now. Answers how many were archived. */
  restore(ids: readonly string[]): Promise<number>
  /** Removes them permanently; what one of them had replaced holds again. Answers how many there were. */
  remove(ids: readonly string[]): Promise<number>
  /** Searches by words, archived records too. Counts as an access. `budget` is the most tokens of all texts together. */
  recall(query: string, filter?: RecordFilter & { budget?: number; signal?: AbortSignal }): Promise<RecalledRecord[]>
  /**
   * "Remember this": the decay starts anew from now, the count goes up, and what was archived is back. Answers those that
   * there are.
   */
  reinforce(ids: readonly string[]): Promise<ScoredRecord[]>
  episode(episode: NewEpisode): Promise<LearnedRecord>
  procedure(procedure: NewProcedure): Promise<LearnedRecord>
  /** Says how a procedure went, by its name: an access, and with success a reinforcement. @throws MemoryError `not-found` */
  report(name: string, outcome: 'success' | 'failure'): Promise<ScoredRecord>
  stats(): Promise<RecordStats>
}

/** Finds records by their words; the archived ones too, unless `archived` is `no`. */
export type SearchRecords = (
  query: string,
  options: {
    limit: number
    types?: readonly RecordType[]
    archived?: 'no' | 'all'
    telling?: boolean
    signal?: AbortSignal
  },
) => Promise<{ id: string; score: number }[]>

/** Makes the records' public face over the book; `search` finds ids by words, best first. */
export function createRecords(setting: Setting, book: RecordBook, search: SearchRecords): Records {
  const { store } = book
  const now = (): string => isoTime(setting.clock())
  const scored = (record: MemoryRecord): ScoredRecord => ({ ...withoutStorage(record), score: book.score(record) })

  /** Changes records, and answers what they are then. */
  async function change(
    ids: readonly string[],
    next: (record: MemoryRecord) => MemoryRecord | undefined,
  ): Promise<MemoryRecord[]> {
    const changed = await store.update(ids, (record) => {
      const after = next(record)
      return after && book.stored(after)
    })
    return changed.map(withoutStorage)
  }

  async function learnOne(draft: Draft): Promise<LearnedRecord> {
    const [learned] = await book.learnDrafts([draft])
    if (learned) return learned
    throw new Error('one draft gives one record')
  }

  async function changeOne(
    id: string,
    name: string,
    next: (record: MemoryRecord) => MemoryRecord,
  ): Promise<MemoryRecord> {
    const [changed] = await change([id], next)
    if (changed) return changed
    throw new MemoryError('not-found', `no ${name}; records.list() and records.recall() give what there is`)
  }

  return {
    async learn(records) {
      return book.learn(isList(records) ? [...records] : [records])
    },
    async get(id) {
      const [record] = await store.get(checkIds([id], 'ids'))
      return record && scored(record)
    },
    async list(filter = {}) {
      checkFields(filter, shapes.list, 'filter')
      return (await listRecords(store, plainFilter(filter))).map(scored)
    },
    async update(id, fields) {
      const [known = ''] = checkIds([id], 'ids')
      checkFields(fields, shapes.change, 'change')
      const given = changeOf(fields)
      return changeOne(known, `record ${shown(id)}`, (record) => checkedSpan({ ...record, ...given }))
    },
    async archive(ids) {
      const archivedAt = now()
      return (
        await change(checkIds(ids, 'ids'), (record) =>
          record.archivedAt === undefined ? { ...record, archivedAt } : undefined,
        )
      ).length
    },
    async restore(ids) {
      const at = now()
      return (await change(checkIds(ids, 'ids'), (record) => restored(record, at))).length
    },
    async remove(ids) {
      return withdrawRecords(store, checkIds(ids, 'ids'), book.stored)
    },
    async recall(query, filter = {}) {
      checkFields(filter, shapes.recall, 'filter')
      return recallRecords(book, search, query, plainFilter(filter))
    },
    async reinforce(ids) {
      const at = now()
      return (await change(checkIds(ids, 'ids'), (record) => reinforced(record, at))).map(scored)
    },
    episode: async (episode) => learnOne(draftOfEpisode(episode, setting.clock())),
    procedure: async (procedure) => learnOne(draftOfProcedure(procedure, setting.clock())),
    async report(name, outcome) {
      const id = idOfProcedure(name)
      checkOutcome(outcome)
      const at = now()
      return scored(await changeOne(id, `procedure ${shown(name)}`, (record) => reported(record, outcome, at)))
    },
    stats: async () => statsOf(await store.count()),
  }
}

/** A copy in which all wanted types are in `types`. */
function plainFilter<Filter extends RecordFilter>({ type, ...filter }: Filter): Omit<Filter, 'type'> {
  return type === undefined ? filter : { ...filter, types: [...(filter.types ?? []), type].flat() }
}

function isList(records: NewRecord | readonly NewRecord[]): records is readonly NewRecord[] {
  return Array.isArray(records)
}

/** Adds up counts; `byType`, `byKind` and `tokens` are of the active records. */
function statsOf(counts: readonly RecordCount[]): RecordStats {
  const byType: Record<RecordType, number> = {
    policy: 0,
    workflow: 0,
    pitfall: 0,
    architecture: 0,
    decision: 0,
    preference: 0,
    fact: 0,
  }
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
