import { isInScope, searchScope } from '../storage/passage-query.ts'
import type { PassageHit, PassageIndex, PassageQuery } from '../storage/passages.ts'
import type { MemoryRecord } from '../storage/records.ts'
import { analyse } from '../text/analyse.ts'
import type { HeldSources } from './as-of.ts'
import type { FoundPassage } from './choice.ts'
import { passageOfRecord } from './record-follower.ts'

/** What took the place of something that was found. */
export interface Successor {
  /** As it is told: the record, or where no records are searched the message that it was taken from. */
  passage: PassageHit['passage']
  /** The best score of what it took the place of. */
  score: number
}

/** Something that was found, and the record that took its place, as far as it is known yet. */
export interface Superseded {
  id: string
  by: string
  score: number
}

/** What may be told. */
export interface SuccessorScope {
  search: PassageQuery
  /** Tells a record though the layer of the records is not searched. */
  tellsRecords: boolean
  isWanted(passage: PassageHit['passage']): boolean
  /** At this moment, in ms, it has to hold. */
  moment: number
}

/** What took a place may have been replaced itself: so many steps are followed to what holds. */
const maxSteps = 16
/** So many of the messages with the successor's words are looked at. */
const mostMessages = 16

/**
 * What holds in the place of what was found and does not, by the ids of the latter, those of several ids once for all. Costs one look at the store in most
 * cases: one for each step by which something was replaced again; and where records may not be told one at the index for each.
 */
export async function successorsOf(
  superseded: readonly Superseded[],
  index: PassageIndex,
  held: HeldSources,
  scope: SuccessorScope,
): Promise<Map<string, Successor>> {
  const found = new Map<string, Successor>()
  if (superseded.length === 0) return found
  const known = await chainsOf(new Set(superseded.map(({ by }) => by)), held, scope.moment)
  const told = new Map<string, Successor | undefined>()
  for (const { id, by, score } of superseded) {
    const record = holding(by, known, scope.moment)
    if (!record) continue
    if (!told.has(record.id)) {
      const passage = await toldAs(record, index, scope)
      told.set(record.id, passage && { passage, score })
    }
    const successor = told.get(record.id)
    if (!successor) continue
    successor.score = Math.max(successor.score, score)
    found.set(id, successor)
  }
  return found
}

/** A record that says something else than a fact. */
export interface OtherThanFact {
  record: MemoryRecord
  /** Whether it took the fact's place; else nobody can tell which of them holds. */
  isNewer: boolean
}

/** What holds in the place of facts, or contradicts them, each once. Costs one look at the store where none is. */
export async function otherThanFacts(
  factIds: readonly string[],
  held: HeldSources,
  moment: number,
): Promise<OtherThanFact[]> {
  if (factIds.length === 0) return []
  const found = new Map<string, OtherThanFact>()
  const standing = [...(await held.standing(factIds)).values()]
  const over = standing.flatMap(({ supersededBy: by, overMs = Infinity }) => (by && overMs <= moment ? [by] : []))
  const against = standing.flatMap(({ conflictsWith = [] }) => conflictsWith)
  const known = await chainsOf(new Set([...over, ...against]), held, moment)
  for (const id of [...over, ...against]) {
    const record = holding(id, known, moment)
    if (record && !found.has(record.id)) found.set(record.id, { record, isNewer: over.includes(id) })
  }
  return [...found.values()]
}

async function chainsOf(
  ids: ReadonlySet<string>,
  held: HeldSources,
  moment: number,
): Promise<Map<string, MemoryRecord>> {
  const known = new Map<string, MemoryRecord>()
  let next = [...ids]
  for (let step = 0; step < maxSteps && next.length > 0; step++) {
    const records = await held.records(next)
    for (const record of records) known.set(record.id, record)
    next = [...new Set(records.flatMap((record) => nextOf(record, moment) ?? []))].filter((id) => !known.has(id))
  }
  return known
}

/** The record that took a record's place by a moment. */
function nextOf({ supersededBy, validTo }: MemoryRecord, moment: number): string | undefined {
  return validTo !== undefined && Date.parse(validTo) <= moment ? supersededBy : undefined
}

function holding(id: string, known: ReadonlyMap<string, MemoryRecord>, moment: number): MemoryRecord | undefined {
  let record = known.get(id)
  for (let step = 0; step < maxSteps && record; step++) {
    const next = nextOf(record, moment)
    if (next === undefined) break
    record = known.get(next) ?? record
  }
  const { createdAt, validFrom = createdAt, validTo } = record ?? {}
  if (validFrom === undefined || Date.parse(validFrom) > moment) return undefined
  return validTo === undefined || Date.parse(validTo) > moment ? record : undefined
}

async function toldAs(
  record: MemoryRecord,
  index: PassageIndex,
  { search, tellsRecords, isWanted }: SuccessorScope,
): Promise<PassageHit['passage'] | undefined> {
  const passage = passageOfRecord(record)
  if (!isWanted(passage)) return undefined
  if (tellsRecords || isWithin(passage, search)) return passage
  const { session, messageId } = record.source ?? {}
  const isSearched = session !== undefined && (search.sessions?.includes(session) ?? true)
  if (!isSearched || messageId === undefined || search.layers?.includes('sessions') === false) return undefined
  const query = { ...search, terms: analyse(record.text), layers: ['sessions'] as const, sessions: [session] }
  const hits = await index.search({ ...query, limit: mostMessages })
  const message = hits.find(({ passage: { source } }) => 'messageId' in source && source.messageId === messageId)
  return message && isWanted(message.passage) ? message.passage : undefined
}

function isWithin(passage: PassageHit['passage'], search: PassageQuery): boolean {
  const { createdAt } = passage
  const { since, until } = search
  if (createdAt !== undefined && since !== undefined && createdAt < since) return false
  if (createdAt !== undefined && until !== undefined && createdAt > until) return false
  return isInScope(passage, searchScope(search))
}

/**
 * What was found with the successors of what does not hold: each with the score of what it took the place of, when that is
 * better than its own, and before it.
 */
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

/** The same list with each successor before the first of those that it took the place of. */
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
