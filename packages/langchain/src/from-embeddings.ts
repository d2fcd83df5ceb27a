import { MemoryError } from '@daybook/memory-core'
import type { EmbeddingsInterface } from '@langchain/core/embeddings'

/** Turns texts into vectors, one for each, in order: the type of a memory's option `embed`. */
export type EmbedFunction = (
  texts: readonly string[],
  signal?: AbortSignal,
  use?: 'document' | 'query',
) => Promise<number[][]>

/**
 * Makes embeddings of LangChain usable as the option `embed` of a memory. They may embed a query differently from a
 * document with the same text.
 * @throws MemoryError `model-failed` when called, unless there is one vector for each text
 */
export function fromEmbeddings(embeddings: EmbeddingsInterface): EmbedFunction {
  return async (texts, signal, use = 'document') => {
    signal?.throwIfAborted()
    const vectors =
      use === 'query'
        ? await Promise.all(texts.map((text) => embeddings.embedQuery(text)))
        : await embeddings.embedDocuments([...texts])
    signal?.throwIfAborted()
    if (vectors.length === texts.length) return vectors
    throw new MemoryError('model-failed', `the embeddings gave ${vectors.length} vectors for ${texts.length} texts`)
  }
}
