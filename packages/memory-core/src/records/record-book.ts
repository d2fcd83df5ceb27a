import { createAfterQuiet, createSerialQueue } from '../async.ts'
import { isoTime } from '../clock.ts'
import { MemoryError } from '../errors.ts'
import { withoutUndefined } from '../option-checks.ts'
import { recordPages } from '../storage/every-row.ts'
import type {
  MemoryRecord,
  RecordAuthor,
  RecordEdit,
  RecordPriority,
  RecordSource,
  RecordStore,
  RecordType,
  StoredRecord,
} from '../storage/records.ts'
import type { Setting } from '../storage/storage.ts'
import type { CountTokens } from '../text/count-tokens.ts'
import { lazy } from '../text/plain-text.ts'
import { type Change, isNews, type KnownFact, replacedFacts } from './consequences.ts'
import { type Draft, draftOfStatement, recordId, recordIdentity } from './drafts.ts'
import { learnDrafts, type MarkChanges } from './learning.ts'
import { later } from './record-changes.ts'
import { createScoring, type RecordsOptions, recordText } from './record-types.ts'

/** A record to learn. Only the text is required. */
export interface NewRecord {
  text: string
  /** @default 'fact' */
  type?: RecordType | undefined
  /** @default that of the type */
  priority?: RecordPriority | undefined
  /** A glob of the files that it applies to: `src/**\/*.ts`. */
  scope?: string | undefined
  tags?: readonly string[] | undefined
  source?: RecordSource | undefined
  /** @default 'user' */
  author?: RecordAuthor | undefined
  /** From 0 to 1. @default 1 */
  confidence?: number | undefined
  validFrom?: string | Date | undefined
  validTo?: string | Date | undefined
  /** The id of the record or fact that it supersedes, which ends at the validFrom or createdAt of the new one. */
  supersedes?: string | undefined
  /** @default now */
  createdAt?: string | Date | undefined
  /** The subject of a captured statement: `health`, `person`, `rule`. */
  about?: string | undefined
  /** The estimated probability that a careful person would keep it, from 0 to 1. */
  worth?: number | undefined
  /** The last day of a plan, as YYYY-MM-DD. */
  until?: string | undefined
}

export interface LearnedRecord extends MemoryRecord {
  /** False if the record was known and has been reinforced. */
  isNew: boolean
}

/** A store of records that computes the strength and tokens of what it writes. */
export interface BookStore extends RecordStore {
  write(
    edit: Omit<RecordEdit, 'put' | 'insert'> & { put?: readonly MemoryRecord[]; insert?: readonly MemoryRecord[] },
  ): Promise<{ inserted: string[] }>
  update(
    ids: readonly string[],
    change: (record: StoredRecord) => MemoryRecord | undefined,
    options?: { quietly?: boolean },
  ): Promise<StoredRecord[]>
}

/** The only writer of records, for the layers that create or change them. */
export type RecordBook = ReturnType<typeof createRecordBook>

