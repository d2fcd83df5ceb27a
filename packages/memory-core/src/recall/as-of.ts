import type { FactsFile } from '../documents/facts-file.ts'
import { parseFacts } from '../documents/markdown.ts'
import { readable } from '../indexing/followers.ts'
import { factPassageId, passagesOfFacts } from '../indexing/passages-of.ts'
import { withoutUndefined } from '../option-checks.ts'
import type { KnownFact } from '../records/changes.ts'
import { endedMark, endedMarks, type FactMarkKind, factMark } from '../records/marks.ts'
import type { Passage, PassageHit } from '../storage/passages.ts'
import { isCurrentAt } from '../storage/record-rows.ts'
import type { MemoryRecord, RecordStore } from '../storage/records.ts'

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
