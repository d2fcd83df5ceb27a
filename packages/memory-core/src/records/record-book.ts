import type {
  MemoryRecord,
  RecordAuthor,
  RecordPriority,
  RecordSource,
  RecordStore,
  RecordType,
  StoredRecord,
} from '../storage/records.ts'
import type { Setting } from '../storage/setting.ts'
import type { CountTokens } from '../text/count-tokens.ts'
import { type Change, changesOf, type KnownFact, replacedFacts } from './changes.ts'
import { type Draft, draftOfStatement } from './drafts.ts'
import { createKnownClaims } from './known-claims.ts'
import { learnDrafts } from './learning.ts'
import { recordText, recordTypeNames, recordTypes } from './record-types.ts'
import type { ResolvedRecordsOptions } from './records-options.ts'
import { createTouches } from './touches.ts'
import { withoutUndefined } from './without-undefined.ts'

/** What to learn. Everything but the text has a default. */
export interface NewRecord {
  text: string
  /** @default 'fact' */
  type?: RecordType | undefined
  /** @default that of the type */
  priority?: RecordPriority | undefined
  /** The files that it applies to, as a glob: `src/**\/*.ts`. */
  scope?: string | undefined
  tags?: readonly string[] | undefined
  source?: RecordSource | undefined
  /** @default 'user' */
  author?: RecordAuthor | undefined
  /** From 0 to 1. @default 1 */
  confidence?: number | undefined
  validFrom?: string | Date | undefined
  validTo?: string | Date | undefined
  /** The id of the record or the fact that it replaces: that one ends at this one's validFrom, or else its createdAt. It stays. */
  supersedes?: string | undefined
  /** @default now */
  createdAt?: string | Date | undefined
  /** What the statement is about: `health`, `person`, `rule`. A captured statement has it. */
  about?: string | undefined
  /** The estimated probability that a careful person would keep it, from 0 to 1. */
  worth?: number | undefined
  /** The last day of what it plans, as YYYY-MM-DD. */
  until?: string | undefined
}

/** A record that was learned. */
export interface LearnedRecord extends MemoryRecord {
  /** Whether it was not known before; a known one was reinforced. */
  isNew: boolean
}

/** The one writer of the records, for the layers that make or change them. */
export interface RecordBook {
  /** The records. Strengths that other options left in it are computed anew before the first `list`. */
  readonly store: RecordStore
  readonly options: ResolvedRecordsOptions
  /**
   * Learns statements, the new ones in one write. One that is known (same type, scope and words) is reinforced, and back
   * from the archive; its priority only rises. `marks` are kept together with the new ones: a crash before that may
   * have reinforced known ones, and loses nothing.
   * @throws MemoryError `bad-input` for fields that cannot be, `not-found` for one to supersede that is not there
   */
  learn(
    records: readonly NewRecord[],
    options?: { marks?: Readonly<Record<string, string | undefined>> },
  ): Promise<LearnedRecord[]>
  /**
   * Those of the statements that take the place of what is known, or take it back: records, facts, and statements before
   * them in the list; `before` are learned with them. None without the option `supersede`. Writes nothing.
   */
  changing(records: readonly NewRecord[], before?: readonly NewRecord[]): Promise<NewRecord[]>
  /** The same for records of every kind, as drafts that are checked already. */
  learnDrafts(drafts: readonly Draft[]): Promise<LearnedRecord[]>
  /** The score now (or at that moment): type weight × decay × reinforcement. */
  score(record: MemoryRecord, atMs?: number): number
  /** The strength from which a record has this score now. */
  strengthFor(score: number): number
  /** A record as the store keeps it, with its strength and its price. */
  stored(record: MemoryRecord): StoredRecord
  /** Counts one access of each record. Collected in memory and written at the next flush, or soon by itself. */
  touch(ids: readonly string[]): void
  /** Resolves when collected accesses are written; rejects when they cannot be, and keeps them. */
  flush(): Promise<void>
}

