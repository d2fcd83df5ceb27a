import { takeTurns } from '../async.ts'
import { isInScope, searchLimit, searchScope } from './passage-query.ts'
import type { Passage } from './passages.ts'
import { dotProduct, vectorNorm } from './vector-search.ts'
import type { VectorQuery } from './vectors.ts'

/** Vectors in RAM by number; each takes a byte a dimension and about 250 bytes. */
export interface VectorRows {
  readonly size: number
  put(key: number, code: Int8Array, place: VectorPlace): void
  remove(key: number): void
  keys(): number[]
  /**
   * The nearest rows in the query's scope, best first. Compares each of them, in pieces between which other work runs;
   * rows that change in between may be left out.
   */
  nearest(query: VectorQuery): Promise<NearRow[]>
}

interface Row {
  key: number
  norm: number
  place: VectorPlace
  /** Milliseconds; NaN without a time. */
  time: number
  code: Int8Array
  isRemoved: boolean
}

/** The codes of a block share one buffer: a buffer for each would take twice the RAM. */
const rowsInBlock = 256

/** Creates an empty table for vectors of this length. */
export function createVectorRows(dimensions: number): VectorRows {
  const rows = new Map<number, Row>()
  const free: Int8Array[] = []
  const places = new Map<string, VectorPlace>()

  function freeCode(): Int8Array {
    if (free.length === 0) {
      const codes = new Int8Array(rowsInBlock * dimensions)
      for (let at = 0; at < codes.length; at += dimensions) free.push(codes.subarray(at, at + dimensions))
    }
    return free.pop() ?? new Int8Array(dimensions)
  }

  /** One object for all rows of a place: there are few places. */
  function sharedPlace({ layer, type, source }: VectorPlace): VectorPlace {
    const name = JSON.stringify([layer, type, 'session' in source ? source.session : undefined])
    const place = places.get(name) ?? { layer, source, ...(type === undefined ? {} : { type }) }
    places.set(name, place)
    return place
  }

  function remove(key: number): void {
    const row = rows.get(key)
    if (!row) return
    rows.delete(key)
    row.isRemoved = true
    free.push(row.code)
  }

  return {
    get size() {
      return rows.size
    },
    put(key, given, place) {
      remove(key)
      const code = freeCode()
      code.fill(0)
      code.set(given.subarray(0, dimensions))
      const time = place.createdAt === undefined ? Number.NaN : Date.parse(place.createdAt)
      rows.set(key, { key, norm: vectorNorm(code), place: sharedPlace(place), time, code, isRemoved: false })
    },
    remove,
    keys: () => [...rows.keys()],
    async nearest(query) {
      const best = createNearRows(searchLimit(query))
      const norm = vectorNorm(query.vector)
      const isWanted = rowFilter(query)
      const takeTurn = takeTurns()
      for (const [at, row] of [...rows.values()].entries()) {
        if (at % rowsInBlock === 0) await takeTurn()
        if (row.isRemoved || !isWanted(row)) continue
        const norms = norm * row.norm
        best.add(row.key, norms === 0 ? 0 : dotProduct(row.code, query.vector) / norms)
      }
      return best.rows()
    },
  }
}

function rowFilter(query: VectorQuery): (row: Row) => boolean {
  const scope = searchScope(query)
  const from = query.since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(query.since)
  const to = query.until === undefined ? Number.POSITIVE_INFINITY : Date.parse(query.until)
  return ({ time, place }) => !(time < from || time > to) && isInScope(place, scope)
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
