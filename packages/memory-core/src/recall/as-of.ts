import type { Clock } from '../clock.ts'
import { parseFacts } from '../documents/fact.ts'
import type { FactsFile } from '../documents/facts-file.ts'
import { factMark } from '../records/apply-changes.ts'
import { createInMemoryPassages } from '../storage/in-memory-passages.ts'
import type { Passage, PassageHit, PassageIndex, PassageQuery } from '../storage/passages.ts'
import type { MemoryRecord, RecordStore } from '../storage/records.ts'
import { factPassageId, passagesOfFacts } from './passages-of.ts'
import type { Question } from './question.ts'
import { type Ranked, rank } from './rank.ts'
import { isUnreadable } from './record-follower.ts'

/** What is known of a fact beside its words. */
export interface FactStanding {
  /** The record that took its place. */
  supersededBy?: string
  /** When it did. */
  overMs?: number
  /** Records that say otherwise. */
  conflictsWith?: readonly string[]
}

/** What tells a recall what holds now, and what held then. */
export interface HeldSources {
  now: Clock
  /** The standing of these facts; those of which nothing is known are absent. Costs one look at the store. */
  standing(factIds: readonly string[]): Promise<ReadonlyMap<string, FactStanding>>
  /** The facts of that moment, in milliseconds. */
  factsAt(ms: number): Promise<Passage[]>
}

/** Reads the standing of facts from the marks of the records, and the facts of a moment from the versions of MEMORY.md. */
export function createHeldSources(
  now: Clock,
  { facts, records }: { facts: FactsFile | undefined; records: RecordStore | undefined },
): HeldSources {
  async function standing(ids: readonly string[]): Promise<Map<string, FactStanding>> {
    const found = new Map<string, FactStanding>()
    if (!records || ids.length === 0) return found
    const kinds = ['superseded', 'conflict'] as const
    const marks = await readable(records.marks(ids.flatMap((id) => kinds.map((kind) => factMark(kind, id)))), new Map())
    if (marks.size === 0) return found
    const known = new Map(
      (await readable(records.get([...new Set(marks.values())], { skipDamaged: true }), [])).map((record) => [
        record.id,
        record,
      ]),
    )
    for (const id of ids) {
      const [by, against] = kinds.map((kind) => known.get(marks.get(factMark(kind, id)) ?? ''))
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

  return { now, standing, factsAt }
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

function standingOf(by: MemoryRecord | undefined, against: MemoryRecord | undefined): FactStanding {
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

/** Whether a fact of this standing was over at that moment. */
export function overAt({ overMs }: FactStanding = {}, ms: number): boolean {
  return overMs !== undefined && overMs <= ms
}

/** Whether it holds no more: it comes after what does. */
export function isOver(
  { id, source }: PassageHit['passage'],
  standing: ReadonlyMap<string, FactStanding>,
  nowMs: number,
): boolean {
  if ('record' in source) return source.validTo !== undefined && Date.parse(source.validTo) <= nowMs
  return overAt(standing.get(id), nowMs)
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

/** How what was found stands to what else is known. */
export function marksOf(
  { passage: { id, source } }: PassageHit,
  standing: ReadonlyMap<string, FactStanding>,
): { supersededBy?: string; conflictsWith?: readonly string[] } {
  const { supersededBy, conflictsWith } = 'record' in source ? source : (standing.get(id) ?? {})
  return {
    ...(supersededBy === undefined ? {} : { supersededBy }),
    ...(conflictsWith === undefined ? {} : { conflictsWith }),
  }
}
