import type { PassageHit, PassageQuery } from './passages.ts'

/** The embedder of vectors; those of different ones cannot be compared. */
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

/** The vector of a passage; undefined if its text has none and need not be asked for again. */
export interface PassageVector extends PassageText {
  vector: Float32Array | undefined
}

/** What to look for by meaning. */
export interface VectorQuery extends Omit<PassageQuery, 'terms'> {
  /** Whose vectors to compare; where others are stored, nothing is found. */
  model: VectorModel
  vector: Float32Array
  /** Ids of passages to compare in any case, whatever else the query says. */
  also?: readonly string[]
}

/** What was found by meaning. */
export interface SimilarPassages {
  /** The nearest, best first; `score` is the cosine, from -1 to 1. */
  nearest: PassageHit[]
  /** The cosines of those of `also` that have a vector. */
  also: Map<string, number>
}

/**
 * The vectors of the passages, derived like the search index. A vector is removed with its passage, or when its text
 * changes. One byte is stored for each dimension, so that a cosine is exact to about 0.005.
 */
export interface VectorIndex {
  /** The model whose vectors are stored, if any are. */
  model(): Promise<VectorModel | undefined>
  /** Some passages without a vector of the model of this name. Costs little when there is none. */
  missing(name: string, limit: number): Promise<PassageText[]>
  /**
   * Stores vectors, where the passages still have these texts. Those of another model are dropped first.
   * @throws MemoryError `bad-input` for a vector of another length, or with a number that is not finite
   */
  put(model: VectorModel, vectors: readonly PassageVector[]): Promise<void>
  /** Compares the query with every vector in its scope, in pieces between which others run. */
  nearest(query: VectorQuery): Promise<SimilarPassages>
}
