import { withoutUndefined } from '../option-checks.ts'
import { compareTexts } from '../storage/compare-texts.ts'
import { firstNumber, firstPartOf, nearbyNumbers, nearbyOf, partsOfText, wholeId } from '../storage/numbering.ts'
import * as passageQueries from '../storage/passage-query.ts'
import type {
  Candidate,
  Passage,
  PassageHit,
  PassageIndex,
  PassageQuery,
  Speech,
  TimedQuery,
} from '../storage/passages.ts'

interface HeldPassage {
  passage: PassageHit['passage']
  speech: Speech | undefined
  counts: ReadonlyMap<string, number>
  length: number
}

/** An inverted index in RAM; ranks exactly as SQLite's FTS5 does. */
export function createInMemoryPassages(): PassageIndex {
  const held = new Map<string, HeldPassage>()
  const numbers = new Map<string, number>()
  const idsByNumber = new Map<number, string>()
  /** The next free number of each origin, removed ones included. */
  const free = new Map<string, number>()
  const postings = new Map<string, Set<string>>()
  const origins = new Map<string, Set<string>>()
  const marks = new Map<string, string>()
  let tokens = 0

  function numberedBy(number: number): HeldPassage | undefined {
    const id = idsByNumber.get(number)
    return id === undefined ? undefined : held.get(id)
  }

  function drop(id: string): void {
    const found = held.get(id)
    if (!found) return
    held.delete(id)
    tokens -= found.length
    for (const token of found.counts.keys()) removeFrom(postings, token, id)
    removeFrom(origins, found.passage.origin, id)
  }

  /** A text keeps its number as long as its origin stays; its parts follow it. */
  function numbered(passage: HeldPassage['passage']): void {
    const { id, origin, part } = passage
    const text = part && part.place > 0 ? numbers.get(wholeId(passage)) : undefined
    const number = text !== undefined && part ? text + part.place : undefined
    const known = numbers.get(id)
    const isStaying = known !== undefined && held.get(id)?.passage.origin === origin
    if (isStaying && (number ?? known) === known) return
    forgetNumber(id)
    const taken = number ?? free.get(origin) ?? firstNumber(free.size + 1)
    if (number === undefined) free.set(origin, taken + partsOfText)
    numbers.set(id, taken)
    idsByNumber.set(taken, id)
  }

  /** Removes the parts of a text from one on. */
  function dropParts(id: string, from: number): void {
    const text = numbers.get(id)
    if (text === undefined || text !== firstPartOf(text)) return
    for (let place = Math.max(1, from); place < partsOfText; place++) {
      const part = idsByNumber.get(text + place)
      if (part === undefined) continue
      drop(part)
      forgetNumber(part)
    }
  }

  function forgetNumber(id: string): void {
    const number = numbers.get(id)
    numbers.delete(id)
    if (number !== undefined) idsByNumber.delete(number)
  }

  function add(found: HeldPassage): void {
    const { id, origin, part } = found.passage
    if (held.has(id) && (part?.place ?? 0) === 0)
      dropParts(id, held.get(id)?.passage.origin === origin ? (part?.count ?? 1) : 1)
    numbered(found.passage)
    drop(id)
    held.set(id, found)
    tokens += found.length
    for (const token of found.counts.keys()) addTo(postings, token, id)
    addTo(origins, origin, id)
  }

  function scores(terms: readonly string[]): Map<string, number> {
    const corpus: passageQueries.Corpus = { passages: held.size, tokens }
    const total = new Map<string, number>()
    for (const term of terms) {
      const ids = postings.get(term) ?? new Set()
      const weight = passageQueries.termWeight(corpus, ids.size)
      for (const id of ids) {
        const { counts, length } = held.get(id) ?? { counts: new Map<string, number>(), length: 0 }
        total.set(id, (total.get(id) ?? 0) + passageQueries.termScore(corpus, weight, counts.get(term) ?? 0, length))
      }
    }
    return total
  }

  function matching(query: PassageQuery): (PassageHit & { id: string })[] {
    const scope = passageQueries.searchScope(query)
    const hits: (PassageHit & { id: string })[] = []
    for (const [id, score] of scores(passageQueries.searchTerms(query))) {
      const passage = held.get(id)?.passage
      if (passage && isWithin(passage, query, scope)) hits.push({ id, score, passage })
    }
    return hits
  }

  function candidate(number: number, terms: readonly string[]): Candidate | undefined {
    const found = numberedBy(number)
    if (!found) return undefined
    const { passage, speech, length, counts } = found
    return {
      number,
      id: passage.id,
      layer: passage.layer,
      length,
      counts: terms.map((term) => counts.get(term) ?? 0),
      ...(passage.createdAt === undefined ? {} : { createdAt: passage.createdAt }),
      ...(speech ? { speech: structuredClone(speech) } : {}),
    }
  }

  function candidatesOf(query: PassageQuery, terms: readonly string[], found: readonly number[]): Candidate[] {
    const scope = passageQueries.searchScope(query)
    const isWanted = (number: number): boolean => {
      const passage = numberedBy(number)?.passage
      return passage !== undefined && isWithin(passage, query, scope)
    }
    const counted = { terms, found, passages: held.size }
    const worths = new Map<number, number>()
    for (const { term, weight } of passageQueries.choosingTerms(counted, passageQueries.postingsBudget(held.size)))
      for (const id of postings.get(term) ?? []) {
        const number = numbers.get(id) ?? 0
        if (isWanted(number)) worths.set(number, (worths.get(number) ?? 0) + weight)
      }
    const chosen = passageQueries.bestNumbers(worths, passageQueries.searchLimit(query))
    const leading = chosen.slice(0, nearbyOf).filter((number) => numberedBy(number)?.passage.layer === 'sessions')
    const all = [...chosen, ...nearbyNumbers(leading, new Set(chosen)).filter(isWanted)]
    return all.flatMap((number) => candidate(number, terms) ?? [])
  }

  function timedNumbers(query: TimedQuery): Set<number> {
    const scope = passageQueries.searchScope(query)
    const within = [...held.values()].flatMap(({ passage: { id, createdAt, ...passage } }) =>
      createdAt !== undefined && (passage.part?.place ?? 0) === 0 && passageQueries.isInScope(passage, scope)
        ? [{ number: numbers.get(id) ?? 0, createdAt }]
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

  return {
    async update({ upsert = [], remove = [], watermarks = {}, expected = {} }) {
      // Everything that can throw comes first: a change is atomic.
      for (const [key, value] of Object.entries(expected)) passageQueries.checkWatermark(key, marks.get(key), value)
      const added = upsert.map(toHeld)
      const gone = [...remove]
      const moved = Object.entries(watermarks)
      for (const id of gone) {
        dropParts(id, 1)
        drop(id)
        forgetNumber(id)
      }
      for (const found of added) add(found)
      for (const [key, value] of moved) value === undefined ? marks.delete(key) : marks.set(key, value)
    },
    async search(query) {
      const best = matching(query).sort(passageQueries.compareHits).slice(0, passageQueries.searchLimit(query))
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
        const passage = numberedBy(number)?.passage
        return passage ? [{ number, passage: copied(passage) }] : []
      })
    },
    ids: async (origin) => [...(origins.get(origin) ?? [])].sort(),
    watermarks: async () => new Map(marks),
    async clear() {
      for (const map of [held, numbers, idsByNumber, free, postings, origins, marks]) map.clear()
      tokens = 0
    },
  }
}