/** Makes the book; it touches no disk until it is used. `countTokens` prices the records. */
export function createRecordBook(
  setting: Setting,
  {
    records: options,
    countTokens,
    facts = async () => [],
  }: {
    records: ResolvedRecordsOptions
    countTokens: CountTokens
    /** The facts that records may supersede. */
    facts?: () => Promise<readonly KnownFact[]>
  },
): RecordBook {
  const { storage, clock } = setting
  const scoring = createScoring(options)
  const stored = (record: MemoryRecord): StoredRecord => ({
    ...record,
    strength: scoring.strength(record),
    tokens: Math.ceil(countTokens(recordText(record))),
  })
  const rescoring = createRescoring(storage.records, scoring.fingerprint, stored)
  const { touch, flush } = createTouches(setting, { flushMs: options.flushMs, stored })

  const claims = createKnownClaims(storage.records)
  const get = (ids: readonly string[]): Promise<StoredRecord[]> => storage.records.get(ids, { skipDamaged: true })
  const sources = { claims, get, facts }

  async function changesIn(drafts: readonly Draft[]): Promise<Change[]> {
    const found = options.supersede ? await changesOf(drafts, sources) : []
    return [...found, ...replacedFacts(drafts)]
  }

  const toDrafts = (records: readonly NewRecord[], nowMs: number): Draft[] =>
    records.map((record, index) => draftOfStatement(record, nowMs, `records[${index}]`))

  /** What replaces a fact that has a record behind it replaces the record. */
  async function linked(drafts: readonly Draft[]): Promise<readonly Draft[]> {
    if (!drafts.some(({ supersedes }) => supersedes?.startsWith('fact:'))) return drafts
    const behind = new Map((await facts()).map(({ id, record }) => [id, record]))
    return drafts.map((draft) => ({
      ...draft,
      ...withoutUndefined({ supersedes: behind.get(draft.supersedes ?? '') }),
    }))
  }

  async function keep(
    given: readonly Draft[],
    marks: Readonly<Record<string, string | undefined>>,
  ): Promise<LearnedRecord[]> {
    if (given.length === 0 && Object.keys(marks).length === 0) return []
    const drafts = await linked(given)
    const all = { ...(await rescoring.firstMarks()), ...marks }
    const isFact = async (id: string): Promise<boolean> => (await facts()).some((fact) => fact.id === id)
    return learnDrafts(storage.records, drafts, { marks: all, changes: await changesIn(drafts), isFact }, stored)
  }

  return {
    store: {
      ...storage.records,
      async list(query) {
        await rescoring.ready()
        return storage.records.list(query)
      },
    },
    options,
    async learn(records, { marks = {} } = {}) {
      return keep(toDrafts(records, clock()), { ...marks })
    },
    async changing(records, before = []) {
      const drafts = toDrafts([...before, ...records], clock())
      const isNewer = (at: number): boolean =>
        changes.some(
          ({ change, isPart, newer }) =>
            (change !== 'conflicts' || isPart) && newer.kind === 'draft' && newer.at === at,
        )
      const changes = await changesIn(drafts)
      return records.filter((_, at) => isNewer(before.length + at))
    },
    learnDrafts: (drafts) => keep(drafts, {}),
    score: (record, atMs = clock()) => scoring.score(record, atMs),
    strengthFor: (score) => scoring.strengthFor(score, clock()),
    stored,
    touch,
    flush,
  }
}

/** Keeps the stored strengths those of the present options. */
interface Rescoring {
  /** Resolves when all strengths are of the present options. Costs one look at the store until it holds something. */
  ready(): Promise<void>
  /** The marks to write with the first records; none when the store had records before. */
  firstMarks(): Promise<Readonly<Record<string, string>>>
}

/** The mark under which the options' fingerprint is kept. */
const scoringMark = 'scoring'
const pageSize = 500

