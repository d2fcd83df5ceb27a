import type { Clock } from '../clock.ts'
import { parseFacts } from '../documents/fact.ts'
import type { FactsFile } from '../documents/facts-file.ts'
import { createInMemoryPassages } from '../in-memory/passages.ts'
import { factPassageId, passagesOfFacts } from '../indexing/passages-of.ts'
import { isUnreadable } from '../indexing/record-follower.ts'
import { type FactMarkKind, factMark } from '../records/changes.ts'
import type { Passage, PassageHit, PassageIndex, PassageQuery } from '../storage/passages.ts'
import type { MemoryRecord, RecordStore } from '../storage/records.ts'
import type { Question } from './question.ts'
import { type Ranked, rank } from './rank.ts'

/** What is known of a fact, or of a message, beside its words. */
export interface Standing {
  /** The record that took its place. */
  supersededBy?: string
  /** A person removed it, and nothing took its place. */
  removed?: true
  /** Since when it does not hold. */
  overMs?: number
  /** Records that say otherwise. */
  conflictsWith?: readonly string[]
}

/** What tells a recall what holds now, and what held then. */
export interface HeldSources {
  now: Clock
  /** The standing of these facts; those of which nothing is known are absent. Costs one look at the store. */
  standing(factIds: readonly string[]): Promise<ReadonlyMap<string, Standing>>
  /** The records of these ids, as far as they are there and can be read. */
  records(ids: readonly string[]): Promise<readonly MemoryRecord[]>
  /** The facts of that moment, in milliseconds. */
  factsAt(ms: number): Promise<Passage[]>
}

/** Reads the standing of facts from the marks of the records, and the facts of a moment from the versions of MEMORY.md. */
export function createHeldSources(
  now: Clock,
  { facts, records }: { facts: FactsFile | undefined; records: RecordStore | undefined },
): HeldSources {
  async function recordsOf(ids: readonly string[]): Promise<readonly MemoryRecord[]> {
    if (!records || ids.length === 0) return []
    return readable(records.get(ids), [])
  }

  async function standing(ids: readonly string[]): Promise<Map<string, Standing>> {
    const found = new Map<string, Standing>()
    if (!records || ids.length === 0) return found
    const keys = ids.flatMap((id) => [factMark('superseded', id), factMark('conflict', id)])
    const marks = await readable(records.marks(keys), new Map<string, string>())
    if (marks.size === 0) return found
    const known = new Map((await recordsOf([...new Set(marks.values())])).map((record) => [record.id, record]))
    for (const id of ids) {
      const of = (kind: FactMarkKind): MemoryRecord | undefined => known.get(marks.get(factMark(kind, id)) ?? '')
      const [by, against] = [of('superseded'), of('conflict')]
      if (by || against) found.set(id, standingOf(by, against))
    }
    return found
  }

  /**
   * A version holds what MEMORY.md said until it was replaced: the oldest one replaced later is the text of that moment.
   * Lines that are dated later were added without one.
   */
  async function factsAt(ms: number): Promise<Passage[]> {
    if (!facts) return []
    const version = (await facts.versions()).findLast(({ createdAt }) => Date.parse(createdAt) > ms)
    const text = version ? await facts.version(version.id) : (await facts.read()).text
    const later = new Set(parseFacts(text).flatMap((fact) => (isLater(fact, ms) ? [factPassageId(fact.text)] : [])))
    return passagesOfFacts(facts.path, text).filter(({ id }) => !later.has(id))
  }

  return {
    now,
    standing,
    records: recordsOf,
    factsAt,
  }
}

/** Facts are recalled without their standing while the records cannot be read; the catch-up reports that they cannot. */
async function readable<T>(reading: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (!isUnreadable(error)) throw error
    return otherwise
  }
}

function standingOf(by: MemoryRecord | undefined, against: MemoryRecord | undefined): Standing {
  return {
    ...(by ? { supersededBy: by.id, overMs: Date.parse(by.validFrom ?? by.createdAt) } : {}),
    ...(against ? { conflictsWith: [against.id] } : {}),
  }
}

/** Whether the quote's own date, or that of the consolidation that added it, is a day after that moment. */
function isLater({ text, section = '' }: { text: string; section?: string }, ms: number): boolean {
  const day = /(\d{4}-\d{2}-\d{2})\)$/.exec(text)?.[1] ?? /^Consolidated (\d{4}-\d{2}-\d{2})$/.exec(section)?.[1]
  return day !== undefined && Date.parse(day) > ms
}

/** Whether it held at that moment: a record within its span, everything else once it was said. */
export function heldAt({ source, createdAt }: PassageHit['passage'], ms: number): boolean {
  if (!('record' in source)) return createdAt === undefined || Date.parse(createdAt) <= ms
  const { validFrom = createdAt, validTo } = source
  return (validFrom === undefined || Date.parse(validFrom) <= ms) && (validTo === undefined || Date.parse(validTo) > ms)
}

/** Since when it has held no more at a moment, in ms; undefined for what holds then. */
export function overSince(
  { id, source }: PassageHit['passage'],
  standing: ReadonlyMap<string, Standing>,
  ms: number,
): number | undefined {
  const { validTo } = 'record' in source ? source : {}
  const sinceMs = validTo === undefined ? standing.get(id)?.overMs : Date.parse(validTo)
  return sinceMs !== undefined && sinceMs <= ms ? sinceMs : undefined
}

/** Ranks facts that are not those of the index; they are read from an index of their own. */
export async function rankFacts(
  facts: readonly Passage[],
  search: PassageQuery,
  question: Question,
): Promise<{ index: PassageIndex; ranked: Ranked[] }> {
  const index = createInMemoryPassages()
  await index.update({ upsert: facts })
  return { index, ranked: rank(await index.candidates({ ...search, layers: ['facts'] }), question) }
}

/** How what was found stands to what else is known, at a moment. */
export function standingAt(
  { passage }: PassageHit,
  standing: ReadonlyMap<string, Standing>,
  moment: number,
): Pick<Standing, 'supersededBy' | 'removed' | 'conflictsWith'> {
  const { id, source, layer } = passage
  const { supersededBy, removed, conflictsWith }: Standing = 'record' in source ? source : (standing.get(id) ?? {})
  // A record says beforehand until when it holds.
  const isOver = layer === 'records' || overSince(passage, standing, moment) !== undefined
  return {
    ...(isOver && supersededBy !== undefined ? { supersededBy } : {}),
    ...(isOver && removed ? { removed } : {}),
    ...(conflictsWith === undefined ? {} : { conflictsWith }),
  }
}
