import { MemoryError } from '@daybook/memory-core'
import type { EmbeddingsInterface } from '@langchain/core/embeddings'

/** Texts to vectors, one for each, in their order: what the option `embed` of a memory takes. */
export type EmbedFunction = (
  texts: readonly string[],
  signal?: AbortSignal,
  use?: 'document' | 'query',
) => Promise<number[][]>

/**
 * Makes embeddings of LangChain usable as the option `embed` of a memory. Of a query, they may give another
 * vector than of the same text in a document.
 * @throws MemoryError `model-failed`, from the function, when there is not one vector for each text
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
