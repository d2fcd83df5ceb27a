import { abortSignal, amount, anything, type Check, callable, checkShape } from '../option-checks.ts'
import type { RecordBook } from '../records/record-book.ts'
import type { ScoredRecord, SearchRecords } from '../records/records.ts'
import type { Setting } from '../storage/setting.ts'
import { type CountTokens, estimateTokens } from '../text/count-tokens.ts'
import type { ResolvedActivationOptions } from './activation-options.ts'
import { findCandidates, type RecordCandidate } from './candidates.ts'
import { type Activated, chooseRecords, isFitting } from './choose-records.ts'
import { printRecord } from './page.ts'

/** For what records are to be activated. */
export interface ActivationRequest {
  /** The question, or the last words of the user. */
  query?: string | undefined
  /** The file in focus: records that are scoped to others stay out. Without one, every scoped record does. */
  filePath?: string | undefined
  /** The most tokens; the option's when not given. */
  budget?: number | undefined
  /** @default estimateTokens */
  countTokens?: CountTokens | undefined
  /** A record as its line in the context, which is what is priced. @default printRecord */
  print?: ((record: ScoredRecord) => string) | undefined
  /** How many of the strongest records come in without fitting the question. @default the option's */
  fill?: number | undefined
  /** Records that must not come in, by id. */
  exclude?: ReadonlySet<string> | undefined
  /** Whether the context says a statement already. */
  said?: ((text: string) => boolean) | undefined
  signal?: AbortSignal | undefined
}

/** Chooses the records that come into a context unasked. */
export type Activation = (request?: ActivationRequest) => Promise<Activated>

const anyText: Check = (value) => (typeof value === 'string' ? undefined : 'a text')
const requestShape: Readonly<Record<keyof ActivationRequest, Check>> = {
  query: anyText,
  filePath: anyText,
  budget: amount(0),
  fill: amount(0),
  countTokens: callable,
  print: callable,
  exclude: anything,
  said: callable,
  signal: abortSignal,
}

/**
 * Makes the activation of document 003: layer A always, B by score, C the procedures for the task, within a budget;
 * archived records, and those that do not hold any more, never. Reads a bounded number of rows, however many there are;
 * writes nothing but that records of B and C which were chosen because they fit were accessed, where that counts.
 */
export function createActivation(
  setting: Setting,
  book: RecordBook,
  search: SearchRecords,
  options: ResolvedActivationOptions,
): Activation {
  return async (request = {}) => {
    checkShape(request, requestShape, 'activation', 'bad-input')
    const { query, filePath, signal, countTokens = estimateTokens, print = printRecord, said = () => false } = request
    const budget = request.budget ?? options.budget
    signal?.throwIfAborted()
    const rows = rowsFor(budget)
    const focus = { query, filePath, signal, nowMs: setting.clock(), rows }
    const found = await findCandidates(book, search, options, focus)
    const candidates = found.filter(({ record }) => !request.exclude?.has(record.id))
    signal?.throwIfAborted()
    const price = (record: ScoredRecord): number => countTokens(print(record)) + 1
    const { fill = options.fill } = request
    const activated = chooseRecords(candidates, { ...options, fill }, { budget, price, said })
    if (book.options.touchOn.includes('activation')) book.touch(usedIds(activated, candidates, options))
    return activated
  }
}

/** Enough rows to use the budget up with short records. */
function rowsFor(budget: number): number {
  return Math.min(1_000, Math.max(64, Math.ceil(budget / 12)))
}

/** Only what was chosen for its fit was used: a policy that is always there would never fade. */
function usedIds(
  { chosen }: Activated,
  candidates: readonly RecordCandidate[],
  { relevance }: ResolvedActivationOptions,
): string[] {
  const fitting = new Set(candidates.filter(isFitting).map(({ record }) => record.id))
  const byFit = chosen.filter(({ layer }) => layer === 'C' || (layer === 'B' && relevance === 'required'))
  return byFit.map(({ record }) => record.id).filter((id) => fitting.has(id))
}
