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
  await unmark(
    store,
    [...marks].flatMap(([key, id]) => (gone.has(id) ? [key] : [])),
  )
}

/**
 * Takes every link to these records and facts out of the store, and what is marked of these facts. Price: reads all records
 * and the marks of facts.
 */
export async function unlinkEverywhere(store: RecordStore, gone: ReadonlySet<string>, stored: Stored): Promise<void> {
  if (gone.size === 0) return
  const linked = (await everyRecord(store)).filter((record) => !gone.has(record.id) && withoutLinks(record, gone))
  await update(
    store,
    linked.map(({ id }) => id),
    gone,
    stored,
  )
  for (const kind of markKinds) {
    const keys: string[] = []
    for await (const [key, id] of marksOf(store, kind))
      if (gone.has(id) || gone.has(key.slice(factMark(kind, '').length))) keys.push(key)
    await unmark(store, keys)
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

async function unmark(store: RecordStore, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await store.write({ marks: Object.fromEntries(keys.map((key) => [key, undefined])) })
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
