import type { EmbeddingModelV4, LanguageModelV4, RerankingModelV4 } from '@ai-sdk/provider'
import type { Memory } from '@daybook/memory-core'
import { fromEmbeddingModel, fromRerankingModel, promptFunctionFrom, withMemory } from '../../src/index.ts'

/** A model of `ai` 7. */
export function remembers(memory: Memory, model: LanguageModelV4): LanguageModelV4 {
  promptFunctionFrom(model)
  return withMemory(model, { memory })
}

/** Models of `ai` 7 for recall. */
export async function finds(embedder: EmbeddingModelV4, reranker: RerankingModelV4): Promise<number[]> {
  await fromEmbeddingModel(embedder)(['text'])
  return fromRerankingModel(reranker)('query', ['text'])
}
