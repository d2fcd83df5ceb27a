import { createSerialQueue } from '../async.ts'
import { endsNoun } from '../statements/claims/endings.ts'
import { keyOfWord, wordsIn } from '../statements/claims/shared-words.ts'
import { isTopic, topicsIn } from '../statements/claims/topics.ts'
import { everyRecord } from '../storage/every-row.ts'
import type { MemoryRecord, RecordStore } from '../storage/records.ts'
import { type ChangeSources, claimsOfRecord } from './changes.ts'
import { speakerOf } from './drafts.ts'

const pageSize = 1_000
/** Maximum records by whose word a statement is found; what more of them have says little. */
const mostWithWord = 5

/**
 * Finds records by keys of their claims. The first call reads every record (10 µs each), later ones the changes. What a
 * request to forget names by its words is looked for in every record.
 */
export function createKnownClaims(store: RecordStore): ChangeSources['about'] {
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
    if (!isLearned(record)) return
    const keys = [...new Set([...claimsOfRecord(record).map(({ key }) => key), ...wordsIn(record.text).map(keyOfWord)])]
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

  return async (claims) => {
    await queue.run(follow)
    const topics = claims.filter(isTopic)
    const records = topics.length === 0 ? [] : (await everyRecord(store)).filter(isLearned)
    const named = records.filter((record) =>
      topicsIn(record.text, speakerOf(record)).some((said) => topics.some((one) => endsNoun(said, one))),
    )
    const found = claims.flatMap(({ key }) => {
      const ids = idsByKey.get(key) ?? new Set()
      return ids.size > mostWithWord && key.startsWith(keyOfWord('')) ? [] : [...ids]
    })
    return [...new Set([...found, ...named.map(({ id }) => id)])]
  }
}

function isLearned({ kind, archivedAt }: MemoryRecord): boolean {
  return kind === 'semantic' && archivedAt === undefined
}
