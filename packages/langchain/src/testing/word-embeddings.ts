import { Embeddings } from '@langchain/core/embeddings'

/** The dimensions of {@link WordEmbeddings}. */
export const wordDimensions = 64

/** Deterministic embeddings for tests: texts are as similar as the words that they share. */
export class WordEmbeddings extends Embeddings {
  /** Every text that was embedded, in order. */
  readonly texts: string[] = []

  constructor() {
    super({})
  }

  override async embedDocuments(documents: string[]): Promise<number[][]> {
    this.texts.push(...documents)
    return documents.map(vectorOf)
  }

  override async embedQuery(document: string): Promise<number[]> {
    this.texts.push(document)
    return vectorOf(document)
  }
}

function vectorOf(text: string): number[] {
  const vector = Array.from({ length: wordDimensions }, () => 0)
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    let hash = 7
    for (const character of word) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003
    const place = hash % wordDimensions
    vector[place] = (vector[place] ?? 0) + 1
  }
  return vector
}
