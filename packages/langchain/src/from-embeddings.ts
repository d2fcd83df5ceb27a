import { MemoryError } from '@daybook/memory-core'
import type { EmbeddingsInterface } from '@langchain/core/embeddings'

/** Texts to vectors, one for each, in their order. */
export type EmbedFunction = (
  texts: readonly string[],
  options?: { use?: 'document' | 'query'; signal?: AbortSignal | undefined },
) => Promise<number[][]>

/**
 * Makes embeddings of LangChain usable where Daybook asks for an embed function. Of a query, they may give another
 * vector than of the same text in a document.
 * @throws MemoryError `model-failed`, from the function, when there is not one vector for each text
 */
export function fromEmbeddings(embeddings: EmbeddingsInterface): EmbedFunction {
  return async (texts, { use = 'document', signal } = {}) => {
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
