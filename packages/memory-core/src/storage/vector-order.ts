import { compareTexts } from './compare-texts.ts'
import type { PassageHit } from './passages.ts'
import type { VectorModel } from './vectors.ts'

/** Whether vectors of the two can be compared. */
export function isSameModel(one: VectorModel, other: VectorModel): boolean {
  return one.name === other.name && one.dimensions === other.dimensions
}

/** More alike first; equal ones by id. */
export function compareSimilar(a: PassageHit, b: PassageHit): number {
  return b.score - a.score || compareTexts(a.passage.id, b.passage.id)
}
