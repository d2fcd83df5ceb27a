import { recordText } from '../records/record-types.ts'
import type { ScoredRecord } from '../records/records.ts'
import type { MemoryRecord } from '../storage/records.ts'
import { oneLine } from '../text/one-line.ts'
import { statementKey } from '../text/statement-key.ts'
import type { ActivationLayer, RecordCandidate } from './candidates.ts'

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

function triesOf({ successCount, failureCount }: Pick<MemoryRecord, 'successCount' | 'failureCount'>): string {
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

/** A candidate with the decision about it. */
export interface ActivatedRecord {
  record: ScoredRecord
  layer: ActivationLayer
  /** The reason, in a few words for a person. */
  reason: string
  /** The tokens of its line. */
  tokens: number
}

/** A candidate with the tokens of its line. */
export interface Priced extends RecordCandidate {
  tokens: number
}

export type RecordPage = ReturnType<typeof createRecordPage>

/** An empty page with room for `budget` tokens, which collects chosen records. Takes each statement once. */
export function createRecordPage(budget: number) {
  const chosen: ActivatedRecord[] = []
  const dropped: ActivatedRecord[] = []
  const keys = new Set<string>()
  let left = budget
  const entry = ({ record, layer, tokens }: Priced, reason: string): ActivatedRecord => ({
    record,
    layer,
    reason,
    tokens,
  })
  return {
    chosen,
    dropped,
    get left(): number {
      return left
    },
    drop: (candidates: readonly Priced[], why: string) =>
      void dropped.push(...candidates.map((candidate) => entry(candidate, why))),
    /** Takes records that fit into `room`, at most `most`; returns those that did not fit. */
    take(
      candidates: readonly Priced[],
      why: (candidate: Priced) => string,
      room = left,
      most = Number.POSITIVE_INFINITY,
    ): Priced[] {
      const tooDear: Priced[] = []
      let [free, count] = [Math.min(room, left), 0]
      for (const candidate of candidates) {
        const key = statementKey(recordText(candidate.record))
        if (keys.has(key)) dropped.push(entry(candidate, 'another record says the same'))
        else if (count >= most) dropped.push(entry(candidate, `not among the first ${most}`))
        else if (candidate.tokens > free) tooDear.push(candidate)
        else {
          keys.add(key)
          count += 1
          free -= candidate.tokens
          left -= candidate.tokens
          chosen.push(entry(candidate, why(candidate)))
        }
      }
      return tooDear
    },
  }
}
