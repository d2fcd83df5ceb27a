import { embedMany } from 'ai'

/** Turns texts into vectors, one for each, in order. */
export type EmbedFunction = (texts: readonly string[], signal?: AbortSignal) => Promise<Float32Array[]>

/** An embedding model, or its id, as `ai` accepts it. */
export type EmbeddingModel = Parameters<typeof embedMany>[0]['model']

/**
 * Makes an embedding model usable for recall by meaning. Sends the texts in as few calls as the model allows, each with
 * the retries of `embedMany`; no call without texts. @throws errors of the model
 */
export function fromEmbeddingModel(model: EmbeddingModel): EmbedFunction {
  return async (texts, signal) => {
    signal?.throwIfAborted()
    if (texts.length === 0) return []
    const { embeddings } = await embedMany({ model, values: [...texts], ...(signal && { abortSignal: signal }) })
    return embeddings.map((embedding) => Float32Array.from(embedding))
  }
}