/** Strengths depend on options: when the store's mark says others, each record is computed anew, in pages and quietly. */
function createRescoring(
  store: RecordStore,
  fingerprint: string,
  stored: (record: MemoryRecord) => StoredRecord,
): Rescoring {
  let looking: Promise<boolean> | undefined

  async function look(): Promise<boolean> {
    const marks = await store.marks([scoringMark])
    if (marks.get(scoringMark) === fingerprint) return true
    if ((await store.revision()) === 0) return false
    await rescore()
    await store.write({ marks: { [scoringMark]: fingerprint } })
    return true
  }

  async function rescore(): Promise<void> {
    for (let since = 0; ; ) {
      const { records, removed, revision } = await store.changes(since, pageSize)
      if (records.length + removed.length === 0) return
      const ids = records.map(({ id }) => id)
      await store.update(ids, (record) => changed(record, stored(record)), { quietly: true })
      since = revision
    }
  }

  /** Whether the store holds something that is scored as it should be; false for an empty store. */
  async function isScored(): Promise<boolean> {
    looking ??= look()
    const mine = looking
    try {
      const done = await mine
      if (!done && looking === mine) looking = undefined
      return done
    } catch (error) {
      if (looking === mine) looking = undefined
      throw error
    }
  }

  return {
    async ready() {
      await isScored()
    },
    firstMarks: async () => ((await isScored()) ? {} : { [scoringMark]: fingerprint }),
  }
}

function changed(before: StoredRecord, after: StoredRecord): StoredRecord | undefined {
  return before.strength === after.strength && before.tokens === after.tokens ? undefined : after
}

/** What a score is made of. */
export type Scored = Pick<MemoryRecord, 'type' | 'accessedAt' | 'reinforcementCount'>

/** The arithmetic of scores under one set of options. */
interface Scoring {
  /** Type weight × decay × reinforcement at a moment; an access that is still to come counts as one of now. */
  score(record: Scored, atMs: number): number
  /** The same without a moment: `score(record, t) = 2 ** (strength − t / halfLife)` from the last access on. */
  strength(record: Scored): number
  /** The strength from which a record has this score at a moment; −Infinity for a score of 0 or less. */
  strengthFor(score: number, atMs: number): number
  /** Two scorings with the same text give the same strengths. */
  readonly fingerprint: string
}

const dayMs = 86_400_000

/**
 * Scores by document 003: type weight × decay × reinforcement, where decay is 2^(−idle days / half-life), counted from
 * the last access, and reinforcement is 1 + ln(n) or n. A count below 1 counts as 1: it would zero the score.
 */
export function createScoring(
  options: Pick<ResolvedRecordsOptions, 'halfLifeDays' | 'reinforcement' | 'weights'>,
): Scoring {
  const { halfLifeDays, reinforcement, weights } = options
  const halfLifeMs = halfLifeDays * dayMs
  const table = recordTypeNames.map((type) => [type, weights[type] ?? recordTypes[type].weight] as const)
  const weightOf = new Map(table)

  function fresh({ type, reinforcementCount }: Scored): number {
    const count = Math.max(1, reinforcementCount)
    return (weightOf.get(type) ?? 0) * (reinforcement === 'linear' ? count : 1 + Math.log(count))
  }

  return {
    score(record, atMs) {
      const idleMs = Math.max(0, atMs - Date.parse(record.accessedAt))
      return fresh(record) * 2 ** (-idleMs / halfLifeMs)
    },
    strength: (record) => Math.log2(fresh(record)) + Date.parse(record.accessedAt) / halfLifeMs,
    strengthFor: (score, atMs) => (score > 0 ? Math.log2(score) + atMs / halfLifeMs : Number.NEGATIVE_INFINITY),
    fingerprint: `1 ${halfLifeDays} ${reinforcement} ${table.map(([type, weight]) => `${type} ${weight}`).join(' ')}`,
  }
}
