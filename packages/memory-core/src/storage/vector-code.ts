import { MemoryError, shown } from '../errors.ts'
import { compareTexts } from './compare-texts.ts'
import type { PassageHit } from './passages.ts'
import type { VectorModel } from './vectors.ts'

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
