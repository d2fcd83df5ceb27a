import type { PromptFunction } from '@daybook/memory-core'
import { generateText, type LanguageModel } from 'ai'
import { memoryOff } from './memory-options.ts'

/**
 * Makes a language model usable for consolidation: `openMemory({ …, model: promptFunctionFrom(model) })`. Also takes a
 * model with memory; these calls bypass its memory.
 */
export function promptFunctionFrom(model: LanguageModel): PromptFunction {
  return async ({ system, prompt, maxTokens, temperature, signal }) => {
    const { text } = await generateText({
      model,
      prompt,
      providerOptions: memoryOff,
      // The field that all versions of `ai` know.
      ...(system !== undefined && { system }),
      ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
      ...(temperature !== undefined && { temperature }),
      ...(signal && { abortSignal: signal }),
    })
    return text
  }
}
