import type { RecordBook } from '../records/record-book.ts'
import { recordText, triesOf } from '../records/record-types.ts'
import type { ScoredRecord, SearchRecords } from '../records/records.ts'
import { compareTexts } from '../storage/compare-texts.ts'
import { priorityRank } from '../storage/record-rows.ts'
import type { Setting } from '../storage/storage.ts'
import { statementKey } from '../text/comparison.ts'
import { type ActivationOptions, findCandidates, type RecordCandidate } from './candidates.ts'

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
  /** Whether a context may contain records about this. */
  isTellable(about: string | undefined): boolean
  signal?: AbortSignal | undefined
}

/** Chooses records for a context without a search. */
export type Activation = (request: ActivationRequest) => Promise<Activated>

/**
 * Creates the activation: layer A always, B by score, C procedures for the task, within a budget; never archived
 * records, or those that are no longer current. Reads a bounded number of rows. Writes only accesses of records of B and
 * C that were chosen because they match, if that counts as an access.
 */
export function createActivation(
  { clock }: Setting,
  book: RecordBook,
  search: SearchRecords,
  defaults: Required<ActivationOptions>,
): Activation {
  return async (request) => {
    const { budget, exclude, signal, fill = defaults.fill } = request
    const options = { ...defaults, fill }
    signal?.throwIfAborted()
    // Enough rows to fill the budget with short records.
    const rows = Math.min(1_000, Math.max(64, Math.ceil(budget / 12)))
    const found = await findCandidates(book, search, options, request, { nowMs: clock(), rows })
    const candidates = found.filter(({ record }) => !exclude.has(record.id))
    signal?.throwIfAborted()
    const activated = chooseRecords(candidates, options, request)
    if (book.options.touchOn.includes('activation')) {
      // Only records chosen because they match count as used: a policy that is always included would never fade.
      const layers = options.relevance === 'required' ? ['B', 'C'] : ['C']
      const used = activated.chosen.filter((one) => layers.includes(one.layer) && isFitting(one))
      book.touch(used.map(({ record }) => record.id))
    }
    return activated
  }
}

function isFitting({ fit, isScoped }: RecordCandidate): boolean {
  return fit > 0 || isScoped
}

function byScore({ record: x }: RecordCandidate, { record: y }: RecordCandidate): number {
  return y.score - x.score || compareTexts(x.id, y.id)
}

function byPriority({ record: x }: RecordCandidate, { record: y }: RecordCandidate): number {
  return priorityRank(x.priority) - priorityRank(y.priority)
}

/** A record scoped to the file counts as half of the best match, and more if its words match, too. */
function byFit(x: RecordCandidate, y: RecordCandidate): number {
  const value = ({ fit, isScoped }: RecordCandidate): number => fit + (isScoped ? 0.5 : 0)
  return value(y) - value(x) || byScore(x, y)
}

function bySuccess(x: RecordCandidate, y: RecordCandidate): number {
  const share = ({ record: { successCount, failureCount } }: RecordCandidate): number =>
    successCount / Math.max(1, successCount + failureCount)
  return share(y) - share(x) || byFit(x, y)
}

interface Priced extends RecordCandidate {
  tokens: number
}

export interface ActivatedRecord extends Priced {
  /** The reason, in a few words for a person. */
  reason: string
}

/** The chosen records in the order in which they are printed, and the others. */
export interface Activated {
  chosen: ActivatedRecord[]
  dropped: ActivatedRecord[]
}

export const nothingActivated: Activated = { chosen: [], dropped: [] }

/** The share of the budget reserved for matching records if layer A could take all of it. */
const keptShare = 0.25

/**
 * Chooses within the budget: layer A first, then B, then C, without duplicates.
 *
 * With `relevance: 'none'`, A by priority and score, B by score, C by success. With `required`, B is what matches the
 * question or is scoped to the file, then at most `fill` of the strongest; if A exceeds the budget, its matching records
 * come first within a priority, and a quarter of the budget is reserved for matching records of A and B. Records of A
 * are always printed by priority and score.
 */
