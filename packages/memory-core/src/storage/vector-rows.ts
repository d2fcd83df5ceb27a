import { letOthersRun } from '../async.ts'
import { isInScope, searchLimit, searchScope } from './passage-query.ts'
import type { Passage } from './passages.ts'
import { dotProduct, vectorNorm } from './vector-code.ts'
import type { VectorQuery } from './vectors.ts'

/** Vectors in RAM by number; each takes nine bits a dimension and about 90 bytes. */
export interface VectorRows {
  readonly size: number
  put(key: number, code: Int8Array, place: VectorPlace): void
  remove(key: number): void
  keys(): number[]
  /**
   * The nearest rows in the query's scope, best first. In large tables only rows with signs similar to the query's are
   * compared: 6 %, which included all of the ten best and 98 % of the hundred best with a sentence encoder. Runs in
   * pieces between which other work runs; rows may change in between.
   */
  nearest(query: VectorQuery): Promise<NearRow[]>
}

/** A block of rows, so that growing copies nothing. */
interface Page {
  codes: Int8Array
  signs: Int32Array
  norms: Float32Array
  keys: Float64Array
  /** The number of the row's place, and its time (milliseconds; NaN without one). */
  places: Int32Array
  times: Float64Array
}

interface Slot {
  page: Page
  row: number
}

type RowFilter = (page: Page, row: number) => boolean

const rowsInPage = 1024
const noKey = -1
/** Milliseconds after which the search yields. */
const turnMs = 5
/** Up to this number of rows, all are compared. */
const fewRows = 4_096
const comparedShare = 0.06
const farAway = 0xffff

/** Creates an empty table for vectors of this length. `elapsed` is a clock in milliseconds that decides when to yield. */
export function createVectorRows(dimensions: number, elapsed: () => number = () => performance.now()): VectorRows {
  const pages: Page[] = []
  const slots = new Map<number, Slot>()
  const free: Slot[] = []
  const places = createVectorPlaces()
  const words = signWords(dimensions)
  let isTelling = true

  function freeSlot(): Slot {
    const slot = free.pop()
    if (slot) return slot
    const page = emptyPage(dimensions, words)
    pages.push(page)
    for (let row = rowsInPage - 1; row > 0; row--) free.push({ page, row })
    return { page, row: 0 }
  }

  function remove(key: number): void {
    const slot = slots.get(key)
    if (!slot) return
    slots.delete(key)
    slot.page.keys[slot.row] = noKey
    free.push(slot)
  }

  /** Selects the rows whose signs are most similar to the query's. */
  async function likely(query: VectorQuery, isWanted: RowFilter): Promise<RowFilter> {
    const signs = new Int32Array(words)
    putSigns(query.vector, signs, 0)
    const distances = new Map<Page, Uint16Array>()
    const counts = new Uint32Array(dimensions + 1)
    await eachPage(pages, elapsed, (page) => {
      const own = new Uint16Array(rowsInPage).fill(farAway)
      for (let row = 0; row < rowsInPage; row++) {
        if (!isWanted(page, row)) continue
        const distance = signDistance(page.signs, signs, row * words)
        own[row] = distance
        counts[distance] = (counts[distance] ?? 0) + 1
      }
      distances.set(page, own)
    })
    const longest = longestDistance(counts, searchLimit(query))
    return (page, row) => (distances.get(page)?.[row] ?? farAway) <= longest && isWanted(page, row)
  }

  return {
    get size() {
      return slots.size
    },
    put(key, code, place) {
      remove(key)
      const slot = freeSlot()
      const { page, row } = slot
      const own = code.subarray(0, dimensions)
      page.codes.set(own, row * dimensions)
      putSigns(own, page.signs, row * words)
      isTelling &&= hasTellingSigns(own)
      page.norms[row] = vectorNorm(own)
      page.places[row] = places.numberOf(place)
      page.times[row] = place.createdAt === undefined ? Number.NaN : Date.parse(place.createdAt)
      page.keys[row] = key
      slots.set(key, slot)
    },
    remove,
    keys: () => [...slots.keys()],
    async nearest(query) {
      const best = createNearRows(searchLimit(query))
      const norm = vectorNorm(query.vector)
      const isWanted = wantedRows(query, places.within(query))
      const isCompared = isTelling && slots.size > fewRows ? await likely(query, isWanted) : isWanted
      await eachPage(pages, elapsed, (page) => {
        for (let row = 0; row < rowsInPage; row++) {
          if (!isCompared(page, row)) continue
          const norms = norm * (page.norms[row] ?? 0)
          const product = norms === 0 ? 0 : dotProduct(page.codes, query.vector, row * dimensions)
          best.add(page.keys[row] ?? noKey, norms === 0 ? 0 : product / norms)
        }
      })
      return best.rows()
    },
  }
}

