import { compareHits, termScore, termWeight } from './bm25.ts'
import type { Passage, PassageHit, PassageIndex, PassageQuery } from './passages.ts'
import { checkWatermark, isInScope, type SearchScope, searchLimit, searchScope, searchTerms } from './scope.ts'

interface HeldPassage {
  passage: PassageHit['passage']
  counts: ReadonlyMap<string, number>
  length: number
}

/** An inverted index in RAM; ranks exactly as SQLite's FTS5 does. */
export function createInMemoryPassages(): PassageIndex {
  const held = new Map<string, HeldPassage>()
  const postings = new Map<string, Set<string>>()
  const origins = new Map<string, Set<string>>()
  const marks = new Map<string, string>()
  let tokens = 0

  function drop(id: string): void {
    const found = held.get(id)
    if (!found) return
    held.delete(id)
    tokens -= found.length
    for (const token of found.counts.keys()) removeFrom(postings, token, id)
    removeFrom(origins, found.passage.origin, id)
  }

  function add(found: HeldPassage): void {
    const { id, origin } = found.passage
    drop(id)
    held.set(id, found)
    tokens += found.length
    for (const token of found.counts.keys()) addTo(postings, token, id)
    addTo(origins, origin, id)
  }

  function scores(terms: readonly string[]): Map<string, number> {
    const corpus = { passages: held.size, tokens }
    const total = new Map<string, number>()
    for (const term of terms) {
      const ids = postings.get(term) ?? new Set()
      const weight = termWeight(corpus, ids.size)
      for (const id of ids) {
        const { counts, length } = held.get(id) ?? { counts: new Map<string, number>(), length: 0 }
        total.set(id, (total.get(id) ?? 0) + termScore(corpus, weight, counts.get(term) ?? 0, length))
      }
    }
    return total
  }

  async function search(query: PassageQuery): Promise<PassageHit[]> {
    const scope = searchScope(query)
    const hits: (PassageHit & { id: string })[] = []
    for (const [id, score] of scores(searchTerms(query))) {
      const passage = held.get(id)?.passage
      if (passage && isWithin(passage, query, scope)) hits.push({ id, score, passage })
    }
    const best = hits.sort(compareHits).slice(0, searchLimit(query))
    return best.map(({ score, passage }) => ({ score, passage: copied(passage) }))
  }

  return {
    async update({ upsert = [], remove = [], watermarks = {}, expected = {} }) {
      // Everything that can throw comes first: a change is made as a whole or not at all.
      for (const [key, value] of Object.entries(expected)) checkWatermark(key, marks.get(key), value)
      const added = upsert.map(toHeld)
      const gone = [...remove]
      const moved = Object.entries(watermarks)
      for (const id of gone) drop(id)
      for (const found of added) add(found)
      for (const [key, value] of moved) value === undefined ? marks.delete(key) : marks.set(key, value)
    },
    search,
    ids: async (origin) => [...(origins.get(origin) ?? [])].sort(),
    watermarks: async () => new Map(marks),
    async clear() {
      for (const map of [held, postings, origins, marks]) map.clear()
      tokens = 0
    },
  }
}

function toHeld(passage: Passage): HeldPassage {
  const counts = new Map<string, number>()
  let length = 0
  for (const token of passage.tokens) {
    if (token === '') continue
    counts.set(token, (counts.get(token) ?? 0) + 1)
    length += 1
  }
  return { passage: copied(passage), counts, length }
}

function copied({ id, layer, type, origin, text, createdAt, source }: PassageHit['passage']): PassageHit['passage'] {
  return {
    id,
    layer,
    ...(type === undefined ? {} : { type }),
    origin,
    text,
    ...(createdAt === undefined ? {} : { createdAt }),
    source: structuredClone(source),
  }
}

function isWithin(passage: PassageHit['passage'], { since, until }: PassageQuery, scope?: SearchScope): boolean {
  const { createdAt } = passage
  if (createdAt !== undefined && since !== undefined && createdAt < since) return false
  if (createdAt !== undefined && until !== undefined && createdAt > until) return false
  return isInScope(passage, scope)
}

function addTo(sets: Map<string, Set<string>>, key: string, id: string): void {
  const ids = sets.get(key)
  if (ids) ids.add(id)
  else sets.set(key, new Set([id]))
}

function removeFrom(sets: Map<string, Set<string>>, key: string, id: string): void {
  const ids = sets.get(key)
  if (ids?.delete(id) && ids.size === 0) sets.delete(key)
}
