import { recordText } from '../records/record-text.ts'
import type { ScoredRecord } from '../records/records.ts'
import { statementKey } from '../text/statement-key.ts'
import type { ActivationLayer, RecordCandidate } from './candidates.ts'

/** A record that came into the context, or did not. */
export interface ActivatedRecord {
  record: ScoredRecord
  layer: ActivationLayer
  /** Why, in a few words for a person. */
  reason: string
  /** What its line costs. */
  tokens: number
}

/** A candidate and what its line costs. */
export interface Priced extends RecordCandidate {
  tokens: number
}

/** Where chosen ones are collected. */
export interface RecordPage {
  /** Takes what fits in `room` (all that is left, when not given), `most` at the most; answers what was too dear. */
  take(candidates: readonly Priced[], why: (candidate: Priced) => string, room?: number, most?: number): Priced[]
  drop(candidates: readonly Priced[], why: string): void
  readonly left: number
  readonly chosen: ActivatedRecord[]
  readonly dropped: ActivatedRecord[]
}

/** An empty page with room for `budget` tokens. It takes each statement once. */
export function createRecordPage(budget: number): RecordPage {
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
    get left() {
      return left
    },
    drop: (candidates, why) => void dropped.push(...candidates.map((candidate) => entry(candidate, why))),
    take(candidates, why, room = left, most = Number.POSITIVE_INFINITY) {
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
