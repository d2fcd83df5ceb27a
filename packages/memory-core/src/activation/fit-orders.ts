import { compareTexts } from '../storage/compare-texts.ts'
import { priorityRank } from '../storage/record-order.ts'
import type { Candidate } from './candidates.ts'

/** Whether its words fit the question, or it is scoped to the file. */
export function isFitting({ fit, isScoped }: Candidate): boolean {
  return fit > 0 || isScoped
}

type Order = (x: Pick<Candidate, 'record'>, y: Pick<Candidate, 'record'>) => number

/** The highest score first. */
export const byScore: Order = ({ record: x }, { record: y }) => y.score - x.score || compareTexts(x.id, y.id)

/** The most urgent first, then by the other order. */
export function byPriority(
  next: (x: Candidate, y: Candidate) => number = byScore,
): (x: Candidate, y: Candidate) => number {
  return (x, y) => priorityRank(x.record.priority) - priorityRank(y.record.priority) || next(x, y)
}

/** A record that is scoped to the file counts as half of the best fit, and more when its words fit too. */
export function byFit(x: Candidate, y: Candidate): number {
  const value = ({ fit, isScoped }: Candidate): number => fit + (isScoped ? 0.5 : 0)
  return value(y) - value(x) || byScore(x, y)
}

/** By the share of successes, and so the proven ones first; then by fit. */
export function bySuccess(x: Candidate, y: Candidate): number {
  const share = ({ record: { successCount, failureCount } }: Candidate): number =>
    successCount / Math.max(1, successCount + failureCount)
  return share(y) - share(x) || byFit(x, y)
}
