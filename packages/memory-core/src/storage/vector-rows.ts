import type { Passage } from './passages.ts'
import { isInScope, searchLimit, searchScope } from './scope.ts'
import { dotProduct, vectorNorm } from './vector-code.ts'
import type { VectorQuery } from './vectors.ts'

/** What of a passage decides whether a query may find it. */
export type VectorPlace = Pick<Passage, 'layer' | 'type' | 'source' | 'createdAt'>

/** A row that was found. */
export interface NearRow {
  key: number
  /** The cosine, from -1 to 1. */
  similarity: number
}

/** Vectors in RAM, by a number: as many bytes as dimensions for each, and about 60 more. */
export interface VectorRows {
  readonly size: number
  put(key: number, code: Int8Array, place: VectorPlace): void
  remove(key: number): void
  keys(): number[]
  /** The nearest rows in the query's scope, best first. Others run between the pieces; rows may come and go meanwhile. */
  nearest(query: VectorQuery): Promise<NearRow[]>
}

/** Rows side by side: no copy when they become more. */
interface Page {
  codes: Int8Array
  norms: Float32Array
  keys: Float64Array
  /** Which of the places, and when (milliseconds; NaN without a time). */
  places: Int32Array
  times: Float64Array
}

interface Slot {
  page: Page
  row: number
}

const rowsInPage = 1024
const noKey = -1
/** So long the search goes on without letting others run. */
const turnMs = 6

/** An empty table of vectors of this length. */
export function createVectorRows(dimensions: number): VectorRows {
  const pages: Page[] = []
  const slots = new Map<number, Slot>()
  const free: Slot[] = []
  const places = createPlaces()

  function freeSlot(): Slot {
    if (free.length === 0) {
      const page = emptyPage(dimensions)
      pages.push(page)
      for (let row = rowsInPage - 1; row >= 0; row--) free.push({ page, row })
    }
    return free.pop() ?? freeSlot()
  }

  function remove(key: number): void {
    const slot = slots.get(key)
    if (!slot) return
    slots.delete(key)
    slot.page.keys[slot.row] = noKey
    free.push(slot)
  }

  return {
    get size() {
      return slots.size
    },
    put(key, code, place) {
      remove(key)
      const slot = freeSlot()
      const { page, row } = slot
      page.codes.set(code.subarray(0, dimensions), row * dimensions)
      page.norms[row] = vectorNorm(code)
      page.places[row] = places.numberOf(place)
      page.times[row] = place.createdAt === undefined ? Number.NaN : Date.parse(place.createdAt)
      page.keys[row] = key
      slots.set(key, slot)
    },
    remove,
    keys: () => [...slots.keys()],
    async nearest(query) {
      const best = createBest(searchLimit({ ...query, terms: [] }))
      const wanted = wantedRows(query, places.within(query))
      const norm = vectorNorm(query.vector)
      let started = performance.now()
      for (const page of pages) {
        if (performance.now() - started > turnMs) {
          await new Promise((resolve) => setTimeout(resolve))
          started = performance.now()
        }
        for (let row = 0; row < rowsInPage; row++) {
          const key = page.keys[row] ?? noKey
          if (key === noKey || !wanted(page, row)) continue
          const norms = norm * (page.norms[row] ?? 0)
          best.add(key, norms === 0 ? 0 : dotProduct(page.codes, query.vector, row * dimensions) / norms)
        }
      }
      return best.rows()
    },
  }
}

function emptyPage(dimensions: number): Page {
  return {
    codes: new Int8Array(rowsInPage * dimensions),
    norms: new Float32Array(rowsInPage),
    keys: new Float64Array(rowsInPage).fill(noKey),
    places: new Int32Array(rowsInPage),
    times: new Float64Array(rowsInPage),
  }
}

/** Places are few, rows are many: a query looks at each place once. */
function createPlaces(): {
  numberOf(place: VectorPlace): number
  within(query: VectorQuery): (place: number) => boolean
} {
  const numbers = new Map<string, number>()
  const known: VectorPlace[] = []
  return {
    numberOf({ layer, type, source }) {
      const name = JSON.stringify([layer, type, 'session' in source ? source.session : undefined])
      const number = numbers.get(name) ?? known.length
      if (number === known.length) {
        numbers.set(name, number)
        known.push({ layer, source, ...(type === undefined ? {} : { type }) })
      }
      return number
    },
    within(query) {
      const scope = searchScope({ ...query, terms: [] })
      const answers = known.map((place) => isInScope(place, scope))
      // A place that came meanwhile is asked when its turn comes.
      return (place) => {
        const one = known[place]
        answers[place] ??= one !== undefined && isInScope(one, scope)
        return answers[place]
      }
    },
  }
}

function wantedRows(
  { since, until }: VectorQuery,
  isWithin: (place: number) => boolean,
): (page: Page, row: number) => boolean {
  const from = since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(since)
  const to = until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until)
  return ({ places, times }, row) => {
    const time = times[row] ?? Number.NaN
    return !(time < from || time > to) && isWithin(places[row] ?? 0)
  }
}

/** Keeps the best of many: all are kept until they are twice as many, then the worse half goes. */
function createBest(limit: number): { add(key: number, similarity: number): void; rows(): NearRow[] } {
  let kept: NearRow[] = []
  let least = Number.NEGATIVE_INFINITY

  function cut(): void {
    kept = kept.sort((a, b) => b.similarity - a.similarity || a.key - b.key).slice(0, limit)
    if (kept.length === limit) least = kept.at(-1)?.similarity ?? least
  }

  return {
    add(key, similarity) {
      if (limit === 0 || similarity < least) return
      kept.push({ key, similarity })
      if (kept.length >= 2 * limit + 32) cut()
    },
    rows() {
      cut()
      return kept
    },
  }
}
