import type { MemoryRecord, RecordStore, StoredRecord } from '../storage/records.ts'
import { type FactMarkKind, factMark } from './apply-changes.ts'
import { everyRecord } from './every-record.ts'

/** What a store keeps of links to records and facts. */
type Stored = (record: MemoryRecord) => StoredRecord

const markKinds: readonly FactMarkKind[] = ['superseded', 'superseded-before', 'conflict']
const pageSize = 1_000

/** A record without its links to what is gone; what that had replaced holds again. Undefined for one without such links. */
export function withoutLinks(record: MemoryRecord, gone: ReadonlySet<string>): MemoryRecord | undefined {
  const { supersedes, supersededBy, validTo, conflictsWith = [], ...rest } = record
  const isLinked = (id: string | undefined): boolean => id !== undefined && gone.has(id)
  if (![supersedes, supersededBy, ...conflictsWith].some(isLinked)) return undefined
  const conflicts = conflictsWith.filter((id) => !gone.has(id))
  return {
    ...rest,
    ...(supersedes === undefined || isLinked(supersedes) ? {} : { supersedes }),
    ...(supersededBy === undefined || isLinked(supersededBy) ? {} : { supersededBy }),
    ...(validTo === undefined || isLinked(supersededBy) ? {} : { validTo }),
    ...(conflicts.length === 0 ? {} : { conflictsWith: conflicts }),
  }
}

/**
 * Takes the links to some of these records out of those that they name themselves, and the marks of the facts that they
 * replaced. Call it before they are removed: what is cut off in between has lost links, and nobody is over for good.
 */
export async function unlinkNeighbours(
  store: RecordStore,
  records: readonly MemoryRecord[],
  stored: Stored,
): Promise<void> {
  const gone = new Set(records.map(({ id }) => id))
  const named = records.flatMap(({ supersedes, supersededBy, conflictsWith = [] }) => [
    ...[supersedes, supersededBy].filter((id) => id !== undefined),
    ...conflictsWith,
  ])
  const near = [...new Set(named)].filter((id) => !gone.has(id))
  if (near.length === 0) return
  const marks = await store.marks(near.flatMap((id) => markKinds.map((kind) => factMark(kind, id))))
  await update(store, near, gone, stored)
  const next = successorsIn(records)
  await remark(
    store,
    [...marks].flatMap(([key, id]) => (gone.has(id) ? [[key, next(key, id)] as const] : [])),
  )
}

/**
 * Takes every link to these records and facts out of the store, and what is marked of these facts; `records` are those of
 * them that are known. Price: reads all records and the marks of facts.
 */
export async function unlinkEverywhere(
  store: RecordStore,
  gone: ReadonlySet<string>,
  stored: Stored,
  records: readonly MemoryRecord[] = [],
): Promise<void> {
  if (gone.size === 0) return
  const next = successorsIn(records)
  const linked = (await everyRecord(store)).filter((record) => !gone.has(record.id) && withoutLinks(record, gone))
  await update(
    store,
    linked.map(({ id }) => id),
    gone,
    stored,
  )
  for (const kind of markKinds) {
    const marks: (readonly [string, string | undefined])[] = []
    for await (const [key, id] of marksOf(store, kind))
      if (gone.has(key.slice(factMark(kind, '').length))) marks.push([key, undefined])
      else if (gone.has(id)) marks.push([key, next(key, id)])
    await remark(store, marks)
  }
}

async function update(
  store: RecordStore,
  ids: readonly string[],
  gone: ReadonlySet<string>,
  stored: Stored,
): Promise<void> {
  const change = (record: StoredRecord): StoredRecord | undefined => {
    const next = withoutLinks(record, gone)
    return next && stored(next)
  }
  if (ids.length > 0) await store.update(ids, change, { skipDamaged: true })
}

async function remark(
  store: RecordStore,
  marks: readonly (readonly [key: string, id: string | undefined])[],
): Promise<void> {
  if (marks.length > 0) await store.write({ marks: Object.fromEntries(marks) })
}

/** Tells, by these records that go, what is marked of a fact then: what had taken the place of one that had taken the fact's. */
function successorsIn(records: readonly MemoryRecord[]): (key: string, id: string) => string | undefined {
  const gone = new Map(records.map((record) => [record.id, record]))
  return (key, id) => {
    let next: string | undefined = key.startsWith(factMark('conflict', '')) ? undefined : id
    for (let steps = 0; next !== undefined && gone.has(next) && steps <= gone.size; steps++)
      next = gone.get(next)?.supersededBy
    return next !== undefined && gone.has(next) ? undefined : next
  }
}

async function* marksOf(store: RecordStore, kind: FactMarkKind): AsyncGenerator<[string, string]> {
  const prefix = factMark(kind, '')
  for (let after = prefix; ; ) {
    const page = await store.listMarks(after, pageSize)
    for (const [key, id] of page) {
      if (!key.startsWith(prefix)) return
      yield [key, id]
      after = key
    }
    if (page.size < pageSize) return
  }
}
