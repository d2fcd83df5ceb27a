import { priorityRank } from '../storage/record-rows.ts'
import {
  type MemoryRecord,
  type RecordPriority,
  type RecordType,
  recordTypes,
  type StoredRecord,
} from '../storage/records.ts'
import { oneLine } from '../text/plain-text.ts'

/**
 * The seven types with their priorities, the most binding first. The weights are factors of the score from 0 to 1, which
 * `records.weights` overrides.
 */
export const recordTypeRows: Readonly<Record<RecordType, { priority: RecordPriority; weight: number }>> = {
  policy: { priority: 'critical', weight: 1 },
  workflow: { priority: 'high', weight: 0.9 },
  pitfall: { priority: 'high', weight: 0.9 },
  architecture: { priority: 'high', weight: 0.9 },
  decision: { priority: 'medium', weight: 0.8 },
  preference: { priority: 'medium', weight: 0.8 },
  fact: { priority: 'normal', weight: 0.6 },
}

/** What to store as each type, for people and models. */
export const recordTypeTexts: Readonly<Record<RecordType, { store: string; example: string }>> = {
  policy: { store: 'Rules, constraints, non-negotiables', example: 'Never commit secrets' },
  workflow: { store: 'Proven step-by-step processes', example: 'Deploy pipeline steps' },
  pitfall: { store: 'Mistakes to avoid, failure patterns', example: "Don't use ORM for bulk inserts" },
  architecture: { store: 'System design decisions, boundaries', example: 'Auth is separate service' },
  decision: { store: 'Choices made with context', example: 'Chose SQLite over Postgres for X' },
  preference: { store: 'User likes/dislikes, style choices', example: 'Prefers stdlib over deps' },
  fact: { store: 'General knowledge, references', example: 'API rate limit is 100/min' },
}

/** The types that are part of every context above a configured priority: layer A. */
export const baselineTypes: readonly RecordType[] = ['policy', 'architecture', 'preference']

/** Whether a record is part of every context if it has the priority `from` or a more urgent one. */
export function isAlwaysTold({ kind, type, priority }: MemoryRecord, from: RecordPriority): boolean {
  return kind === 'semantic' && baselineTypes.includes(type) && priorityRank(priority) <= priorityRank(from)
}

export type Scored = Pick<MemoryRecord, 'type' | 'accessedAt' | 'reinforcementCount'>

/** The score of a record: type weight × 2^(−idle days / half-life) × reinforcement, 1 + ln(n) or n, for n from 1. */
export function createScoring({ halfLifeDays, reinforcement, weights }: Required<RecordsOptions>) {
  const halfLifeMs = halfLifeDays * 86_400_000
  const table = recordTypes.map((type) => [type, weights[type] ?? recordTypeRows[type].weight] as const)
  const weightOf = new Map(table)

  function fresh({ type, reinforcementCount }: Scored): number {
    const count = Math.max(1, reinforcementCount)
    return (weightOf.get(type) ?? 0) * (reinforcement === 'linear' ? count : 1 + Math.log(count))
  }

  return {
    /** Type weight × decay × reinforcement at a time; an access in the future counts as one at that time. */
    score(record: Scored, atMs: number): number {
      const idleMs = Math.max(0, atMs - Date.parse(record.accessedAt))
      return fresh(record) * 2 ** (-idleMs / halfLifeMs)
    },
    /** The time-independent form: `score(record, t) = 2 ** (strength − t / halfLife)` after the last access. */
    strength: (record: Scored): number => Math.log2(fresh(record)) + Date.parse(record.accessedAt) / halfLifeMs,
    /** The minimum strength for a score at a time; −Infinity for a score of 0 or less. */
    strengthFor: (score: number, atMs: number): number =>
      score > 0 ? Math.log2(score) + atMs / halfLifeMs : Number.NEGATIVE_INFINITY,
    /** Equal for two sets of options with equal strengths. */
    fingerprint: `1 ${halfLifeDays} ${reinforcement} ${table.map(([type, weight]) => `${type} ${weight}`).join(' ')}`,
  }
}

/** A record as text: an event with its outcome, a procedure with its name and numbered steps. */
export function recordText({ kind, text, name, steps = [], outcome }: MemoryRecord): string {
  if (kind === 'episodic') return outcome === undefined ? text : `${text} (${outcome})`
  if (kind === 'semantic' || name === undefined) return text
  const title = text === name ? name : `${name}: ${text}`
  return [title, ...steps.map((step, index) => `${index + 1}. ${step}`)].join('\n')
}

