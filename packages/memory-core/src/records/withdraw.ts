import { everyRecord, markPages } from '../storage/every-row.ts'
import type { MemoryRecord, RecordStore, StoredRecord } from '../storage/records.ts'
import { type FactMarkKind, factMark } from './changes.ts'
import { withoutUndefined } from './without-undefined.ts'

/** What withdrawing needs beside the ids. */
interface Withdrawal {
  /** Whether what has this id goes, too, and is no record: a fact. @default nothing does */
  isGone?: (id: string) => boolean
  /** Marks that go with the records. */
  marks?: readonly string[]
  /** Looks for links to them in every record and mark, not only in those that they name. Price: reads every record. @default false */
  everywhere?: boolean
}

/** What goes. */
interface Gone {
  records: ReadonlyMap<string, MemoryRecord>
  isLost(id: string | undefined): boolean
}

const markKinds: readonly FactMarkKind[] = ['superseded', 'conflict']

/**
 * Removes records, as if they had never been said: what one of them had replaced holds again, or is replaced by what
 * had come after it. Links and marks come first: after a crash in between, the same call does the rest. Answers how many
 * there were.
 */
export async function withdrawRecords(
  store: RecordStore,
  ids: readonly string[],
  stored: (record: MemoryRecord) => StoredRecord,
  { isGone = () => false, marks = [], everywhere = false }: Withdrawal = {},
): Promise<number> {
  const records = new Map((await store.get(ids)).map((record) => [record.id, record]))
  const isLost = (id: string | undefined): boolean => id !== undefined && (records.has(id) || isGone(id))
  const gone: Gone = { records, isLost }
  const named = [...new Set([...records.values()].flatMap(linksOf))].filter((id) => !records.has(id))
  const linked = everywhere
    ? (await everyRecord(store)).flatMap((record) => (linksOf(record).some(isLost) ? [record.id] : []))
    : named
  const change = (record: MemoryRecord): StoredRecord | undefined => {
    const left = records.has(record.id) ? undefined : without(record, gone)
    return left && stored(left)
  }
  if (linked.length > 0) await store.update(linked, change, { skipDamaged: true })
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

/** A record without its links to what goes; undefined for one without such links. */
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

/** The last one of those that go, down the line of who replaced whom. */
function lastOf(
  id: string | undefined,
  records: Gone['records'],
  link: 'supersedes' | 'supersededBy',
): MemoryRecord | undefined {
  let last = records.get(id ?? '')
  for (let steps = 0; steps < records.size; steps++) last = records.get(last?.[link] ?? '') ?? last
  return last
}

/** A fact that goes is marked no more; one that was replaced by what goes is replaced by what came after that. */
function changeOfMark(key: string, id: string, { records, isLost }: Gone): (readonly [string, string | undefined])[] {
  if (isLost(key.slice(key.indexOf(':') + 1))) return [[key, undefined]]
  if (!isLost(id)) return []
  const next = key.startsWith(factMark('conflict', '')) ? undefined : lastOf(id, records, 'supersededBy')?.supersededBy
  return [[key, isLost(next) ? undefined : next]]
}

/** The marks of facts: of these, or of all. */
async function marksOf(store: RecordStore, ids: readonly string[] | undefined): Promise<[key: string, id: string][]> {
  if (ids) return [...(await store.marks(ids.flatMap((id) => markKinds.map((kind) => factMark(kind, id)))))]
  const found: [string, string][] = []
  for (const kind of markKinds) for await (const page of markPages(store, factMark(kind, ''))) found.push(...page)
  return found
}
