import type { RecordBook } from '../records/record-book.ts'
import type { ScoredRecord, SearchRecords } from '../records/records.ts'
import type { Setting } from '../storage/setting.ts'
import { findCandidates, type ResolvedActivationOptions } from './candidates.ts'
import { type Activated, chooseRecords, isFitting } from './choose-records.ts'

export interface ActivationRequest {
  /** The question, or the last words of the user. */
  query: string
  /** The file in focus: records scoped to other files are left out. Without one, every scoped record is. */
  filePath?: string | undefined
  budget: number
  /** The tokens of a record's line in the context, with its line break. */
  price(record: ScoredRecord): number
  /** Number of the strongest records included without matching the question. @default the option's */
  fill?: number | undefined
  exclude: ReadonlySet<string>
  /** Whether the context already contains a statement. */
  said(text: string): boolean
  signal?: AbortSignal | undefined
}

/** Chooses records for a context without a search. */
export type Activation = (request: ActivationRequest) => Promise<Activated>

/**
 * The activation of document 003: layer A always, B by score, C procedures for the task, within a budget; never archived
 * records, or those that are no longer current. Reads a bounded number of rows. Writes only accesses of records of B and
 * C that were chosen because they match, if that counts as an access.
 */
export function createActivation(
  { clock }: Setting,
  book: RecordBook,
  search: SearchRecords,
  defaults: ResolvedActivationOptions,
): Activation {
  return async (request) => {
    const { budget, exclude, signal, fill = defaults.fill } = request
    const options = { ...defaults, fill }
    signal?.throwIfAborted()
    // Enough rows to fill the budget with short records.
    const rows = Math.min(1_000, Math.max(64, Math.ceil(budget / 12)))
    const found = await findCandidates(book, search, options, { ...request, nowMs: clock(), rows })
    const candidates = found.filter(({ record }) => !exclude.has(record.id))
    signal?.throwIfAborted()
    const activated = chooseRecords(candidates, options, request)
    if (book.options.touchOn.includes('activation')) {
      // Only records chosen because they match count as used: a policy that is always included would never fade.
      const fitting = new Set(candidates.filter(isFitting).map(({ record }) => record.id))
      const byFit = activated.chosen.filter(
        ({ layer }) => layer === 'C' || (layer === 'B' && options.relevance === 'required'),
      )
      book.touch(byFit.map(({ record }) => record.id).filter((id) => fitting.has(id)))
    }
    return activated
  }
}
