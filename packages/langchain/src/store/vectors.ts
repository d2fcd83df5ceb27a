import { type Json, MemoryError } from '@daybook/memory-core'
import { base64OfBytes, bytesOfBase64, isObject } from '@daybook/memory-core/adapters'
import type { EmbeddingsInterface } from '@langchain/core/embeddings'

/** The part of an index that computes vectors. */
export interface Embedder {
  dims: number
  embeddings: EmbeddingsInterface
}

/**
 * The vectors of texts. Duplicates are embedded once, all in one call.
 * @throws MemoryError `model-failed` for too few vectors, or for other dimensions than those of the index
 */
export async function embedTexts(
  { dims, embeddings }: Embedder,
  texts: Iterable<string>,
): Promise<Map<string, number[]>> {
  const distinct = [...new Set(texts)]
  if (distinct.length === 0) return new Map()
  const vectors = await embeddings.embedDocuments(distinct)
  return new Map(distinct.map((text, place) => [text, checkedVector(vectors[place], dims)]))
}

/** The vector of a query. @throws MemoryError `model-failed` */
export async function embedQuestion({ dims, embeddings }: Embedder, query: string): Promise<number[]> {
  return checkedVector(await embeddings.embedQuery(query), dims)
}

function checkedVector(vector: number[] | undefined, dims: number): number[] {
  if (vector?.length === dims && vector.every(Number.isFinite)) return vector
  const found = vector === undefined ? 'no vector' : `a vector of ${vector.length} dimensions`
  const expected = `${dims} finite numbers: set index.dims to what the embeddings give`
  throw new MemoryError('model-failed', `the embeddings gave ${found}, expected ${expected}`)
}

/** The cosine of two vectors, from -1 to 1; 0 if one of them is all zeros. */
export function cosine(a: readonly number[] | Float32Array, b: readonly number[] | Float32Array): number {
  let dot = 0
  let aa = 0
  let bb = 0
  for (let at = 0; at < a.length; at++) {
    const x = a[at] ?? 0
    const y = b[at] ?? 0
    dot += x * y
    aa += x * x
    bb += y * y
  }
  return aa === 0 || bb === 0 ? 0 : dot / Math.sqrt(aa * bb)
}

/** Vectors as JSON: 32-bit numbers in base64, with the update time of the item that they belong to. */
export function packVectors(vectors: readonly (readonly number[])[], of: string): Json {
  return { of, vectors: vectors.map(toBase64) }
}

/** The vectors of an item; none if they belong to an earlier value, or cannot be read. */
export function unpackVectors(value: Json, of: string): Float32Array[] {
  if (!isObject(value) || !('of' in value) || value.of !== of || !('vectors' in value)) return []
  if (!Array.isArray(value.vectors)) return []
  return value.vectors.filter((packed) => typeof packed === 'string').map(fromBase64)
}

function toBase64(vector: readonly number[]): string {
  return base64OfBytes(new Uint8Array(Float32Array.from(vector).buffer))
}

function fromBase64(packed: string): Float32Array {
  const bytes = bytesOfBase64(packed)
  return new Float32Array(bytes.buffer, 0, Math.floor(bytes.length / 4))
}
