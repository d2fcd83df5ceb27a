import type { PromptFunction } from '@daybook/memory-core'
import { Agent, type AgentConfig } from '@mastra/core/agent'

/**
 * Makes a model, in any form that `new Agent({ model })` takes, usable for consolidation: `openMemories({ …, model:
 * promptFunctionFrom('openai/gpt-5-mini') })`. These calls have no memory and no tools.
 */
export function promptFunctionFrom(model: AgentConfig['model']): PromptFunction {
  const agent = new Agent({ id: 'daybook-consolidation', name: 'Daybook', instructions: '', model })
  return async ({ system, prompt, maxTokens, temperature, signal }) => {
    const { text } = await agent.generate(prompt, {
      ...(system !== undefined && { instructions: system }),
      ...(signal && { abortSignal: signal }),
      modelSettings: {
        ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
        ...(temperature !== undefined && { temperature }),
      },
    })
    return text
  }
}