/** Maximum characters of a record's text, and of its name, scope or outcome; steps of procedures are extra. */
const textLength = 600
const wordLength = 120
const stepLength = 200
const mostSteps = 20

/**
 * A record as one line of a context: `- (policy, critical, 2026-03-01) Never commit secrets`. It names the scope, and
 * whether a model noted it; for an episode its day and outcome, for a procedure its name, successes and steps. Line
 * breaks are folded and long texts cut; tags and quotation marks are not escaped. `remarks` are appended.
 */
export function printRecord(record: MemoryRecord, remarks: readonly string[] = []): string {
  const about = [...detailsOf(record), ...remarks].map((word) => oneLine(word, wordLength))
  return `- (${about.join(', ')}) ${saysOf(record)}`
}

function detailsOf({ kind, type, priority, scope, createdAt, outcome, ...record }: MemoryRecord): string[] {
  const words: Readonly<Record<MemoryRecord['kind'], readonly string[]>> = {
    semantic: [
      type,
      priority,
      createdAt.slice(0, 10),
      ...(record.author === 'assistant' ? ['noted by the assistant'] : []),
      ...(record.conflictsWith === undefined ? [] : ['contradicted by another statement']),
    ],
    episodic: ['episode', createdAt.slice(0, 10), ...(outcome === undefined ? [] : [outcome])],
    procedural: ['procedure', triesOf(record)],
  }
  return [...words[kind], ...(scope === undefined ? [] : [`for ${scope}`])]
}

export function triesOf({ successCount, failureCount }: Pick<MemoryRecord, 'successCount' | 'failureCount'>): string {
  const tries = successCount + failureCount
  return tries === 0 ? 'not tried yet' : `worked ${successCount} of ${tries} times`
}

function saysOf({ kind, text, name, steps = [] }: MemoryRecord): string {
  const says = oneLine(text, textLength)
  if (kind !== 'procedural' || name === undefined) return says
  const title = text === name ? oneLine(name, wordLength) : `${oneLine(name, wordLength)} (${says})`
  const numbered = steps.slice(0, mostSteps).map((step, at) => `${at + 1}. ${oneLine(step, stepLength)}`)
  const more = steps.length > mostSteps ? [`and ${steps.length - mostSteps} more steps`] : []
  return `${title}: ${[...numbered, ...more].join('; ')}`
}

/** How records are scored and stored. All processes that use one memory should use the same options. */
export interface RecordsOptions {
  /** The folder of RECORDS.md, the page for people, relative to the memory's directory. @default 'memory' */
  directory?: string
  /**
   * Days without access after which a score has halved; `Infinity` for never. Stored strengths depend on this,
   * `reinforcement` and `weights`: when one of them changes, each record is recomputed once. @default 90
   */
  halfLifeDays?: number
  /** The factor for n accesses: `log` 1 + ln(n), `linear` n, with which the most read outweighs all. @default 'log' */
  reinforcement?: 'log' | 'linear'
  /** Weights above 0 that replace those of the table for single types. */
  weights?: Readonly<Partial<Record<RecordType, number>>>
  /** What counts as an access: being returned by `recall`, or being activated for a question. @default both */
  touchOn?: readonly RecordAccess[]
  /**
   * Whether a newer statement supersedes an older one about the same subject ("I moved to Munich"): the older one ends
   * and is marked. Works by rules for English, German and Spanish; if they are uncertain, both are marked as a
   * conflict. The first such statement costs one read of all records. @default true
   */
  supersede?: boolean
  /** Milliseconds for which accesses are buffered; buffered ones are lost if the process dies. @default 5000 */
  flushMs?: number
}

/** A way of reading a record that may count as an access. */
export type RecordAccess = 'recall' | 'activation'

export const recordsDefaults: Required<RecordsOptions> = {
  directory: 'memory',
  halfLifeDays: 90,
  reinforcement: 'log',
  weights: {},
  touchOn: ['recall', 'activation'],
  supersede: true,
  flushMs: 5_000,
}

/** A record without the fields that only its store uses. */
export function withoutStorage(record: MemoryRecord & Partial<StoredRecord>): MemoryRecord {
  const { strength: _strength, tokens: _tokens, restored: _restored, ...kept } = record
  return kept
}
