import { compareTexts } from '../storage/compare-texts.ts'
import { priorityRank } from '../storage/record-rows.ts'
import type { RecordCandidate } from './candidates.ts'

/** Whether its words fit the question, or it is scoped to the file. */
export function isFitting({ fit, isScoped }: RecordCandidate): boolean {
  return fit > 0 || isScoped
}

type Order = (x: Pick<RecordCandidate, 'record'>, y: Pick<RecordCandidate, 'record'>) => number

/** The highest score first. */
export const byScore: Order = ({ record: x }, { record: y }) => y.score - x.score || compareTexts(x.id, y.id)

/** The most urgent first, then by the other order. */
export function byPriority(
  next: (x: RecordCandidate, y: RecordCandidate) => number = byScore,
): (x: RecordCandidate, y: RecordCandidate) => number {
  return (x, y) => priorityRank(x.record.priority) - priorityRank(y.record.priority) || next(x, y)
}

/** A record that is scoped to the file counts as half of the best fit, and more when its words fit too. */
export function byFit(x: RecordCandidate, y: RecordCandidate): number {
  const value = ({ fit, isScoped }: RecordCandidate): number => fit + (isScoped ? 0.5 : 0)
  return value(y) - value(x) || byScore(x, y)
}

/** By the share of successes, and so the proven ones first; then by fit. */
export function bySuccess(x: RecordCandidate, y: RecordCandidate): number {
  const share = ({ record: { successCount, failureCount } }: RecordCandidate): number =>
    successCount / Math.max(1, successCount + failureCount)
  return share(y) - share(x) || byFit(x, y)
}