function toHeld(passage: Passage): HeldPassage {
  const counts = new Map<string, number>()
  const tokens = passage.tokens.filter((token) => token !== '')
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1)
  return { passage: copied(passage), speech: structuredClone(passage.speech), counts, length: tokens.length }
}

export function copied(passage: PassageHit['passage']): PassageHit['passage'] {
  const { id, layer, type, origin, text, createdAt, source, part } = passage
  const optional = withoutUndefined({ type, createdAt, part: part && { ...part } })
  return { id, layer, origin, text, source: structuredClone(source), ...optional }
}

function isWithin(
  passage: PassageHit['passage'],
  { since, until }: PassageQuery,
  scope?: passageQueries.SearchScope,
): boolean {
  const { createdAt } = passage
  if (createdAt !== undefined && since !== undefined && createdAt < since) return false
  if (createdAt !== undefined && until !== undefined && createdAt > until) return false
  return passageQueries.isInScope(passage, scope)
}

function addTo(sets: Map<string, Set<string>>, key: string, id: string): void {
  sets.set(key, (sets.get(key) ?? new Set()).add(id))
}

function removeFrom(sets: Map<string, Set<string>>, key: string, id: string): void {
  const ids = sets.get(key)
  if (ids?.delete(id) && ids.size === 0) sets.delete(key)
}