/** Touches no disk until it is used. `facts` are those that records may supersede. */
export function createRecordBook(
  setting: Setting & { countTokens: CountTokens },
  options: Required<RecordsOptions>,
  facts: () => Promise<readonly KnownFact[]> = async () => [],
) {
  const { storage, clock, countTokens } = setting
  const scoring = createScoring(options)
  const stored = (record: MemoryRecord): StoredRecord => ({
    ...record,
    strength: scoring.strength(record),
    tokens: Math.ceil(countTokens(recordText(record))),
  })
  const rescoring = createRescoring(storage.records, scoring.fingerprint, stored)
  const store: BookStore = {
    ...storage.records,
    async list(query) {
      await rescoring.ready()
      return storage.records.list(query)
    },
    write: ({ put = [], insert = [], ...edit }) =>
      storage.records.write({ ...edit, put: put.map(stored), insert: insert.map(stored) }),
    update(ids, change, given) {
      const changed = (record: StoredRecord): StoredRecord | undefined => {
        const after = change(record)
        return after && stored(after)
      }
      return storage.records.update(ids, changed, given)
    },
  }
  const touches = createTouches(store, setting, options.flushMs)
  /** Finds what drafts change; loaded with the first draft, because its patterns are a third of the core. */
  const comparison = lazy(async () => {
    const [{ changesOf }, { createKnownClaims }] = await Promise.all([
      import('./changes.ts'),
      import('./known-claims.ts'),
    ])
    const sources = { about: createKnownClaims(store), get: store.get, facts }
    return (drafts: readonly Draft[]) => changesOf(drafts, sources)
  })

  async function changesIn(drafts: readonly Draft[]): Promise<Change[]> {
    const found = options.supersede ? await (await comparison())(drafts) : []
    return [...found, ...replacedFacts(drafts)]
  }

  const toDrafts = (records: readonly NewRecord[], nowMs: number): Draft[] =>
    records.map((record, index) => draftOfStatement(record, nowMs, `records[${index}]`))

  /** Lets drafts that supersede a fact supersede the record behind its line. */
  async function linked(drafts: readonly Draft[]): Promise<readonly Draft[]> {
    if (!drafts.some(({ supersedes }) => supersedes?.startsWith('fact:'))) return drafts
    const behind = new Map((await facts()).map(({ id, record }) => [id, record]))
    return drafts.map((draft) => ({
      ...draft,
      ...withoutUndefined({ supersedes: behind.get(draft.supersedes ?? '') }),
    }))
  }

  async function keep(given: readonly Draft[], marks: MarkChanges): Promise<LearnedRecord[]> {
    if (given.length === 0 && Object.keys(marks).length === 0) return []
    const drafts = await linked(given)
    const changes = await changesIn(drafts)
    const again = firstReturning(drafts, changes)
    if (again >= 0) return [...(await keep(given.slice(0, again), {})), ...(await keep(given.slice(again), marks))]
    const all = { ...(await rescoring.firstMarks()), ...marks }
    const isFact = async (id: string): Promise<boolean> => (await facts()).some((fact) => fact.id === id)
    return learnDrafts(store, drafts, { marks: all, changes, isFact })
  }

  return {
    /** The records. Strengths computed with other options are updated before the first `list`. */
    get store(): BookStore {
      return store
    },
    get options(): Required<RecordsOptions> {
      return options
    },
    /**
     * Learns statements as {@link learnDrafts} does; in two writes if one returns that another one of them has ended.
     * `marks` are written together with the last new records.
     * @throws MemoryError `bad-input` for invalid fields, `not-found` for an unknown record to supersede
     */
    learn: async (records: readonly NewRecord[], marks: MarkChanges = {}): Promise<LearnedRecord[]> =>
      keep(toDrafts(records, clock()), marks),
    /** The statements that supersede or contradict known ones, `before` or earlier ones; none without `supersede`. */
    async changing(records: readonly NewRecord[], before: readonly NewRecord[] = []): Promise<NewRecord[]> {
      const changes = await changesIn(toDrafts([...before, ...records], clock()))
      // In their order, as if each had come alone: what is not kept makes nothing else worth keeping.
      const kept = new Set(before.keys())
      for (const one of changes)
        if (one.newer.kind === 'draft' && isNews(one) && (one.older.kind !== 'draft' || kept.has(one.older.at)))
          kept.add(one.newer.at)
      return records.filter((_, at) => kept.has(before.length + at))
    },
    learnDrafts: (drafts: readonly Draft[]): Promise<LearnedRecord[]> => keep(drafts, {}),
    score: (record: MemoryRecord, atMs: number = clock()): number => scoring.score(record, atMs),
    /** The minimum strength of records with this score now. */
    strengthFor: (score: number): number => scoring.strengthFor(score, clock()),
    /** Counts one access of each record. Buffered in memory; written at the next flush, or after a few seconds. */
    touch: (ids: readonly string[]): void => touches.touch(ids),
    /** Resolves when buffered accesses are written; if that fails, rejects and keeps them. */
    flush: (): Promise<void> => touches.flush(),
  }
}

