import type { Memory } from '@daybook/memory-core'
import type { EmbeddingModelV3, LanguageModelV3, RerankingModelV3 } from 'ai6-provider'
import { fromEmbeddingModel, fromRerankingModel, promptFunctionFrom, withMemory } from '../../src/index.ts'

/** A model of `ai` 6, with `ai` 6 and 7. */
export function remembers(memory: Memory, model: LanguageModelV3): string {
  promptFunctionFrom(withMemory(model, { memory }))
  return withMemory(model, { memory, cacheBreakpoint: { bedrock: { cachePoint: { type: 'default' } } } }).modelId
}

/** Models of `ai` 6 for recall. */
export async function finds(embedder: EmbeddingModelV3, reranker: RerankingModelV3): Promise<number[]> {
  await fromEmbeddingModel(embedder)(['text'])
  return fromRerankingModel(reranker)('query', ['text'])
}
