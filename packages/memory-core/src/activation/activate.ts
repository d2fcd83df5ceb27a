import type { RecordBook } from '../records/record-book.ts'
import type { ScoredRecord, SearchRecords } from '../records/records.ts'
import type { Setting } from '../storage/setting.ts'
import { type CountTokens, estimateTokens } from '../text/count-tokens.ts'
import { findCandidates, type RecordCandidate, type ResolvedActivationOptions } from './candidates.ts'
import { type Activated, chooseRecords, isFitting } from './choose-records.ts'
import { printRecord } from './page.ts'

/** What to activate records for. */
interface ActivationRequest {
  /** The question, or the last words of the user. */
  query?: string | undefined
  /** The file in focus: records scoped to other files are left out. Without one, every scoped record is. */
  filePath?: string | undefined
  /** Maximum tokens. @default the option's */
  budget?: number | undefined
  /** @default estimateTokens */
  countTokens?: CountTokens | undefined
  /** The line of a record in the context, which determines its price. @default printRecord */
  print?: ((record: ScoredRecord) => string) | undefined
  /** Number of the strongest records included without matching the question. @default the option's */
  fill?: number | undefined
  /** Ids of records to leave out. */
  exclude?: ReadonlySet<string> | undefined
  /** Whether the context already contains a statement. */
  said?: ((text: string) => boolean) | undefined
  signal?: AbortSignal | undefined
}

/** Chooses records for a context without a search. */
export type Activation = (request?: ActivationRequest) => Promise<Activated>

/**
 * The activation of document 003: layer A always, B by score, C procedures for the task, within a budget; never archived
 * records, or those that are no longer current. Reads a bounded number of rows. Writes only accesses of records of B and
 * C that were chosen because they match, if that counts as an access.
 */
export function createActivation(
  setting: Setting,
  book: RecordBook,
  search: SearchRecords,
  options: ResolvedActivationOptions,
): Activation {
  return async (request = {}) => {
    const { query, filePath, signal, countTokens = estimateTokens, print = printRecord, said = () => false } = request
    const budget = request.budget ?? options.budget
    signal?.throwIfAborted()
    const rows = rowsFor(budget)
    const focus = { query, filePath, signal, nowMs: setting.clock(), rows }
    const { fill = options.fill } = request
    const found = await findCandidates(book, search, { ...options, fill }, focus)
    const candidates = found.filter(({ record }) => !request.exclude?.has(record.id))
    signal?.throwIfAborted()
    const price = (record: ScoredRecord): number => countTokens(print(record)) + 1
    const activated = chooseRecords(candidates, { ...options, fill }, { budget, price, said })
    if (book.options.touchOn.includes('activation')) book.touch(usedIds(activated, candidates, options))
    return activated
  }
}

/** Enough rows to fill the budget with short records. */
function rowsFor(budget: number): number {
  return Math.min(1_000, Math.max(64, Math.ceil(budget / 12)))
}

/** Only records chosen because they match count as used: a policy that is always included would never fade. */
function usedIds(
  { chosen }: Activated,
  candidates: readonly RecordCandidate[],
  { relevance }: ResolvedActivationOptions,
): string[] {
  const fitting = new Set(candidates.filter(isFitting).map(({ record }) => record.id))
  const byFit = chosen.filter(({ layer }) => layer === 'C' || (layer === 'B' && relevance === 'required'))
  return byFit.map(({ record }) => record.id).filter((id) => fitting.has(id))
}
