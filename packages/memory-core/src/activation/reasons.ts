import type { Candidate } from './candidates.ts'

/** Why a record of layer A is in. */
export function alwaysReason({ record, fit }: Candidate): string {
  const { type, priority, scope } = record
  const where = scope === undefined ? 'always' : `always for ${scope}`
  return `${type}, ${priority}: ${where}${fit > 0 ? ', and fits the question' : ''}`
}

/** Why a record of layer B is in that fits the question or the file. */
export function fitReason({ record: { scope, score }, fit }: Candidate): string {
  const fits = [...(fit > 0 ? ['fits the question'] : []), ...(scope === undefined ? [] : [`scoped to ${scope}`])]
  return `${fits.join(', ')}, score ${score.toFixed(2)}`
}

/** Why a procedure is in. */
export function procedureReason({ record: { scope, successCount, failureCount }, fit }: Candidate): string {
  const fits = fit > 0 || scope === undefined ? 'fits the question' : `scoped to ${scope}`
  const tries = successCount + failureCount
  return `procedure, ${fits}, ${tries === 0 ? 'not tried yet' : `worked ${successCount} of ${tries} times`}`
}
