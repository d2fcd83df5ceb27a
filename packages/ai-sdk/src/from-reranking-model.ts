/** Scores how well each text answers a query: one score for each, in order; higher is better. */
export type RerankFunction = (query: string, texts: readonly string[], signal?: AbortSignal) => Promise<number[]>

/** The part of a reranking model that is called. Models of `ai` 6 and 7 fit. */
export interface RerankingModel {
  doRerank(options: {
    documents: { type: 'text'; values: string[] }
    query: string
    topN?: number
    abortSignal?: AbortSignal
  }): PromiseLike<{ ranking: readonly { index: number; relevanceScore: number }[] }>
}

/**
 * Makes a reranking model usable for recall. One call without retries; none without texts. A text that the model's
 * ranking leaves out gets 0, or the lowest score if that is negative. @throws errors of the model
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
