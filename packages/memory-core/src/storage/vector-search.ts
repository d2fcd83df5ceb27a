import { createSerialQueue, letOthersRun } from '../async.ts'
import { MemoryError, shown } from '../errors.ts'
import { compareTexts } from './compare-texts.ts'
import type { PassageHit } from './passages.ts'
import { createVectorRows, type VectorPlace, type VectorRows } from './vector-rows.ts'
import type { VectorModel, VectorQuery } from './vectors.ts'

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

/** The Euclidean length of a vector. */
export function vectorNorm(vector: Int8Array | Float32Array): number {
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
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > longest)
    throw new MemoryError(
      'bad-input',
      `the model ${shown(name)} has ${dimensions} dimensions, expected a whole number from 1 to ${longest}`,
    )
  if (vector.length !== dimensions)
    throw new MemoryError(
      'bad-input',
      `a vector of ${shown(name)} has ${vector.length} numbers, expected ${dimensions}: one embedder gives one length`,
    )
  const odd = vector.find((value) => !Number.isFinite(value))
  if (odd !== undefined)
    throw new MemoryError('bad-input', `a vector of ${shown(name)} has the number ${odd}, expected finite ones`)
}

/** Whether vectors of the two can be compared. */
export function isSameModel(one: VectorModel, other: VectorModel): boolean {
  return one.name === other.name && one.dimensions === other.dimensions
}

/** More alike first; equal ones by id. */
export function compareSimilar(a: PassageHit, b: PassageHit): number {
  return b.score - a.score || compareTexts(a.passage.id, b.passage.id)
}
