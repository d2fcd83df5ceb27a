import { embedMany } from 'ai'

/** Turns texts into vectors, one for each, in their order. */
export type EmbedFunction = (texts: readonly string[], signal?: AbortSignal) => Promise<Float32Array[]>

/** An embedding model as `ai` takes it, its id as text included. */
export type EmbeddingModel = Parameters<typeof embedMany>[0]['model']

/**
 * Makes an embedding model usable for recall by meaning. Texts go to the model in as few calls as it allows, each with
 * the retries of `embedMany`; none for no texts. @throws what the model throws
 */
export function fromEmbeddingModel(model: EmbeddingModel): EmbedFunction {
  return async (texts, signal) => {
    signal?.throwIfAborted()
    if (texts.length === 0) return []
    const { embeddings } = await embedMany({ model, values: [...texts], ...(signal && { abortSignal: signal }) })
    return embeddings.map((embedding) => Float32Array.from(embedding))
  }
}
