import { createSerialQueue } from '../async.ts'
import type { Claim } from '../statements/claims/claim.ts'
import { claimsOf } from '../statements/claims/claims-of.ts'
import type { MemoryRecord, RecordStore } from '../storage/records.ts'

export type KnownClaims = ReturnType<typeof createKnownClaims>

const pageSize = 1_000

/** Finds records by keys of their claims. The first call reads every record (10 µs each), later ones the changes. */
export function createKnownClaims(store: RecordStore) {
  const idsByKey = new Map<string, Set<string>>()
  const keysById = new Map<string, readonly string[]>()
  let known = 0
  const queue = createSerialQueue()

  function forget(id: string): void {
    for (const key of keysById.get(id) ?? []) {
      const ids = idsByKey.get(key)
      ids?.delete(id)
      if (ids?.size === 0) idsByKey.delete(key)
    }
    keysById.delete(id)
  }

  function keep(record: MemoryRecord): void {
    forget(record.id)
    if (record.kind !== 'semantic' || record.archivedAt !== undefined) return
    const keys = [...new Set(claimsOfRecord(record).map(({ key }) => key))]
    if (keys.length > 0) keysById.set(record.id, keys)
    for (const key of keys) idsByKey.set(key, (idsByKey.get(key) ?? new Set<string>()).add(record.id))
  }

  async function follow(): Promise<void> {
    const revision = await store.revision()
    // A lower revision means that the store was replaced or emptied.
    if (revision < known) {
      idsByKey.clear()
      keysById.clear()
      known = 0
    }
    while (known < revision) {
      const page = await store.changes(known, pageSize)
      page.removed.forEach(forget)
      page.records.forEach(keep)
      if (page.revision <= known) return
      known = page.revision
    }
  }

  return {
    /** The ids of active statements with a claim that shares a key with one of these. */
    async about(claims: readonly Claim[]): Promise<string[]> {
      await queue.run(follow)
      return [...new Set(claims.flatMap(({ key }) => [...(idsByKey.get(key) ?? [])]))]
    },
  }
}

/** The speaker of a record, from its quote, if the conversation had several. */
export function speakerOf({ source }: Pick<MemoryRecord, 'source'>): string | undefined {
  return /^([^:\n]{1,80}): /.exec(source?.quote ?? '')?.[1]
}

export function claimsOfRecord(record: Pick<MemoryRecord, 'text' | 'source'>): readonly Claim[] {
  return claimsOf(record.text, { speaker: speakerOf(record) })
}
