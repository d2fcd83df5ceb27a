import type { RecordBook } from '../records/record-book.ts'
import { baselineTypes, isAlwaysTold, withoutStorage } from '../records/record-types.ts'
import type { ScoredRecord, SearchRecords } from '../records/records.ts'
import { isCurrentAt } from '../storage/record-rows.ts'
import type { MemoryRecord, RecordPriority, RecordQuery, RecordType, StoredRecord } from '../storage/records.ts'
import { matchesGlob, pathNames } from '../text/glob.ts'
import type { ActivationRequest } from './activate.ts'

/** Which records are activated. */
export interface ActivationOptions {
  /** Maximum tokens of all activated records. @default 800 */
  budget?: number
  /** Minimum priority of policies, architecture and preferences that are always included (layer A). @default 'high' */
  minPriority?: RecordPriority
  /**
   * Minimum score of a record in layer B; with `relevance: 'required'`, of one that does not match the question.
   * @default 0.3
   */
  threshold?: number
  /** Maximum procedures (layer C). @default 3 */
  procedures?: number
  /**
   * `required`: records that match the question or the file come first; if layer A exceeds the budget, its matching
   * records come first among records of the same priority. `none`: only the score decides; the question only chooses
   * procedures. @default 'required'
   */
  relevance?: 'required' | 'none'
  /** With `required`: number of the strongest records included without matching, if there is room. @default 5 */
  fill?: number
}

export const activationDefaults: Required<ActivationOptions> = {
  budget: 800,
  minPriority: 'high',
  threshold: 0.3,
  procedures: 3,
  relevance: 'required',
  fill: 5,
}

/** A: always. B: by score and match. C: procedures, and workflows that match. The rest is only found by searching. */
export type ActivationLayer = 'A' | 'B' | 'C'

export interface RecordCandidate {
  record: ScoredRecord
  layer: ActivationLayer
  /** How well it matches the question, relative to the best match in its layer; 0 if it does not. */
  fit: number
  isScoped: boolean
}

const otherTypes: readonly RecordType[] = ['workflow', 'pitfall', 'decision', 'fact']
/** Searched separately, so that thousands of matching facts do not hide a matching policy. */
const searchedTypes: readonly (readonly RecordType[])[] = [
  [...baselineTypes, 'workflow'],
  ['pitfall', 'decision', 'fact'],
]
/** Hits much weaker than the best one share a word with the question, but not its subject. */
const leastShare = 0.25
const hitLimit = 48
/** If most hits are archived, superseded or for other files, the search is repeated with a higher limit. */
const deepLimit = 1_000

/** Unordered. Reads at most `rows` rows for each list and 48 hits for each search, 1,000 if most are unusable. */
export async function findCandidates(
  book: RecordBook,
  search: SearchRecords,
  options: Required<ActivationOptions>,
  request: ActivationRequest,
  { nowMs, rows }: { nowMs: number; rows: number },
): Promise<RecordCandidate[]> {
  const { filePath, isTellable } = request
  const names = filePath === undefined ? [] : pathNames(filePath)
  const scopes = names.length === 0 ? [] : (await book.store.scopes()).filter((scope) => matchesGlob(scope, names))
  const known = new Set<string | undefined>([undefined, ...scopes])
  const isUsable = (record: MemoryRecord): boolean =>
    record.archivedAt === undefined && isCurrentAt(record, nowMs) && known.has(record.scope) && isTellable(record.about)
  const isPast = ({ until }: MemoryRecord): boolean => until !== undefined && Date.parse(until) + 86_400_000 <= nowMs
  // What is over comes only with a question about it, and not as a policy.
  const isListed = (record: MemoryRecord): boolean => isUsable(record) && !isPast(record)
  const lists = queries(book, options, scopes, rows).map((query) => read(book, query, isListed))
  const [hits, ...listed] = await Promise.all([
    findHits(book, search, request, { isUsable, telling: options.relevance === 'required' }),
    ...lists,
  ])
  const records = new Map([...listed.flat(), ...hits.records].map((record) => [record.id, record]))
  const replaced = new Set([...records.values()].map(({ supersedes }) => supersedes))
  const present = [...records.values()].filter(({ id }) => !replaced.has(id))
  const candidates = present.map((record) => ({
    record: { ...withoutStorage(record), score: book.score(record, nowMs) },
    layer: isPast(record) ? ('B' as const) : layerOf(record, options),
    fit: hits.scores.get(record.id) ?? 0,
    isScoped: record.scope !== undefined,
  }))
  return withShares(candidates)
}

