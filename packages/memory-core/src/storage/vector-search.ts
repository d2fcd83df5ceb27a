import { createSerialQueue, letOthersRun, takeTurns } from '../async.ts'
import { MemoryError, shown } from '../errors.ts'
import { compareTexts } from './compare-texts.ts'
import { isInScope, searchLimit, searchScope } from './passage-query.ts'
import type { Passage, PassageHit } from './passages.ts'
import type { CallChecks } from './storage.ts'
import type { VectorIndex, VectorModel, VectorQuery } from './vectors.ts'

/** A row of a {@link VectorTable}; the code is empty if the text has no vector. */
export interface StoredVector {
  key: number
  code: Int8Array
  place: VectorPlace
}

/** A table of vectors whose rows get higher keys with each write. */
export interface VectorTable {
  /**
   * At most `limit` rows with keys above `last`, lowest first; from the lowest if `token` is not that of the table, which
   * changes whenever the vectors start anew. Undefined if the vectors are of another model.
   */
  newer(
    model: VectorModel,
    known: { token: string; last: number },
    limit: number,
  ): Promise<{ token: string; rows: readonly StoredVector[] } | undefined>
  /** The passages of these rows; those of removed rows are absent. */
  passages(keys: readonly number[]): Promise<Map<number, PassageHit['passage']>>
  /** The keys of all rows. */
  keys(): Promise<readonly number[]>
}

const loadedAtOnce = 1_000
const mostTurns = 4

/** Searches a table by meaning. Its vectors are loaded into RAM by the first search, new ones by each later search. */
export function createVectorSearch(table: VectorTable): (query: VectorQuery) => Promise<PassageHit[]> {
  let copy: { token: string; rows: VectorRows; last: number } | undefined
  /** One load at a time: two would read the same rows. */
  const loading = createSerialQueue()

  async function load(model: VectorModel): Promise<VectorRows | undefined> {
    for (;;) {
      const { token, last } = copy ?? { token: '', last: 0 }
      const found = await table.newer(model, { token, last }, loadedAtOnce)
      if (!found) return undefined
      if (copy?.token !== found.token) copy = { token: found.token, rows: createVectorRows(model.dimensions), last: 0 }
      for (const { key, code, place } of found.rows) {
        copy.last = key
        if (code.length > 0) copy.rows.put(key, code, place)
      }
      if (found.rows.length < loadedAtOnce) return copy.rows
      await letOthersRun()
    }
  }

  return async (query) => {
    for (let turn = 1; turn <= mostTurns; turn++) {
      const rows = await loading.run(() => load(query.model))
      const near = (await rows?.nearest(query)) ?? []
      if (!rows || near.length === 0) return []
      const passages = await table.passages(near.map(({ key }) => key))
      const hits = near.flatMap(({ key, similarity: score }) => {
        const passage = passages.get(key)
        return passage ? [{ passage, score }] : []
      })
      if (hits.length === near.length) return hits.sort(compareSimilar)
      // Rows that are gone are dropped from RAM.
      const loaded = rows.keys()
      const present = new Set(await table.keys())
      for (const key of loaded) if (!present.has(key)) rows.remove(key)
    }
    return []
  }
}

/** Vectors in RAM by number; each takes a byte a dimension and about 250 bytes. */
export type VectorRows = ReturnType<typeof createVectorRows>

interface Row extends StoredVector {
  norm: number
  /** Milliseconds; NaN without a time. */
  time: number
  isRemoved: boolean
}

/** The codes of a block share one buffer: a buffer for each would take twice the RAM. */
const rowsInBlock = 256

