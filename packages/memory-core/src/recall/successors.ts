import { passageOfRecord } from '../indexing/passages-of.ts'
import { isWithin } from '../storage/passage-query.ts'
import type { PassageHit, PassageIndex, PassageQuery } from '../storage/passages.ts'
import { isCurrentAt } from '../storage/record-rows.ts'
import type { MemoryRecord } from '../storage/records.ts'
import { analyse } from '../text/analyse.ts'
import type { ValiditySources } from './as-of.ts'
import type { FoundPassage } from './selection.ts'

/** The statement that replaces a superseded one. */
export interface Successor {
  /** The record, or if records are not searched the message that it was taken from. */
  passage: PassageHit['passage']
  /** The best score of the statements it supersedes. */
  score: number
}

/** A superseded passage, and the id of the record that supersedes it. */
export interface Superseded {
  id: string
  by: string
  score: number
}

/** The successors that the answer may contain. */
export interface SuccessorScope {
  search: PassageQuery
  /** Whether a record is returned as successor even if records are not searched. */
  includes(record: MemoryRecord): boolean
  isWanted(passage: PassageHit['passage']): boolean
  /** The moment at which a successor must be current, in ms. */
  moment: number
}

/** Maximum steps from a superseded record to the current one: a successor may be superseded itself. */
const maxSteps = 16
/** Maximum messages read to find the one that a record was taken from. */
const mostMessages = 16

/**
 * For each superseded id, the statement that is current now; ids with the same successor share one object. Costs one
 * read of the store for each step of the longest chain, usually one, and one index query for each record that may not
 * be returned itself.
 */
export async function successorsOf(
  superseded: readonly Superseded[],
  index: PassageIndex,
  sources: ValiditySources,
  scope: SuccessorScope,
): Promise<Map<string, Successor>> {
  const found = new Map<string, Successor>()
  if (superseded.length === 0) return found
  const known = await chainsOf(new Set(superseded.map(({ by }) => by)), sources, scope.moment)
  const told = new Map<string, Successor | undefined>()
  for (const { id, by, score } of superseded) {
    const record = currentOf(by, known, scope.moment)
    if (!record) continue
    if (!told.has(record.id)) {
      const passage = await answerFor(record, index, scope)
      told.set(record.id, passage && { passage, score })
    }
    const successor = told.get(record.id)
    if (!successor) continue
    successor.score = Math.max(successor.score, score)
    found.set(id, successor)
  }
  return found
}

/** A record that contradicts or supersedes a fact. */
export interface OpposingRecord {
  record: MemoryRecord
  /** Whether it superseded the fact; otherwise it is unknown which of the two is current. */
  isNewer: boolean
}

/** The records that supersede or contradict these facts, each once. Costs one read of the store if there are none. */
export async function opposingRecords(
  factIds: readonly string[],
  sources: ValiditySources,
  moment: number,
): Promise<OpposingRecord[]> {
  if (factIds.length === 0) return []
  const found = new Map<string, OpposingRecord>()
  const validity = [...(await sources.validity(factIds)).values()]
  const over = validity.flatMap(({ supersededBy: by, overMs = Infinity }) => (by && overMs <= moment ? [by] : []))
  const against = validity.flatMap(({ conflictsWith = [] }) => conflictsWith)
  const known = await chainsOf(new Set([...over, ...against]), sources, moment)
  for (const id of [...over, ...against]) {
    const record = currentOf(id, known, moment)
    if (record && !found.has(record.id)) found.set(record.id, { record, isNewer: over.includes(id) })
  }
  return [...found.values()]
}

async function chainsOf(
  ids: ReadonlySet<string>,
  sources: ValiditySources,
  moment: number,
): Promise<Map<string, MemoryRecord>> {
  const known = new Map<string, MemoryRecord>()
  let next = [...ids]
  for (let step = 0; step < maxSteps && next.length > 0; step++) {
    const records = await sources.records(next)
    for (const record of records) known.set(record.id, record)
    next = [...new Set(records.flatMap((record) => nextOf(record, moment) ?? []))].filter((id) => !known.has(id))
  }
  return known
}

/** The record that had superseded this one at `moment`. */
function nextOf({ supersededBy, validTo }: MemoryRecord, moment: number): string | undefined {
  return validTo !== undefined && Date.parse(validTo) <= moment ? supersededBy : undefined
}

function currentOf(id: string, known: ReadonlyMap<string, MemoryRecord>, moment: number): MemoryRecord | undefined {
  let record = known.get(id)
  for (let step = 0; step < maxSteps && record; step++) {
    const next = nextOf(record, moment)
    if (next === undefined) break
    record = known.get(next) ?? record
  }
  const isCurrent = record && isCurrentAt({ ...record, validFrom: record.validFrom ?? record.createdAt }, moment)
  return isCurrent ? record : undefined
}

async function answerFor(
  record: MemoryRecord,
  index: PassageIndex,
  { search, includes, isWanted }: SuccessorScope,
): Promise<PassageHit['passage'] | undefined> {
  const passage = passageOfRecord(record)
  if (!isWanted(passage)) return undefined
  if (includes(record) || isWithin(passage, search)) return passage
  const { session, messageId } = record.source ?? {}
  const isSearched = session !== undefined && (search.sessions?.includes(session) ?? true)
  if (!isSearched || messageId === undefined || search.layers?.includes('sessions') === false) return undefined
  const query = { ...search, terms: analyse(record.text), layers: ['sessions'] as const, sessions: [session] }
  const hits = await index.search({ ...query, limit: mostMessages })
  const message = hits.find(({ passage: { source } }) => 'messageId' in source && source.messageId === messageId)
  return message && isWanted(message.passage) ? message.passage : undefined
}

/** Adds successors to the hits: each comes before what it supersedes, with its score if that is better than its own. */
export function withSuccessors(
  found: readonly FoundPassage[],
  successors: ReadonlyMap<string, Successor>,
): FoundPassage[] {
  const lifted = new Map([...successors.values()].map((successor) => [successor.passage.id, successor]))
  const own = new Map(found.map((one) => [one.passage.id, one]))
  const first = [...lifted.values()].map(({ passage, score }): FoundPassage => {
    const known = own.get(passage.id) ?? { passage, score: 0, parts: {} }
    if (known.score >= score && own.has(passage.id)) return known
    return { ...known, score, parts: { ...known.parts, successor: score - known.score } }
  })
  const others = found.filter(({ passage }) => !lifted.has(passage.id))
  return [...first, ...others].sort((a, b) => b.score - a.score)
}

/** Moves each successor before the first hit that it supersedes. */
export function successorsFirst(
  found: readonly FoundPassage[],
  successors: ReadonlyMap<string, Successor>,
): FoundPassage[] {
  if (successors.size === 0) return [...found]
  const byId = new Map(found.map((one) => [one.passage.id, one]))
  const ordered = new Map<string, FoundPassage>()
  for (const one of found) {
    const successor = byId.get(successors.get(one.passage.id)?.passage.id ?? '')
    if (successor) ordered.set(successor.passage.id, successor)
    ordered.set(one.passage.id, one)
  }
  return [...ordered.values()]
}
