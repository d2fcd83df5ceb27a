import { withoutUndefined } from '../option-checks.ts'
import { everyRecord, markPages } from '../storage/every-row.ts'
import type { MemoryRecord } from '../storage/records.ts'
import { type FactMarkKind, factMark } from './changes.ts'
import type { BookStore } from './record-book.ts'

interface Withdrawal {
  /** Whether another id, such as that of a fact, is removed, too. @default none is */
  isGone?: (id: string) => boolean
  /** Marks to remove with the records. */
  marks?: readonly string[]
  /**
   * Searches every record and mark for links to the removed records, not only those that they name. Reads every record.
   * @default false
   */
  everywhere?: boolean
}

interface Gone {
  records: ReadonlyMap<string, MemoryRecord>
  isLost(id: string | undefined): boolean
}

const markKinds: readonly FactMarkKind[] = ['superseded', 'conflict']

/**
 * Removes records as if they had never been learned: a statement that one of them superseded is current again, or
 * superseded by the removed record's successor. Links and marks are changed first, so that the same call completes the
 * work after a crash. Returns the number of removed records.
 */
export async function withdrawRecords(
  store: BookStore,
  ids: readonly string[],
  { isGone = () => false, marks = [], everywhere = false }: Withdrawal = {},
): Promise<number> {
  const records = new Map((await store.get(ids)).map((record) => [record.id, record]))
  const isLost = (id: string | undefined): boolean => id !== undefined && (records.has(id) || isGone(id))
  const gone: Gone = { records, isLost }
  const named = [...new Set([...records.values()].flatMap(linksOf))].filter((id) => !records.has(id))
  const linked = everywhere
    ? (await everyRecord(store)).flatMap((record) => (linksOf(record).some(isLost) ? [record.id] : []))
    : named
  if (linked.length > 0)
    await store.update(linked, (record) => (records.has(record.id) ? undefined : without(record, gone)))
  const changes = [
    ...(await marksOf(store, everywhere ? undefined : named)).flatMap(([key, id]) => changeOfMark(key, id, gone)),
    ...marks.map((mark) => [mark, undefined] as const),
  ]
  if (records.size + changes.length > 0)
    await store.write({ remove: [...records.keys()], marks: Object.fromEntries(changes) })
  return records.size
}

function linksOf({ supersedes, supersededBy, conflictsWith = [] }: MemoryRecord): string[] {
  return [supersedes, supersededBy, ...conflictsWith].filter((id) => id !== undefined)
}

/** A record without links to removed ones; undefined if it has none. */
function without(record: MemoryRecord, { records, isLost }: Gone): MemoryRecord | undefined {
  if (!linksOf(record).some(isLost)) return undefined
  const { supersededBy, supersedes, validTo, conflictsWith, ...rest } = record
  const conflicts = conflictsWith?.filter((id) => !isLost(id)) ?? []
  const last = lastOf(supersededBy, records, 'supersededBy')
  const later = last?.supersededBy === undefined || isLost(last.supersededBy) ? undefined : last
  const before = isLost(supersedes) ? lastOf(supersedes, records, 'supersedes')?.supersedes : supersedes
  return {
    ...rest,
    ...withoutUndefined(
      isLost(supersededBy) ? { validTo: later?.validTo, supersededBy: later?.supersededBy } : { validTo, supersededBy },
    ),
    ...withoutUndefined({ supersedes: isLost(before) ? undefined : before }),
    ...(conflicts.length === 0 ? {} : { conflictsWith: conflicts }),
  }
}

/** The last removed record along a chain of links. */
function lastOf(
  id: string | undefined,
  records: Gone['records'],
  link: 'supersedes' | 'supersededBy',
): MemoryRecord | undefined {
  let last = records.get(id ?? '')
  for (let steps = 0; steps < records.size; steps++) last = records.get(last?.[link] ?? '') ?? last
  return last
}

/** A removed fact loses its mark; a fact superseded by a removed record is marked with that record's successor. */
function changeOfMark(key: string, id: string, { records, isLost }: Gone): (readonly [string, string | undefined])[] {
  if (isLost(key.slice(key.indexOf(':') + 1))) return [[key, undefined]]
  if (!isLost(id)) return []
  const next = key.startsWith(factMark('conflict', '')) ? undefined : lastOf(id, records, 'supersededBy')?.supersededBy
  return [[key, isLost(next) ? undefined : next]]
}

/** The marks of these facts, or of all. */
async function marksOf(store: BookStore, ids: readonly string[] | undefined): Promise<[key: string, id: string][]> {
  if (ids) return [...(await store.marks(ids.flatMap((id) => markKinds.map((kind) => factMark(kind, id)))))]
  const found: [string, string][] = []
  for (const kind of markKinds) for await (const page of markPages(store, factMark(kind, ''))) found.push(...page)
  return found
}
