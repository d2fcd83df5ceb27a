import { priorityRank } from '../storage/record-rows.ts'
import type { MemoryRecord, RecordPriority, RecordType } from '../storage/records.ts'

/** What is the same for all records of one type. */
interface RecordTypeRow {
  /** The priority of a record that is learned without one. */
  priority: RecordPriority
  /** Its part of the score, from 0 to 1; `records.weights` overrides it. */
  weight: number
  /** What belongs there, for people and models. */
  store: string
  /** Such a record. */
  example: string
}

/**
 * The seven types of record, the most binding first. Priorities, contents and examples are those of document 003; the
 * weights, which it leaves open, follow its order of priorities.
 */
export const recordTypeRows: Readonly<Record<RecordType, RecordTypeRow>> = {
  policy: {
    priority: 'critical',
    weight: 1,
    store: 'Rules, constraints, non-negotiables',
    example: 'Never commit secrets',
  },
  workflow: {
    priority: 'high',
    weight: 0.9,
    store: 'Proven step-by-step processes',
    example: 'Deploy pipeline steps',
  },
  pitfall: {
    priority: 'high',
    weight: 0.9,
    store: 'Mistakes to avoid, failure patterns',
    example: "Don't use ORM for bulk inserts",
  },
  architecture: {
    priority: 'high',
    weight: 0.9,
    store: 'System design decisions, boundaries',
    example: 'Auth is separate service',
  },
  decision: {
    priority: 'medium',
    weight: 0.8,
    store: 'Choices made with context',
    example: 'Chose SQLite over Postgres for X',
  },
  preference: {
    priority: 'medium',
    weight: 0.8,
    store: 'User likes/dislikes, style choices',
    example: 'Prefers stdlib over deps',
  },
  fact: {
    priority: 'normal',
    weight: 0.6,
    store: 'General knowledge, references',
    example: 'API rate limit is 100/min',
  },
}

/** The names of the types, in the order of the table. */
export const recordTypeNames: readonly RecordType[] = [
  'policy',
  'workflow',
  'pitfall',
  'architecture',
  'decision',
  'preference',
  'fact',
]

/** The types whose records are always told, from a priority on: layer A of document 003. */
export const baselineTypes: readonly RecordType[] = ['policy', 'architecture', 'preference']

/** Whether a record is part of every context, whatever the question, where statements of this priority or a more urgent one are. */
export function isAlwaysTold(
  { kind, type, priority }: Pick<MemoryRecord, 'kind' | 'type' | 'priority'>,
  from: RecordPriority,
): boolean {
  return kind === 'semantic' && baselineTypes.includes(type) && priorityRank(priority) <= priorityRank(from)
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
  const table = recordTypeNames.map((type) => [type, weights[type] ?? recordTypeRows[type].weight] as const)
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

/** What a record says, as text: an event with how it ended, a procedure with its name and its numbered steps. */
export function recordText({ kind, text, name, steps = [], outcome }: MemoryRecord): string {
  if (kind === 'episodic') return outcome === undefined ? text : `${text} (${outcome})`
  if (kind === 'semantic' || name === undefined) return text
  const title = text === name ? name : `${name}: ${text}`
  return [title, ...steps.map((step, index) => `${index + 1}. ${step}`)].join('\n')
}

/** How records are scored and kept. All processes that use one memory should give the same. */
export interface RecordsOptions {
  /** The folder of RECORDS.md, the page that people read, relative to the memory's directory. @default 'memory' */
  directory?: string
  /**
   * In so many days without access a score halves; `Infinity`: never. Records are kept by their strength, which follows
   * from this, `reinforcement` and `weights`: after a change of them each record is computed anew, once. @default 90
   */
  halfLifeDays?: number
  /**
   * What the count n of accesses multiplies a score by: `log` 1 + ln(n), `linear` n. With `linear` one record that is
   * read over and over outweighs all others. @default 'log'
   */
  reinforcement?: 'log' | 'linear'
  /** Weights of single types, above 0, in place of the table's. */
  weights?: Readonly<Partial<Record<RecordType, number>>>
  /** What counts as an access: being answered by `recall`, being put into a context for a question. @default both */
  touchOn?: readonly RecordAccess[]
  /**
   * Whether a newer statement takes the place of an older one about the same ("I moved to Munich"): the older one ends and
   * is marked. By rules of English, German and Spanish; where they are not sure, both are marked as a conflict. Costs, once,
   * one reading of all records when the first such statement is learned. @default true
   */
  supersede?: boolean
  /** Accesses are collected for so long, then written in one go; what is not written when the process dies is lost. @default 5000 */
  flushMs?: number
}

/** A way of reading a record that may count as an access. */
export type RecordAccess = 'recall' | 'activation'

/** {@link RecordsOptions} with the defaults filled in. */
export type ResolvedRecordsOptions = Required<RecordsOptions>

/** What an option is when it is not given. */
export const recordsDefaults: ResolvedRecordsOptions = {
  directory: 'memory',
  halfLifeDays: 90,
  reinforcement: 'log',
  weights: {},
  touchOn: ['recall', 'activation'],
  supersede: true,
  flushMs: 5_000,
}