/** The place of the first draft that states again what another one of the batch has ended; -1 if there is none. */
function firstReturning(drafts: readonly Draft[], changes: readonly Change[]): number {
  const idOf = (draft: Draft | undefined): string => (draft ? recordId(recordIdentity(draft), 0) : '')
  const ended = changes.flatMap(({ change, older, at }) => {
    const id = older.kind === 'draft' ? idOf(drafts[older.at]) : older.id.replace(/-\d+$/, '')
    return change === 'supersedes' ? [{ at, id }] : []
  })
  if (ended.length === 0) return -1
  return drafts.findIndex((draft, place) => {
    const own = idOf(draft)
    return place > 0 && ended.some(({ at, id }) => at <= draft.createdAt && id === own)
  })
}

const scoringMark = 'scoring'

/** If the store's mark names other options, recomputes the strength of every record without new revisions. */
function createRescoring(store: RecordStore, fingerprint: string, stored: (record: MemoryRecord) => StoredRecord) {
  const queue = createSerialQueue()
  let isScored = false

  async function look(): Promise<boolean> {
    const marks = await store.marks([scoringMark])
    if (marks.get(scoringMark) === fingerprint) return true
    if ((await store.revision()) === 0) return false
    for await (const page of recordPages(store)) {
      const ids = page.map(({ id }) => id)
      await store.update(ids, (record) => changed(record, stored(record)), { quietly: true })
    }
    await store.write({ marks: { [scoringMark]: fingerprint } })
    return true
  }

  /** Resolves when all strengths are up to date. Costs one read of the store until it contains something. */
  async function ready(): Promise<void> {
    if (!isScored)
      await queue.run(async () => {
        isScored ||= await look()
      })
  }

  return {
    ready,
    /** The mark to write with the first records; none if the store already had records. */
    async firstMarks(): Promise<MarkChanges> {
      await ready()
      return isScored ? {} : { [scoringMark]: fingerprint }
    },
  }
}

function changed(before: StoredRecord, after: StoredRecord): StoredRecord | undefined {
  return before.strength === after.strength && before.tokens === after.tokens ? undefined : after
}

interface Access {
  count: number
  atMs: number
}

const touchesPerWrite = 1_000

/** Buffers accesses, so that reading does not write. A failed write is retried until the storage is closed. */
function createTouches(store: BookStore, { clock, report }: Setting, flushMs: number) {
  let collected = new Map<string, Access>()
  // A failure is reported by `keep`.
  const pause = createAfterQuiet(() => void flush().catch(() => undefined), { quietMs: flushMs, mostMs: flushMs })
  const queue = createSerialQueue()
  let isFailing = false

  function add(id: string, { count, atMs }: Access): void {
    const known = collected.get(id)
    collected.set(id, { count: count + (known?.count ?? 0), atMs: Math.max(atMs, known?.atMs ?? atMs) })
  }

  function accessed(record: MemoryRecord, { count, atMs }: Access): MemoryRecord {
    const reinforcementCount = record.reinforcementCount + count
    return { ...record, reinforcementCount, accessedAt: later(record.accessedAt, isoTime(atMs)) }
  }

  async function writeAll(): Promise<void> {
    pause.cancel()
    const accesses = [...collected]
    collected = new Map()
    for (let start = 0; start < accesses.length; start += touchesPerWrite) {
      try {
        const page = new Map(accesses.slice(start, start + touchesPerWrite))
        const change = (record: MemoryRecord) => accessed(record, page.get(record.id) ?? { count: 0, atMs: 0 })
        await store.update([...page.keys()], change, { quietly: true })
        isFailing = false
      } catch (error) {
        keep(accesses.slice(start), error)
        throw error
      }
    }
  }

  function keep(accesses: readonly [string, Access][], error: unknown): void {
    const isClosed = MemoryError.isInstance(error) && error.code === 'closed'
    if (!isClosed) {
      for (const [id, access] of accesses) add(id, access)
      pause.ask()
    }
    if (isFailing) return
    isFailing = true
    const message = `${accesses.length} accesses of records could not be written${isClosed ? '' : '; they will be retried'}`
    report({ type: 'records-unwritten', level: 'warn', message, details: { records: accesses.length }, error })
  }

  const flush = (): Promise<void> => queue.run(writeAll)

  return {
    touch(ids: readonly string[]): void {
      if (ids.length === 0) return
      const atMs = clock()
      for (const id of ids) add(id, { count: 1, atMs })
      pause.ask()
    },
    flush,
  }
}
