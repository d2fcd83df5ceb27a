import type { MemoryRecord, RecordStore, StoredRecord } from '../storage/records.ts'
import type { Change, Side } from './changes.ts'
import { later } from './learned-again.ts'

/** The most statements that one record is said to contradict. */
const maxConflicts = 16

/** What is marked of a fact: what took its place, what contradicts it. */
export type FactMarkKind = 'superseded' | 'conflict'

/** The key of the mark that says which record took a fact's place, or contradicts it. */
export function factMark(kind: FactMarkKind, factId: string): string {
  return `${kind}:${factId}`
}

/** What changes make of records and facts, when the id of each draft is known. */
export interface Consequences {
  patches: ReadonlyMap<string, Patch>
  /** Marks of facts. */
  marks: Readonly<Record<string, string>>
}

interface Patch {
  validTo?: string
  supersededBy?: string
  supersedes?: string
  conflictsWith: string[]
}

/** Works out what becomes of each record and fact; `idOf` gives the id of a draft's record. */
export function consequencesOf(changes: readonly Change[], idOf: (at: number) => string | undefined): Consequences {
  const patches = new Map<string, Patch>()
  const marks: Record<string, string> = {}
  const patch = (id: string): Patch => {
    const known = patches.get(id) ?? { conflictsWith: [] }
    patches.set(id, known)
    return known
  }
  const sideId = (side: Side): string | undefined => (side.kind === 'draft' ? idOf(side.at) : side.id)
  for (const { change, newer, older, at } of changes) {
    const [newerId, olderId] = [sideId(newer), sideId(older)]
    if (newerId === undefined || olderId === undefined || newerId === olderId) continue
    if (change === 'conflicts') {
      for (const [side, id, other] of [
        [newer, newerId, olderId],
        [older, olderId, newerId],
      ] as const)
        if (side.kind === 'fact') marks[factMark('conflict', id)] = other
        else patch(id).conflictsWith.push(other)
      continue
    }
    // A record's end says itself who replaced it; a fact's does not.
    if (newer.kind !== 'fact' && !patch(newerId).supersedes?.startsWith('fact:')) patch(newerId).supersedes = olderId
    if (older.kind === 'fact') marks[factMark('superseded', olderId)] = newerId
    else Object.assign(patch(olderId), { supersededBy: newerId, validTo: earlier(patch(olderId).validTo, at) })
  }
  return { patches, marks }
}

/** Writes what becomes of the records, all at once. */
export async function applyPatches(
  store: RecordStore,
  patches: Consequences['patches'],
  stored: (record: MemoryRecord) => StoredRecord,
): Promise<MemoryRecord[]> {
  if (patches.size === 0) return []
  return store.update([...patches.keys()], (record) => {
    const patch = patches.get(record.id)
    return patch && stored(patched(record, patch))
  })
}

function patched(record: MemoryRecord, { validTo, supersededBy, supersedes, conflictsWith }: Patch): MemoryRecord {
  const conflicts = [...new Set([...(record.conflictsWith ?? []), ...conflictsWith])].slice(0, maxConflicts)
  const end = earlier(record.validTo, validTo)
  return {
    ...record,
    ...(end === undefined ? {} : { validTo: end }),
    ...(supersededBy === undefined ? {} : { supersededBy }),
    ...(supersedes === undefined ? {} : { supersedes }),
    ...(conflicts.length === 0 ? {} : { conflictsWith: conflicts }),
  }
}

/** The earlier of two ISO times, as far as they are known. */
export function earlier(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return later(a, b) === a ? b : a
}
