import { priorityRank } from '../storage/record-rows.ts'
import type { MemoryRecord, RecordPriority, RecordType } from '../storage/records.ts'

/** What is the same for all records of one type. */
export interface RecordTypeRow {
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
export const recordTypes: Readonly<Record<RecordType, RecordTypeRow>> = {
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

/** What a record says, as text: an event with how it ended, a procedure with its name and its numbered steps. */
export function recordText({ kind, text, name, steps = [], outcome }: MemoryRecord): string {
  if (kind === 'episodic') return outcome === undefined ? text : `${text} (${outcome})`
  if (kind === 'semantic' || name === undefined) return text
  const title = text === name ? name : `${name}: ${text}`
  return [title, ...steps.map((step, index) => `${index + 1}. ${step}`)].join('\n')
}