/** The lists to read: the baseline, the strongest of the rest where any are taken, and those scoped to the file. */
function queries(
  book: RecordBook,
  { minPriority, threshold, relevance, fill }: Required<ActivationOptions>,
  scopes: readonly string[],
  limit: number,
): RecordQuery[] {
  const everywhere = { scopes: [undefined, ...scopes], limit }
  const strong = {
    ...everywhere,
    kinds: ['semantic', 'episodic'] as const,
    strengthFrom: book.strengthFor(threshold),
    // If matches decide, only `fill` of the strongest are taken.
    limit: relevance === 'none' ? limit : Math.min(limit, Math.max(16, fill * 3)),
  }
  const lists: RecordQuery[] = [
    { ...everywhere, types: baselineTypes, kinds: ['semantic'], priorityFrom: minPriority, order: 'priority' },
  ]
  if (relevance === 'none' || fill > 0)
    lists.push({ ...strong, types: otherTypes }, { ...strong, types: baselineTypes })
  if (scopes.length > 0) lists.push({ scopes, limit }, { scopes, limit, kinds: ['procedural'] })
  return lists
}

async function read({ store }: RecordBook, query: RecordQuery, isUsable: (record: MemoryRecord) => boolean) {
  const { limit } = query
  const listed = await store.list(query)
  const usable = listed.filter(isUsable)
  if (listed.length < limit || usable.length * 2 >= limit || limit >= deepLimit) return usable
  return (await store.list({ ...query, limit: deepLimit })).filter(isUsable)
}

interface Hits {
  records: StoredRecord[]
  scores: ReadonlyMap<string, number>
}

async function findHits(
  book: RecordBook,
  search: SearchRecords,
  { query, signal }: ActivationRequest,
  { isUsable, telling }: { isUsable(record: MemoryRecord): boolean; telling: boolean },
): Promise<Hits> {
  if (query.trim() === '') return { records: [], scores: new Map() }
  const find = async (types: readonly RecordType[], limit: number): Promise<Hits> => {
    const hits = await search(query, { limit, types, archived: 'no', telling, ...(signal ? { signal } : {}) })
    const stored = await book.store.get(hits.map(({ id }) => id))
    const records = stored.filter(isUsable)
    if (hits.length >= limit && records.length * 4 < limit && limit < deepLimit) return find(types, deepLimit)
    return { records, scores: new Map(hits.map(({ id, score }) => [id, score])) }
  }
  const found = await Promise.all(searchedTypes.map((types) => find(types, hitLimit)))
  return {
    records: found.flatMap(({ records }) => records),
    scores: new Map(found.flatMap(({ scores }) => [...scores])),
  }
}

function withShares(candidates: readonly RecordCandidate[]): RecordCandidate[] {
  const best: Record<ActivationLayer, number> = { A: 0, B: 0, C: 0 }
  for (const { layer, fit } of candidates) best[layer] = Math.max(best[layer], fit)
  return candidates.map((candidate) => {
    const share = candidate.fit > 0 ? candidate.fit / best[candidate.layer] : 0
    const fit = share < leastShare ? 0 : share
    const isStray = fit === 0 && candidate.layer === 'C' && !candidate.isScoped
    // A workflow stated as a sentence belongs to layer C if it matches, otherwise to B.
    return { ...candidate, fit, layer: isStray && candidate.record.kind !== 'procedural' ? 'B' : candidate.layer }
  })
}

function layerOf(record: MemoryRecord, { minPriority }: Required<ActivationOptions>): ActivationLayer {
  const { kind, type } = record
  if (kind === 'procedural' || (kind === 'semantic' && type === 'workflow')) return 'C'
  return isAlwaysTold(record, minPriority) ? 'A' : 'B'
}
