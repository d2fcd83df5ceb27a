/** Says how well each text answers a query: one score for each, in their order; higher is better. */
export type RerankFunction = (query: string, texts: readonly string[], signal?: AbortSignal) => Promise<number[]>

/** What is asked of a reranking model; those of `ai` 6 and 7 are such. */
export interface RerankingModel {
  doRerank(options: {
    documents: { type: 'text'; values: string[] }
    query: string
    topN?: number
    abortSignal?: AbortSignal
  }): PromiseLike<{ ranking: readonly { index: number; relevanceScore: number }[] }>
}

/**
 * Makes a reranking model usable for recall. One call without retries; none for no texts. A text that the model leaves out
 * of its ranking gets 0 or, if that has lower ones, its lowest score. @throws what the model throws
 */
export function fromRerankingModel(model: RerankingModel): RerankFunction {
  return async (query, texts, signal) => {
    signal?.throwIfAborted()
    if (texts.length === 0) return []
    const documents = { type: 'text' as const, values: [...texts] }
    const { ranking } = await model.doRerank({
      documents,
      query,
      topN: texts.length,
      ...(signal && { abortSignal: signal }),
    })
    const scores = new Map(ranking.map(({ index, relevanceScore }) => [index, relevanceScore]))
    const lowest = Math.min(0, ...scores.values())
    return texts.map((_, index) => scores.get(index) ?? lowest)
  }
}
