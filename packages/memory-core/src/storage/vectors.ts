import type { PassageHit, PassageQuery } from './passages.ts'

/** Identifies the embedder of vectors. Vectors of different models cannot be compared. */
export interface VectorModel {
  name: string
  /** From 1 to 16,384. */
  dimensions: number
}

/** The text of a passage. */
export interface PassageText {
  id: string
  text: string
}

/** The vector of a passage; undefined if its text has none and need not be requested again. */
export interface PassageVector extends PassageText {
  vector: Float32Array | undefined
}

/** A search by meaning. */
export interface VectorQuery extends Omit<PassageQuery, 'terms'> {
  /** The model of the query. If the stored vectors are of another one, nothing is found. */
  model: VectorModel
  vector: Float32Array
  /** Ids of passages that are compared even if they are outside the query's scope. */
  also?: readonly string[]
}

/** The results of a search by meaning. */
export interface SimilarPassages {
  /** The nearest, best first; `score` is the cosine, from -1 to 1. */
  nearest: PassageHit[]
  /** The cosines of the passages in `also` that have a vector. */
  also: Map<string, number>
}

/**
 * The vectors of the passages, derived like the search index. A vector is removed with its passage, or when its text
 * changes. One byte is stored for each dimension, so that a cosine is exact to about 0.005.
 */
export interface VectorIndex {
  /** The model of the stored vectors; undefined if there are none. */
  model(): Promise<VectorModel | undefined>
  /** Some passages without a vector of this model. Costs little if there are none. */
  missing(name: string, limit: number): Promise<PassageText[]>
  /**
   * Stores the vectors of passages whose texts are unchanged. Vectors of another model are removed first.
   * @throws MemoryError `bad-input` for a vector of another length, or with a number that is not finite
   */
  put(model: VectorModel, vectors: readonly PassageVector[]): Promise<void>
  /** Compares the query with every vector in its scope, in pieces between which other work runs. */
  nearest(query: VectorQuery): Promise<SimilarPassages>
}
