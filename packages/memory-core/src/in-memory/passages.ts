import { withoutUndefined } from '../option-checks.ts'
import { compareTexts } from '../storage/compare-texts.ts'
import { firstNumber, firstPartOf, nearbyNumbers, nearbyOf, partsOfText, wholeId } from '../storage/numbering.ts'
import * as passageQueries from '../storage/passage-query.ts'
import type {
  Candidate,
  NumberedPassage,
  Passage,
  PassageHit,
  PassageIndex,
  PassageQuery,
  Speech,
  TimedQuery,
} from '../storage/passages.ts'
import * as vectorSearch from '../storage/vector-search.ts'
import type { PassageText, VectorIndex, VectorModel } from '../storage/vectors.ts'

interface HeldPassage extends NumberedPassage {
  speech: Speech | undefined
  counts: ReadonlyMap<string, number>
  length: number
  /** Its vector; undefined until one was requested, null if the text has none. */
  code: Int8Array | null | undefined
}

/** An inverted index in RAM, which ranks exactly as SQLite's FTS5 does, and the vectors of its passages. */
export function createInMemoryPassages(): { passages: PassageIndex; vectors: VectorIndex } {
  const held = new Map<string, HeldPassage>()
  const byNumber = new Map<number, HeldPassage>()
  /** The next free number of each origin, removed ones included. */
  const free = new Map<string, number>()
  const postings = new Map<string, Set<HeldPassage>>()
  const origins = new Map<string, Set<string>>()
  const marks = new Map<string, string>()
  let tokens = 0
  let stored: { model: VectorModel; rows: vectorSearch.VectorRows } | undefined
  /** The ids of the passages whose vector was not requested. */
  const lacking = new Set<string>()

  function drop(found: HeldPassage | undefined): void {
    if (!found) return
    held.delete(found.passage.id)
    byNumber.delete(found.number)
    lacking.delete(found.passage.id)
    stored?.rows.remove(found.number)
    tokens -= found.length
    for (const token of found.counts.keys()) removeFrom(postings, token, found)
    removeFrom(origins, found.passage.origin, found.passage.id)
  }

  /** A text keeps its number as long as its origin stays; its parts follow it. */
  function numberOf(passage: HeldPassage['passage'], known: HeldPassage | undefined): number {
    const { origin, part } = passage
    const text = part && part.place > 0 ? held.get(wholeId(passage))?.number : undefined
    if (text !== undefined && part) return text + part.place
    if (known?.passage.origin === origin) return known.number
    const taken = free.get(origin) ?? firstNumber(free.size + 1)
    free.set(origin, taken + partsOfText)
    return taken
  }

  function dropParts(text: HeldPassage | undefined, from: number): void {
    if (!text || text.number !== firstPartOf(text.number)) return
    for (let place = Math.max(1, from); place < partsOfText; place++) drop(byNumber.get(text.number + place))
  }

  function add(given: GivenPassage): void {
    const { id, origin, part, text } = given.passage
    const known = held.get(id)
    if ((part?.place ?? 0) === 0) dropParts(known, known?.passage.origin === origin ? (part?.count ?? 1) : 1)
    const code = known?.passage.text === text ? known.code : undefined
    const found = { ...given, number: numberOf(given.passage, known), code }
    drop(known)
    held.set(id, found)
    byNumber.set(found.number, found)
    tokens += found.length
    for (const token of found.counts.keys()) addTo(postings, token, found)
    addTo(origins, origin, id)
    if (code === undefined) lacking.add(id)
    if (code) stored?.rows.put(found.number, code, found.passage)
  }

  function beginVectors(model: VectorModel): vectorSearch.VectorRows {
    if (stored && vectorSearch.isSameModel(stored.model, model)) return stored.rows
    stored = { model: { ...model }, rows: vectorSearch.createVectorRows(model.dimensions) }
    for (const one of held.values()) {
      one.code = undefined
      lacking.add(one.passage.id)
    }
    return stored.rows
  }

  function scores(terms: readonly string[]): Map<HeldPassage, number> {
    const corpus: passageQueries.Corpus = { passages: held.size, tokens }
    const total = new Map<HeldPassage, number>()
    for (const term of terms) {
      const having = postings.get(term) ?? new Set()
      const weight = passageQueries.termWeight(corpus, having.size)
      for (const found of having) {
        const score = passageQueries.termScore(corpus, weight, found.counts.get(term) ?? 0, found.length)
        total.set(found, (total.get(found) ?? 0) + score)
      }
    }
    return total
  }

  function candidate(number: number, terms: readonly string[]): Candidate | undefined {
    const found = byNumber.get(number)
    if (!found) return undefined
    const { id, layer, createdAt } = found.passage
    const counts = terms.map((term) => found.counts.get(term) ?? 0)
    const optional = withoutUndefined({ createdAt, speech: structuredClone(found.speech) })
    return { number, id, layer, length: found.length, counts, ...optional }
  }

  function candidatesOf(query: PassageQuery, terms: readonly string[], found: readonly number[]): Candidate[] {
    const scope = passageQueries.searchScope(query)
    const isWanted = (one: HeldPassage | undefined): boolean =>
      one !== undefined && passageQueries.isWithin(one.passage, query, scope)
    const counted = { terms, found, passages: held.size }
    const worths = new Map<number, number>()
    for (const { term, weight } of passageQueries.choosingTerms(counted, passageQueries.postingsBudget(held.size)))
      for (const one of postings.get(term) ?? [])
        if (isWanted(one)) worths.set(one.number, (worths.get(one.number) ?? 0) + weight)
    const chosen = passageQueries.bestNumbers(worths, passageQueries.searchLimit(query))
    const leading = chosen.slice(0, nearbyOf).filter((number) => byNumber.get(number)?.passage.layer === 'sessions')
    const nearby = nearbyNumbers(leading, new Set(chosen)).filter((number) => isWanted(byNumber.get(number)))
    return [...chosen, ...nearby].flatMap((number) => candidate(number, terms) ?? [])
  }

  function timedNumbers(query: TimedQuery): Set<number> {
    const scope = passageQueries.searchScope(query)
    const within = [...held.values()].flatMap(({ passage: { createdAt, ...passage }, number }) =>
      createdAt !== undefined && (passage.part?.place ?? 0) === 0 && passageQueries.isInScope(passage, scope)
        ? [{ number, createdAt }]
        : [],
    )
    const newest = within.sort((a, b) => compareTexts(b.createdAt, a.createdAt) || b.number - a.number)
    const inSpans = query.spans.flatMap(({ since, until }) =>
      newest
        .filter(({ createdAt }) => createdAt >= since && createdAt <= until)
        .slice(0, passageQueries.searchLimit(query)),
    )
    return new Set(inSpans.map(({ number }) => number))
  }

  const passages: PassageIndex = {
    async update({ upsert = [], remove = [], watermarks = {}, expected = {} }) {
      // Everything that can throw comes first: a change is atomic.
      for (const [key, value] of Object.entries(expected)) passageQueries.checkWatermark(key, marks.get(key), value)
      const added = upsert.map(toHeld)
      const gone = [...remove]
      const moved = Object.entries(watermarks)
      for (const id of gone) {
        dropParts(held.get(id), 1)
        drop(held.get(id))
      }
      for (const found of added) add(found)
      for (const [key, value] of moved) value === undefined ? marks.delete(key) : marks.set(key, value)
    },
    async search(query) {
      const scope = passageQueries.searchScope(query)
      const hits = [...scores(passageQueries.searchTerms(query))].flatMap(([{ passage }, score]) =>
        passageQueries.isWithin(passage, query, scope) ? [{ id: passage.id, score, passage }] : [],
      )
      const best = hits.sort(passageQueries.compareHits).slice(0, passageQueries.searchLimit(query))
      return best.map(({ score, passage }) => ({ score, passage: copied(passage) }))
    },
    async candidates(query) {
      const terms = passageQueries.searchTerms(query)
      const found = terms.map((term) => postings.get(term)?.size ?? 0)
      return { terms, found, passages: held.size, tokens, candidates: candidatesOf(query, terms, found) }
    },
    timed: async (query) => [...timedNumbers(query)].flatMap((number) => candidate(number, []) ?? []),
    async read(wanted) {
      return wanted.flatMap((number) => {
        const passage = byNumber.get(number)?.passage
        return passage ? [{ number, passage: copied(passage) }] : []
      })
    },
    ids: async (origin) => [...(origins.get(origin) ?? [])].sort(),
    watermarks: async () => new Map(marks),
    async clear() {
      for (const map of [held, byNumber, free, postings, origins, marks, lacking]) map.clear()
      tokens = 0
      stored = undefined
    },
  }

  const vectors: VectorIndex = {
    model: async () => stored && { ...stored.model },
    async missing(name, limit) {
      const found: PassageText[] = []
      for (const id of stored?.model.name === name ? lacking : held.keys()) {
        if (found.length >= limit) break
        const text = held.get(id)?.passage.text
        if (text !== undefined) found.push({ id, text })
      }
      return found
    },
    async put(model, given) {
      const rows = beginVectors(model)
      for (const { id, text, vector } of given) {
        const known = held.get(id)
        if (known?.passage.text !== text) continue
        known.code = vector ? vectorSearch.vectorCode(vector) : null
        lacking.delete(id)
        if (known.code) rows.put(known.number, known.code, known.passage)
        else rows.remove(known.number)
      }
    },
    async nearest(query) {
      if (!stored || !vectorSearch.isSameModel(stored.model, query.model)) return { nearest: [], also: new Map() }
      const codes = (query.also ?? []).map((id) => ({ id, code: held.get(id)?.code }))
      const also = new Map(
        codes.flatMap(({ id, code }) => (code ? [[id, vectorSearch.cosine(code, query.vector)] as const] : [])),
      )
      const nearest = (await stored.rows.nearest(query)).flatMap(({ key, similarity }) => {
        const one = byNumber.get(key)
        return one?.code ? [{ passage: copied(one.passage), score: similarity }] : []
      })
      return { nearest: nearest.sort(vectorSearch.compareSimilar), also }
    },
  }
  return { passages, vectors }
}

type GivenPassage = Omit<HeldPassage, 'number' | 'code'>

function toHeld(passage: Passage): GivenPassage {
  const counts = new Map<string, number>()
  const tokens = passage.tokens.filter((token) => token !== '')
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1)
  return { passage: copied(passage), speech: structuredClone(passage.speech), counts, length: tokens.length }
}

function copied(passage: PassageHit['passage']): PassageHit['passage'] {
  const { id, layer, type, origin, text, createdAt, source, part } = passage
  const optional = withoutUndefined({ type, createdAt, part: part && { ...part } })
  return { id, layer, origin, text, source: structuredClone(source), ...optional }
}

function addTo<T>(sets: Map<string, Set<T>>, key: string, one: T): void {
  sets.set(key, (sets.get(key) ?? new Set()).add(one))
}

function removeFrom<T>(sets: Map<string, Set<T>>, key: string, one: T): void {
  const set = sets.get(key)
  if (set?.delete(one) && set.size === 0) sets.delete(key)
}
