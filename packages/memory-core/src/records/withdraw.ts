import type { MemoryRecord, RecordStore, StoredRecord } from '../storage/records.ts'
import { unlinkEverywhere, unlinkNeighbours } from './links.ts'

/** What withdrawing is told beside the ids. */
export interface Withdrawal {
  /** Records that are known to have been replaced by what goes, beside the one that each of them names. */
  replaced?: readonly string[]
  /** Whether what has this id, and is no record, is gone: a fact. @default nothing is */
  isGone?: (id: string) => boolean
  /** Marks that go with the records. */
  marks?: readonly string[]
  /** Looks for links to them in every record and mark, not only in those that they name. Price: reads every record. @default false */
  everywhere?: boolean
}

/**
 * Removes records, as if they had never been said: what one of them had replaced holds again, or is replaced by what
 * had come after it. Answers how many there were.
 */
export async function withdrawRecords(
  store: RecordStore,
  ids: readonly string[],
  stored: (record: MemoryRecord) => StoredRecord,
  { replaced = [], isGone = () => false, marks = [], everywhere = false }: Withdrawal = {},
): Promise<number> {
  const known = await store.get(ids)
  const gone = new Map(known.map((record) => [record.id, record]))
  const others = known.flatMap(({ supersedes, supersededBy, conflictsWith = [] }) => [
    ...(supersedes === undefined ? [] : [supersedes]),
    ...(supersededBy === undefined ? [] : [supersededBy]),
    ...conflictsWith,
  ])
  const concerned = [...new Set([...replaced, ...others])].filter((id) => !gone.has(id))
  // First of all: whoever finds the records again after a crash can do the rest.
  if (concerned.length > 0) await store.update(concerned, (record) => without(record, gone, isGone, stored))
  if (everywhere) await unlinkEverywhere(store, new Set(ids), stored, known)
  else await unlinkNeighbours(store, known, stored)
  if (known.length + marks.length > 0)
    await store.write({ remove: [...gone.keys()], marks: Object.fromEntries(marks.map((mark) => [mark, undefined])) })
  return known.length
}

type Gone = ReadonlyMap<string, MemoryRecord>

function without(
  record: MemoryRecord,
  gone: Gone,
  isGone: (id: string) => boolean,
  stored: (record: MemoryRecord) => StoredRecord,
): StoredRecord | undefined {
  const { supersededBy, supersedes, conflictsWith, ...rest } = record
  const isLost = (id: string | undefined): boolean => id !== undefined && (gone.has(id) || isGone(id))
  if (![supersededBy, supersedes, ...(conflictsWith ?? [])].some(isLost)) return undefined
  const ending = isLost(supersededBy) ? laterEnding(record, gone, isLost) : { supersededBy, validTo: rest.validTo }
  const before = isLost(supersedes) ? earlierOne(record, gone, isLost) : supersedes
  const conflicts = conflictsWith?.filter((id) => !isLost(id)) ?? []
  const { validTo: _, ...bare } = rest
  return stored({
    ...bare,
    ...(ending.validTo === undefined ? {} : { validTo: ending.validTo }),
    ...(ending.supersededBy === undefined ? {} : { supersededBy: ending.supersededBy }),
    ...(before === undefined ? {} : { supersedes: before }),
    ...(conflicts.length === 0 ? {} : { conflictsWith: conflicts }),
  })
}

/** The end that the last one of those that go had, down the line of who replaced whom. */
function laterEnding(
  record: MemoryRecord,
  gone: Gone,
  isLost: (id: string | undefined) => boolean,
): Pick<MemoryRecord, 'supersededBy' | 'validTo'> {
  let last: MemoryRecord | undefined = record
  for (let steps = 0; last && isLost(last.supersededBy) && steps <= gone.size; steps++)
    last = gone.get(last.supersededBy ?? '')
  if (!last || last.supersededBy === undefined || isLost(last.supersededBy)) return {}
  return { supersededBy: last.supersededBy, ...(last.validTo === undefined ? {} : { validTo: last.validTo }) }
}

/** What the first one of those that go had replaced. */
function earlierOne(record: MemoryRecord, gone: Gone, isLost: (id: string | undefined) => boolean): string | undefined {
  let id = record.supersedes
  for (let steps = 0; isLost(id) && steps <= gone.size; steps++) id = gone.get(id ?? '')?.supersedes
  return isLost(id) ? undefined : id
}