/** Creates an empty table for vectors of this length. */
export function createVectorRows(dimensions: number) {
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
    put(key: number, given: Int8Array, place: VectorPlace): void {
      remove(key)
      const code = freeCode()
      code.fill(0)
      code.set(given.subarray(0, dimensions))
      const time = place.createdAt === undefined ? Number.NaN : Date.parse(place.createdAt)
      rows.set(key, { key, norm: vectorNorm(code), place: sharedPlace(place), time, code, isRemoved: false })
    },
    remove: (key: number): void => remove(key),
    keys: (): number[] => [...rows.keys()],
    /**
     * The nearest rows in the query's scope, best first. Compares each of them, in pieces between which other work runs;
     * rows that change in between may be left out.
     */
    async nearest(query: VectorQuery): Promise<NearRow[]> {
      const best = createNearRows(searchLimit(query))
      const norm = vectorNorm(query.vector)
      const scope = searchScope(query)
      const from = query.since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(query.since)
      const to = query.until === undefined ? Number.POSITIVE_INFINITY : Date.parse(query.until)
      const takeTurn = takeTurns()
      for (const [at, row] of [...rows.values()].entries()) {
        if (at % rowsInBlock === 0) await takeTurn()
        if (row.isRemoved || row.time < from || row.time > to || !isInScope(row.place, scope)) continue
        const norms = norm * row.norm
        best.add(row.key, norms === 0 ? 0 : dotProduct(row.code, query.vector) / norms)
      }
      return best.rows()
    },
  }
}

interface NearRow {
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

const longest = 16_384
const largest = 127

/** A vector as it is stored: one byte for each number, relative to the largest. Keeps the direction, not the length. */
export function vectorCode(vector: Float32Array): Int8Array {
  let most = 0
  for (const value of vector) most = Math.max(most, Math.abs(value))
  const code = new Int8Array(vector.length)
  if (most === 0) return code
  for (const [i, value] of vector.entries()) code[i] = Math.round((value / most) * largest)
  return code
}

function vectorNorm(vector: Int8Array | Float32Array): number {
  let sum = 0
  for (const value of vector) sum += value * value
  return Math.sqrt(sum)
}

/** Four sums let a processor wait less. Calls with other types of arrays would halve the speed of all calls. */
export function dotProduct(code: Int8Array, query: Float32Array): number {
  const { length } = query
  const whole = length - (length % 4)
  let [a, b, c, d] = [0, 0, 0, 0]
  for (let i = 0; i < whole; i += 4) {
    a += (code[i] ?? 0) * (query[i] ?? 0)
    b += (code[i + 1] ?? 0) * (query[i + 1] ?? 0)
    c += (code[i + 2] ?? 0) * (query[i + 2] ?? 0)
    d += (code[i + 3] ?? 0) * (query[i + 3] ?? 0)
  }
  for (let i = whole; i < length; i++) a += (code[i] ?? 0) * (query[i] ?? 0)
  return a + b + c + d
}

/** The cosine of two vectors; 0 if one of them is all zeros. */
export function cosine(code: Int8Array, query: Float32Array): number {
  const norms = vectorNorm(code) * vectorNorm(query)
  return norms === 0 ? 0 : dotProduct(code, query) / norms
}

/** @throws MemoryError `bad-input` for a vector that does not belong to this model */
export function checkVector(vector: Float32Array, { name, dimensions }: VectorModel): void {
  const refuse = (what: string, found: string): never => {
    throw new MemoryError('bad-input', `${what} ${shown(name)} has ${found}`)
  }
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > longest)
    refuse('the model', `${dimensions} dimensions, expected a whole number from 1 to ${longest}`)
  if (vector.length !== dimensions)
    refuse('a vector of', `${vector.length} numbers, expected ${dimensions}: one embedder gives one length`)
  const odd = vector.find((value) => !Number.isFinite(value))
  if (odd !== undefined) refuse('a vector of', `the number ${odd}, expected finite ones`)
}

/** The checks of the calls of a {@link VectorIndex}. */
export const vectorCalls: CallChecks<VectorIndex> = {
  put(model, vectors) {
    for (const { vector } of vectors) if (vector) checkVector(vector, model)
  },
  nearest(query) {
    checkVector(query.vector, query.model)
    return [{ ...query, vector: query.vector.slice() }]
  },
}

/** Whether vectors of the two can be compared. */
export function isSameModel(one: VectorModel, other: VectorModel): boolean {
  return one.name === other.name && one.dimensions === other.dimensions
}

/** More alike first; equal ones by id. */
export function compareSimilar(a: PassageHit, b: PassageHit): number {
  return b.score - a.score || compareTexts(a.passage.id, b.passage.id)
}
