import { createSerialQueue, letOthersRun } from '../async.ts'
import type { PassageHit } from './passages.ts'
import { compareSimilar, createVectorRows, type VectorPlace, type VectorRows } from './vector-rows.ts'
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