function chooseRecords(
  candidates: readonly RecordCandidate[],
  options: Required<ActivationOptions>,
  request: ActivationRequest,
): Activated {
  const page = createRecordPage(request.budget)
  const priced = unsaid(candidates, page, request)
  const { A: a = [], B: b = [], C: c = [] } = Object.groupBy(priced, ({ layer }) => layer)
  // A matching record is included however faded it is, except with `relevance: 'none'`.
  const isTold = (candidate: Priced): boolean =>
    candidate.record.score >= options.threshold || (options.relevance === 'required' && isFitting(candidate))
  const weak = b.filter((candidate) => !isTold(candidate))
  page.drop(weak.filter(isFitting), `fits, but its score is under ${options.threshold}`)
  const strong = b.filter(isTold).sort(byScore)
  const tooDear = options.relevance === 'none' ? takeByScore(page, a, strong) : takeByFit(page, a, strong, options.fill)
  const procedures = c.filter(isFitting).sort(bySuccess)
  tooDear.push(...page.take(procedures, procedureReason, page.left, options.procedures))
  for (const candidate of tooDear)
    page.drop([candidate], `over the budget: ${Math.ceil(candidate.tokens)} tokens, ${Math.floor(page.left)} left`)
  const { chosen, dropped } = page
  chosen.sort((x, y) =>
    x.layer === 'A' && y.layer === 'A' ? byPriority(x, y) || byScore(x, y) : compareTexts(x.layer, y.layer),
  )
  return { chosen, dropped }
}

function takeByScore(page: RecordPage, a: readonly Priced[], strong: readonly Priced[]): Priced[] {
  const urgent = a.toSorted((x, y) => byPriority(x, y) || byScore(x, y))
  const dear = page.take(urgent, alwaysReason)
  return [...dear, ...page.take(strong, ({ record }) => `score ${record.score.toFixed(2)}`)]
}

function takeByFit(page: RecordPage, a: readonly Priced[], strong: readonly Priced[], fill: number): Priced[] {
  const budget = page.left
  const fitting = strong.filter(isFitting)
  const wanted = Math.min(budget * keptShare, priceOf([...a, ...fitting].filter(isFitting)))
  const kept = priceOf(a) > budget ? wanted : 0
  const urgent = a.toSorted((x, y) => byPriority(x, y) || byFit(x, y))
  const waiting = page.take(urgent, alwaysReason, budget - kept)
  const isWaiting = new Set(waiting)
  const best = [...waiting.filter(isFitting), ...fitting].sort(byFit)
  const dear = page.take(best, (one) => (isWaiting.has(one) ? alwaysReason(one) : fitReason(one)))
  const unfit = waiting.filter((one) => !isFitting(one))
  dear.push(...page.take(unfit, alwaysReason))
  const others = strong.filter((one) => !isFitting(one))
  const reason = ({ record }: Priced): string => `one of the strongest, score ${record.score.toFixed(2)}`
  return [...dear, ...page.take(others, reason, page.left, fill)]
}

function unsaid(candidates: readonly RecordCandidate[], page: RecordPage, { price, said }: ActivationRequest) {
  return candidates.flatMap((candidate) => {
    const priced = { ...candidate, tokens: price(candidate.record) }
    if (!said(recordText(candidate.record))) return [priced]
    page.drop([priced], 'the context says it already')
    return []
  })
}

function priceOf(candidates: readonly Priced[]): number {
  return candidates.reduce((sum, { tokens }) => sum + tokens, 0)
}

function alwaysReason({ record, fit }: RecordCandidate): string {
  const { type, priority, scope } = record
  const where = scope === undefined ? 'always' : `always for ${scope}`
  return `${type}, ${priority}: ${where}${fit > 0 ? ', and fits the question' : ''}`
}

function fitReason({ record: { scope, score }, fit }: RecordCandidate): string {
  const fits = [...(fit > 0 ? ['fits the question'] : []), ...(scope === undefined ? [] : [`scoped to ${scope}`])]
  return `${fits.join(', ')}, score ${score.toFixed(2)}`
}

function procedureReason({ record, fit }: RecordCandidate): string {
  const fits = fit > 0 || record.scope === undefined ? 'fits the question' : `scoped to ${record.scope}`
  return `procedure, ${fits}, ${triesOf(record)}`
}

type RecordPage = ReturnType<typeof createRecordPage>

/** An empty page with room for `budget` tokens, which collects chosen records. Takes each statement once. */
function createRecordPage(budget: number) {
  const chosen: ActivatedRecord[] = []
  const dropped: ActivatedRecord[] = []
  const keys = new Set<string>()
  let left = budget

  return {
    chosen,
    dropped,
    get left(): number {
      return left
    },
    drop: (candidates: readonly Priced[], reason: string) =>
      void dropped.push(...candidates.map((candidate) => ({ ...candidate, reason }))),
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
        if (keys.has(key)) dropped.push({ ...candidate, reason: 'another record says the same' })
        else if (count >= most) dropped.push({ ...candidate, reason: `not among the first ${most}` })
        else if (candidate.tokens > free) tooDear.push(candidate)
        else {
          keys.add(key)
          count += 1
          free -= candidate.tokens
          left -= candidate.tokens
          chosen.push({ ...candidate, reason: why(candidate) })
        }
      }
      return tooDear
    },
  }
}
