import type { FactsFile } from '../documents/facts-file.ts'
import { parseFacts } from '../documents/markdown.ts'
import { readable } from '../indexing/followers.ts'
import { factPassageId, passageOfRecord, passagesOfFacts } from '../indexing/passages-of.ts'
import { withoutUndefined } from '../option-checks.ts'
import type { KnownFact } from '../records/consequences.ts'
import { endedMark, endedMarks, type FactMarkKind, factMark } from '../records/marks.ts'
import { isWithin } from '../storage/passage-query.ts'
import type { Passage, PassageHit, PassageIndex, PassageQuery } from '../storage/passages.ts'
import { isCurrentAt } from '../storage/record-rows.ts'
import type { MemoryRecord, RecordStore } from '../storage/records.ts'
import { analyse } from '../text/analyse.ts'
import type { FoundPassage } from './selection.ts'

/* What was current at a moment, and what took the place of the rest. */

/** What other statements say about a fact or a message: superseded, removed or contradicted. */
export interface Validity {
  supersededBy?: string
  /** A person removed it without a replacement. */
  removed?: true
  /** When it stopped being current, in ms. */
  overMs?: number
  conflictsWith?: readonly string[]
}

/** The sources that say what is current now, and what was current at an earlier moment. */
export type ValiditySources = ReturnType<typeof createValiditySources>

/**
 * Reads the validity of facts from the marks of the records, and the facts of a moment from the versions of MEMORY.md.
 * `known` returns the facts of today, with the records behind their lines; `records` is undefined if the layer is off.
 */
export function createValiditySources(
  facts: FactsFile | undefined,
  known: () => Promise<readonly KnownFact[]>,
  records: RecordStore | undefined,
  store: RecordStore,
) {
  const noMarks: ReadonlyMap<string, string> = new Map()

  async function recordsOf(ids: readonly string[]): Promise<readonly MemoryRecord[]> {
    if (!records || ids.length === 0) return []
    return readable(records.get(ids), [])
  }

  return {
    /** The records with these ids; missing and unreadable ones are left out. */
    records: (ids: readonly string[]): Promise<readonly MemoryRecord[]> => recordsOf(ids),
    /** The validity of these facts; a fact without a mark is absent from the map. Costs one read of the store. */
    async validity(ids: readonly string[]): Promise<ReadonlyMap<string, Validity>> {
      const found = new Map<string, Validity>()
      if (!records || ids.length === 0) return found
      const keys = ids.flatMap((id) => [factMark('superseded', id), factMark('conflict', id)])
      const held = await readable(store.marks(keys), noMarks)
      if (held.size === 0) return found
      const known = new Map((await recordsOf([...new Set(held.values())])).map((record) => [record.id, record]))
      for (const id of ids) {
        const of = (kind: FactMarkKind): MemoryRecord | undefined => known.get(held.get(factMark(kind, id)) ?? '')
        const [by, against] = [of('superseded'), of('conflict')]
        if (!by && !against) continue
        const superseded = by && { supersededBy: by.id, overMs: Date.parse(by.validFrom ?? by.createdAt) }
        found.set(id, { ...superseded, ...(against && { conflictsWith: [against.id] }) })
      }
      return found
    },
    /**
     * The marks of those messages of which a statement was removed, also while the layer of the records is off. Most
     * memories have none, and hashing the ids would be a twentieth of a recall.
     */
    async endedMarks(passageIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
      if (passageIds.length === 0) return noMarks
      const [first = ''] = (await readable(store.listMarks(endedMarks, 1), noMarks)).keys()
      return first.startsWith(endedMarks) ? readable(store.marks(passageIds.map(endedMark)), noMarks) : noMarks
    },
    /**
     * The facts that were current at `ms`. Each version is stored with the time it was replaced. So the oldest version
     * replaced after `ms` was the text at `ms`; without one, the present text was. Facts with a later date, or a record
     * that became valid later, are dropped: they may have been added without a new version, or changed by a person.
     */
    async factsAt(ms: number): Promise<Passage[]> {
      if (!facts) return []
      const version = (await facts.versions()).findLast(({ createdAt }) => Date.parse(createdAt) > ms)
      const text = version ? await facts.version(version.id) : (await facts.read()).text
      const later = new Set(parseFacts(text).flatMap((fact) => (isLater(fact, ms) ? [factPassageId(fact.text)] : [])))
      const behind = (await readable(known(), [])).flatMap(({ id, record }) =>
        record === undefined ? [] : [{ id, record }],
      )
      const newer = await recordsOf(behind.map(({ record }) => record))
      const begun = new Set(newer.filter(({ validFrom = '' }) => Date.parse(validFrom) > ms).map(({ id }) => id))
      for (const { id, record } of behind) if (begun.has(record)) later.add(id)
      return passagesOfFacts(facts.path, text).filter(({ id }) => !later.has(id))
    },
  }
}

/** Whether the date of the quote, or of the consolidation that added it, is later than `ms`. */
function isLater({ text, section = '' }: { text: string; section?: string }, ms: number): boolean {
  const day = /(\d{4}-\d{2}-\d{2})\)$/.exec(text)?.[1] ?? /^Consolidated (\d{4}-\d{2}-\d{2})$/.exec(section)?.[1]
  return day !== undefined && Date.parse(day) > ms
}

/** Whether a passage was current at `ms`: a record within its validity, anything else from its date on. */
export function wasValidAt({ source, createdAt }: PassageHit['passage'], ms: number): boolean {
  if (!('record' in source)) return createdAt === undefined || Date.parse(createdAt) <= ms
  const { validFrom = createdAt, validTo } = source
  return isCurrentAt({ validFrom, validTo }, ms)
}

/** When the passage stopped being current or, if it is not yet, begins to be, in ms; undefined if it was at `ms`. */
export function endedAtMs(
  { id, source }: PassageHit['passage'],
  validity: ReadonlyMap<string, Validity>,
  ms: number,
): number | undefined {
  const { validFrom, validTo } = 'record' in source ? source : {}
  const fromMs = validFrom === undefined ? undefined : Date.parse(validFrom)
  if (fromMs !== undefined && fromMs > ms) return fromMs
  const sinceMs = validTo === undefined ? validity.get(id)?.overMs : Date.parse(validTo)
  return sinceMs !== undefined && sinceMs <= ms ? sinceMs : undefined
}

/** The validity of a hit at `moment`, for the answer. */
export function validityAt(
  { passage }: PassageHit,
  validity: ReadonlyMap<string, Validity>,
  moment: number,
): Pick<Validity, 'supersededBy' | 'removed' | 'conflictsWith'> {
  const { id, source, layer } = passage
  const { supersededBy, removed, conflictsWith }: Validity = 'record' in source ? source : (validity.get(id) ?? {})
  // A record says what supersedes it even before that begins; its end may be in the future.
  const isOver = layer === 'records' || endedAtMs(passage, validity, moment) !== undefined
  return withoutUndefined({ ...(isOver && { supersededBy, removed }), conflictsWith })
}

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
