import { withoutUndefined } from '../option-checks.ts'
import type { ClaimChange } from '../statements/claims/compare-claims.ts'
import type { MemoryRecord } from '../storage/records.ts'
import type { Draft } from './drafts.ts'
import { factMark } from './marks.ts'
import type { BookStore } from './record-book.ts'
import { later } from './record-changes.ts'

/** The properties of a fact of MEMORY.md that records need. */
export interface KnownFact {
  /** Its id in `recall`. */
  id: string
  text: string
  speaker?: string | undefined
  /** The day on which it was said, as YYYY-MM-DD, if its line names one. */
  day?: string | undefined
  /** The id of the record behind its line. */
  record?: string | undefined
}

/** One side of a change: a record, a fact, or another draft of the same batch. */
export type Side = { kind: 'record' | 'fact'; id: string } | { kind: 'draft'; at: number }

/** How one statement affects another. */
export interface Change {
  change: Exclude<ClaimChange, 'agrees'>
  newer: Side
  older: Side
  /** When the older one ends, as an ISO time. */
  at: string
  /** A definite conflict with one of several claims of the older statement, whose other claims stay current. */
  isPart?: true
  /** The health of one who is gone is over, and their end is no answer to a question about it. */
  isSilent?: true
  /** The worth of the older one; 1 for a line that a person wrote. */
  worth: number
}

/** Whether the newer statement is news of the older one, and does not just contradict it. */
export function isNews({ change, isPart }: Change): boolean {
  return change !== 'conflicts' || isPart === true
}

/** The changes of facts that the caller of `learn` supersedes explicitly. */
export function replacedFacts(drafts: readonly Draft[]): Change[] {
  return drafts.flatMap(({ supersedes: id, createdAt, validFrom: at = createdAt }, draft) =>
    id?.startsWith('fact:')
      ? [{ change: 'supersedes', newer: { kind: 'draft', at: draft }, older: { kind: 'fact', id }, at, worth: 1 }]
      : [],
  )
}

const maxConflicts = 16

interface Patch extends Pick<MemoryRecord, 'validTo' | 'supersededBy' | 'supersedes'> {
  conflictsWith: string[]
}

/** The changes of each record, and the marks of facts; `idOf` returns the id of a draft's record. */
export function consequencesOf(
  changes: readonly Change[],
  idOf: (at: number) => string | undefined,
): { patches: ReadonlyMap<string, Patch>; marks: Readonly<Record<string, string>> } {
  const patches = new Map<string, Patch>()
  const marks: Record<string, string> = {}
  const patch = (id: string): Patch => {
    const known = patches.get(id) ?? { conflictsWith: [] }
    patches.set(id, known)
    return known
  }
  const sideId = (side: Side): string | undefined => (side.kind === 'draft' ? idOf(side.at) : side.id)
  for (const { change, newer, older, at, isSilent } of changes) {
    const [newerId, olderId] = [sideId(newer), sideId(older)]
    if (newerId === undefined || olderId === undefined || newerId === olderId || change === 'news') continue
    if (change === 'conflicts') {
      for (const [side, id, other] of [
        [newer, newerId, olderId],
        [older, olderId, newerId],
      ] as const)
        if (side.kind === 'fact') marks[factMark('conflict', id)] = other
        else patch(id).conflictsWith.push(other)
      continue
    }
    if (isSilent) {
      Object.assign(patch(olderId), { validTo: earlier(patch(olderId).validTo, at) })
      continue
    }
    if (newer.kind !== 'fact' && !patch(newerId).supersedes?.startsWith('fact:')) patch(newerId).supersedes = olderId
    // The older one names its successor: a record in a field, a fact in a mark.
    if (older.kind === 'fact') marks[factMark('superseded', olderId)] = newerId
    else Object.assign(patch(olderId), { supersededBy: newerId, validTo: earlier(patch(olderId).validTo, at) })
  }
  return { patches, marks }
}

export async function applyPatches(store: BookStore, patches: ReadonlyMap<string, Patch>): Promise<MemoryRecord[]> {
  if (patches.size === 0) return []
  return store.update([...patches.keys()], (record) => {
    const { validTo, supersededBy, supersedes, conflictsWith = [] } = patches.get(record.id) ?? {}
    const conflicts = [...new Set([...(record.conflictsWith ?? []), ...conflictsWith])].slice(0, maxConflicts)
    return {
      ...record,
      ...withoutUndefined({ validTo: earlier(record.validTo, validTo), supersededBy, supersedes }),
      ...(conflicts.length > 0 && { conflictsWith: conflicts }),
    }
  })
}

export function earlier(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return later(a, b) === a ? b : a
}
