import type { MemoryRecord } from '../storage/records.ts'
import { oneLine } from '../text/one-line.ts'

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
  const about = [...aboutOf(record), ...remarks].map((word) => oneLine(word, wordLength))
  return `- (${about.join(', ')}) ${saysOf(record)}`
}

function aboutOf({ kind, type, priority, scope, createdAt, outcome, ...record }: MemoryRecord): string[] {
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
