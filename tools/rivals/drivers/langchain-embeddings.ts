import { Embeddings } from '@langchain/core/embeddings'
import { hashEmbed } from './hash-embedder.ts'

/** The stub embedder in LangChain's shape. */
export class HashEmbeddings extends Embeddings {
  constructor() {
    super({})
  }
  override async embedQuery(text: string): Promise<number[]> {
    return hashEmbed(text)
  }
  override async embedDocuments(texts: string[]): Promise<number[][]> {
    return texts.map(hashEmbed)
  }
}
