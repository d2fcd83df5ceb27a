import { MemoryError } from '@daybook/memory-core'
import { shown } from '@daybook/memory-core/adapters'

/** Turns texts into vectors, one for each, in order: the type of a memory's option `embed`. */
export type EmbedFunction = (texts: readonly string[], signal?: AbortSignal) => Promise<number[][]>

/** The part of an embedding model that is called; models of the AI SDK's specifications 2, 3 and 4 fit. */
export interface Embedder {
  maxEmbeddingsPerCall?: number | PromiseLike<number | undefined> | undefined
  doEmbed(options: { values: string[]; abortSignal?: AbortSignal }): PromiseLike<{ embeddings: number[][] }>
}

/**
 * Makes an embedding model, in the form that `new Memory({ embedder })` takes, usable as the option `embed`. Sends as
 * many texts at a time as the model accepts, one request after the other.
 * @throws MemoryError `bad-option` if it is not an embedding model; the function throws `model-failed` unless there is
 * one vector for each text
 */
export function fromEmbedder(embedder: Embedder): EmbedFunction {
  if (!isEmbedder(embedder)) {
    const message = `fromEmbedder: the embedder is ${shown(embedder)}, expected an embedding model with doEmbed`
    throw new MemoryError('bad-option', message)
  }
  return async (texts, signal) => {
    const most = (await embedder.maxEmbeddingsPerCall) ?? Number.POSITIVE_INFINITY
    const vectors: number[][] = []
    while (vectors.length < texts.length) {
      const values = texts.slice(vectors.length, vectors.length + Math.max(1, most))
      const { embeddings } = await embedder.doEmbed({ values, ...(signal && { abortSignal: signal }) })
      if (embeddings.length !== values.length) {
        const message = `the embedder gave ${embeddings.length} vectors for ${values.length} texts`
        throw new MemoryError('model-failed', message)
      }
      vectors.push(...embeddings)
    }
    return vectors
  }
}

function isEmbedder(value: unknown): boolean {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'doEmbed') === 'function'
}