function emptyPage(dimensions: number, words: number): Page {
  return {
    codes: new Int8Array(rowsInPage * dimensions),
    signs: new Int32Array(rowsInPage * words),
    norms: new Float32Array(rowsInPage),
    keys: new Float64Array(rowsInPage).fill(noKey),
    places: new Int32Array(rowsInPage),
    times: new Float64Array(rowsInPage),
  }
}

/** Works page by page, and yields in between. */
async function eachPage(pages: readonly Page[], elapsed: () => number, work: (page: Page) => void): Promise<void> {
  let started = elapsed()
  for (const page of pages) {
    if (elapsed() - started > turnMs) {
      await letOthersRun()
      started = elapsed()
    }
    work(page)
  }
}

/** The distance within which there are enough rows, from the number of rows at each distance. */
function longestDistance(counts: Uint32Array, limit: number): number {
  const wanted = counts.reduce((sum, count) => sum + count, 0)
  const enough = Math.max(fewRows / 2, Math.ceil(wanted * comparedShare), limit * 10)
  let found = 0
  for (const [distance, count] of counts.entries()) {
    found += count
    if (found >= enough) return distance
  }
  return counts.length
}

function wantedRows({ since, until }: VectorQuery, isWithin: (place: number) => boolean): RowFilter {
  const from = since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(since)
  const to = until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until)
  return ({ keys, places, times }, row) => {
    if (keys[row] === noKey) return false
    const time = times[row] ?? Number.NaN
    return !(time < from || time > to) && isWithin(places[row] ?? 0)
  }
}

/** A row that was found. */
export interface NearRow {
  key: number
  /** The cosine, from -1 to 1. */
  similarity: number
}

/** Keeps the best `limit` rows: collects about twice as many, then drops the worse half. */
function createNearRows(limit: number) {
  let kept: NearRow[] = []
  let least = Number.NEGATIVE_INFINITY

  function cut(): void {
    kept = kept.sort((a, b) => b.similarity - a.similarity || a.key - b.key).slice(0, limit)
    if (kept.length === limit) least = kept.at(-1)?.similarity ?? least
  }

  return {
    add(key: number, similarity: number): void {
      if (limit === 0 || similarity < least) return
      kept.push({ key, similarity })
      if (kept.length >= 2 * limit + 32) cut()
    },
    /** Best first. */
    rows(): NearRow[] {
      cut()
      return kept
    },
  }
}

/** The fields of a passage that decide whether a query may find it. */
export type VectorPlace = Pick<Passage, 'layer' | 'type' | 'source' | 'createdAt'>

/** Numbers for places without their times: there are few, and a query checks each once. */
function createVectorPlaces() {
  const numbers = new Map<string, number>()
  const known: VectorPlace[] = []
  return {
    numberOf({ layer, type, source }: VectorPlace): number {
      const name = JSON.stringify([layer, type, 'session' in source ? source.session : undefined])
      const number = numbers.get(name) ?? known.length
      if (number === known.length) {
        numbers.set(name, number)
        known.push({ layer, source, ...(type === undefined ? {} : { type }) })
      }
      return number
    },
    /** Whether the place with a number is in the query's scope. */
    within(query: VectorQuery): (place: number) => boolean {
      const scope = searchScope(query)
      const answers: boolean[] = []
      return (place) => {
        const one = known[place]
        answers[place] ??= one !== undefined && isInScope(one, scope)
        return answers[place]
      }
    },
  }
}

/** Number of 32-bit words for the signs of a vector of this length. */
function signWords(dimensions: number): number {
  return Math.ceil(dimensions / 32)
}

/** Writes the signs of a vector into `words` from `at` on, one bit each. */
function putSigns(vector: Int8Array | Float32Array, words: Int32Array, at: number): void {
  words.fill(0, at, at + signWords(vector.length))
  for (const [i, value] of vector.entries())
    if (value > 0) words[at + (i >> 5)] = (words[at + (i >> 5)] ?? 0) | (1 << (i & 31))
}

/** The number of signs in which `query` and `words` from `at` on differ. */
function signDistance(words: Int32Array, query: Int32Array, at: number): number {
  let distance = 0
  for (let i = 0; i < query.length; i++) distance += ones((words[at + i] ?? 0) ^ (query[i] ?? 0))
  return distance
}

/** Whether signs are informative for such a vector: it is long and has few zeros. */
function hasTellingSigns(code: Int8Array): boolean {
  if (code.length < fewestDimensions) return false
  let zeros = 0
  for (const value of code) if (value === 0) zeros += 1
  return zeros <= code.length / 4
}

const fewestDimensions = 256

/** The number of set bits. Source: Warren, Hacker's Delight, 5-1. */
function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
